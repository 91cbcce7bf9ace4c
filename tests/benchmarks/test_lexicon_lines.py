"""Which lexicon lines a request uses, which are left out for a document, and what a smaller lexicon file holds."""

import tomllib
from pathlib import Path

import pytest

from evidence.lexicon_files import FILES, LEXICONS, Line, lines_only_for, lines_used, write_engine
from selector.engine.phrases import phrase_stems

ROOT = Path(__file__).parents[2]


def line(number: int, *phrases: str) -> Line:
    return Line("ko_en.toml", number, frozenset(phrase_stems(phrase) for phrase in phrases))


ORDER, REFUND = line(0, "주문", "order"), line(1, "환불", "refund")
STORE, LOOSE = line(2, "가게", "store"), line(3, "없음")


def test_a_line_is_used_where_a_phrase_of_either_side_is_said():
    used = lines_used([ORDER, REFUND, LOOSE], {"shop": ["주문 목록"], "bank": ["give a refund"]})

    assert used == {ORDER: {"shop"}, REFUND: {"bank"}, LOOSE: set()}


@pytest.mark.parametrize(("document", "dropped"), [("shop", {STORE}), ("bank", {REFUND}), ("other", set())])
def test_lines_left_out_are_those_that_only_this_document_uses(document: str, dropped: set[Line]):
    both, shop, bank = frozenset({"shop", "bank"}), frozenset({"shop"}), frozenset({"bank"})
    used = {ORDER: both, STORE: shop, REFUND: bank, LOOSE: frozenset()}

    assert lines_only_for(document, used) == dropped


def test_the_copy_of_the_engine_lacks_the_dropped_lines_and_nothing_else(tmp_path: Path):
    write_engine(tmp_path, lambda file, number: (file, number) == (FILES[0], 1))

    for file in FILES:
        before = tomllib.loads((ROOT / LEXICONS / file).read_text(encoding="utf-8"))
        after = tomllib.loads((tmp_path / LEXICONS / file).read_text(encoding="utf-8"))
        if file == FILES[0]:
            del before["entries"][1]
        assert after == before
    assert (tmp_path / LEXICONS / "verbs.toml").read_bytes() == (ROOT / LEXICONS / "verbs.toml").read_bytes()
