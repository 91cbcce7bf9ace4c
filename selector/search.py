"""Text search that finds two Korean syllables by index: text in, folded text and character bigrams out, and a lookup.

Neither database's own text search does this fast (docs of the project say why), so each searched row keeps the pairs
of characters of its words. PostgreSQL holds them as an array under a GIN index, SQLite as an FTS5 table that triggers
keep in step. A row found by its pairs is then checked against the folded text, because pairs do not know their order.
"""

from __future__ import annotations

import unicodedata
from typing import Any

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper

# Characters of a text that are indexed; longer queries are found by their beginning. Chosen: bounds the row.
INDEXED_CHARACTERS = 4000


def fold(text: str) -> str:
    """The text as it is compared: NFC, lower case, white space evened out. `fold("  Order\\n환불")` is "order 환불"."""
    return " ".join(unicodedata.normalize("NFC", text).lower().replace("\x00", " ").split())


def bigrams(text: str) -> tuple[str, ...]:
    """The sorted pairs of neighbouring letters and digits of each word, and single characters that are not ASCII.

    A word of one character stands for itself. `bigrams("환불 ok")` is ("ok", "불", "환", "환불").
    """
    found: set[str] = set()
    for word in _words(fold(text)[:INDEXED_CHARACTERS]):
        found.update(word[start : start + 2] for start in range(max(1, len(word) - 1)))
        found.update(character for character in word if not character.isascii())
    return tuple(sorted(found))


def _words(text: str) -> list[str]:
    return "".join(character if character.isalnum() else " " for character in text).split()


def matching(text: str, *, column: str = "bigrams", folded: str = "search_text") -> models.Q:
    """The rows whose text contains `text`, by index. Text without a letter or digit is compared without one."""
    wanted = fold(text)
    pairs = bigrams(wanted)
    contains = models.Q(**{f"{folded}__contains": wanted})
    return models.Q(**{f"{column}__has_all": pairs}) & contains if pairs else contains


class BigramsField(models.Field[Any, Any]):
    """A column of bigrams: `text[]` on PostgreSQL, text of tokens on SQLite. Values are tuples of strings."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("default", tuple)
        kwargs.setdefault("editable", False)
        super().__init__(*args, **kwargs)

    def db_type(self, connection: BaseDatabaseWrapper) -> str:
        return "text[]" if connection.vendor == "postgresql" else "text"

    def get_db_prep_value(self, value: Any, connection: BaseDatabaseWrapper, prepared: bool = False) -> Any:
        if value is None or isinstance(value, str):
            return value
        return list(value) if connection.vendor == "postgresql" else " ".join(value)

    def from_db_value(self, value: Any, expression: Any, connection: BaseDatabaseWrapper) -> tuple[str, ...]:
        return tuple(value.split() if isinstance(value, str) else value or ())

    def value_to_string(self, obj: models.Model) -> str:
        return " ".join(self.value_from_object(obj))

    def to_python(self, value: Any) -> Any:
        return tuple(value.split()) if isinstance(value, str) else value


@BigramsField.register_lookup
class HasAll(models.Lookup[Any]):
    """`bigrams__has_all=("환불", "불해")`: rows that hold every one of the tokens."""

    lookup_name = "has_all"
    prepare_rhs = False

    def get_db_prep_lookup(self, value: Any, connection: BaseDatabaseWrapper) -> tuple[str, tuple[Any, ...]]:
        if connection.vendor == "postgresql":
            return "%s", (list(value),)
        return "%s", (" ".join(f'"{token}"' for token in value),)

    def as_postgresql(self, compiler: Any, connection: BaseDatabaseWrapper) -> tuple[str, list[Any]]:
        left, left_params = self.process_lhs(compiler, connection)
        right, right_params = self.process_rhs(compiler, connection)
        return f"{left} @> {right}::text[]", [*left_params, *right_params]

    def as_sqlite(self, compiler: Any, connection: BaseDatabaseWrapper) -> tuple[str, list[Any]]:
        table = self.lhs.target.model._meta.db_table
        alias = connection.ops.quote_name(self.lhs.alias)
        right, right_params = self.process_rhs(compiler, connection)
        index = connection.ops.quote_name(index_table(table))
        # Names come from the model; the tokens are a parameter.
        return f"{alias}.id IN (SELECT rowid FROM {index} WHERE {index} MATCH {right})", list(right_params)  # noqa: S608


def index_table(table: str) -> str:
    """The name of the FTS5 table that belongs to a table on SQLite, and of the GIN index on PostgreSQL."""
    return f"{table}_bigrams"


def index_statements(vendor: str, table: str, column: str = "bigrams") -> list[str]:
    """The SQL that makes the index of `column`; safe to run again."""
    index = index_table(table)
    if vendor == "postgresql":
        return [f"CREATE INDEX IF NOT EXISTS {index} ON {table} USING gin ({column})"]
    remove = f"INSERT INTO {index} ({index}, rowid, {column}) VALUES ('delete', old.id, old.{column});"  # noqa: S608
    insert = f"INSERT INTO {index} (rowid, {column}) VALUES (new.id, new.{column});"  # noqa: S608
    return [
        (
            f"CREATE VIRTUAL TABLE IF NOT EXISTS {index} USING fts5({column}, content='{table}', content_rowid='id',"
            " tokenize='unicode61 remove_diacritics 0')"
        ),
        f"CREATE TRIGGER IF NOT EXISTS {index}_insert AFTER INSERT ON {table} BEGIN {insert} END",
        f"CREATE TRIGGER IF NOT EXISTS {index}_delete AFTER DELETE ON {table} BEGIN {remove} END",
        f"CREATE TRIGGER IF NOT EXISTS {index}_update AFTER UPDATE OF {column} ON {table} BEGIN {remove} {insert} END",
        f"INSERT INTO {index} ({index}) VALUES ('rebuild')",  # noqa: S608
    ]
