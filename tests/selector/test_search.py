"""Text folds to one form and to the pairs that the index holds."""

import unicodedata

import pytest
from django.db import connection

from selector.search import bigrams, fold
from selector.triggers import APPEND_ONLY_TABLES


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("  Order\n환불 ", "order 환불"),
        (unicodedata.normalize("NFD", "환불"), "환불"),
        ("a\x00b", "a b"),
        ("", ""),
    ],
)
def test_text_is_folded(text, folded):
    assert fold(text) == folded


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("환불", ("불", "환", "환불")),
        ("환불해", ("불", "불해", "해", "환", "환불")),
        ("Get id", ("et", "ge", "id")),
        ("a b", ("a", "b")),
        ("a-b_c", ("a", "b", "c")),
        ("", ()),
        ("%_'\"", ()),
    ],
)
def test_pairs_are_made_of_letters_and_digits_of_one_word(text, pairs):
    assert bigrams(text) == pairs


@pytest.mark.django_db
def test_indexes_and_triggers_are_there_after_all_migrations():
    """A migration that rebuilds a table on SQLite drops its triggers and has to run the statements again."""
    catalogue = {
        "sqlite": "SELECT name FROM sqlite_master WHERE type IN ('trigger', 'table')",
        "postgresql": "SELECT tgname FROM pg_trigger UNION SELECT indexname::text FROM pg_indexes",
    }
    wanted = {"selector_selectorrun_bigrams", *(f"{table}_no_update" for table in APPEND_ONLY_TABLES)}
    if connection.vendor == "sqlite":
        wanted |= {f"selector_selectorrun_bigrams_{what}" for what in ("insert", "update", "delete")}

    with connection.cursor() as cursor:
        cursor.execute(catalogue[connection.vendor])
        names = {row[0] for row in cursor.fetchall()}

    assert wanted <= names
