"""What a run keeps is scrubbed, bounded, and enough to draw its page."""

import json

import pytest

from selector.convert.details import DETAIL_BYTES, hidden_words, retrieve_detail, select_detail, without_words


def selection(names: list[str], summary: str = "", **more) -> dict:
    rows = [
        {
            "name": name,
            "rank": rank,
            "retrieval_rank": rank,
            "selector_score": 0.5,
            "contributions": {"operation_surface": 0.3, "clamp": 0.2},
            "selected": rank == 1,
            "llm_target": name == names[-1],
        }
        for rank, name in enumerate(names, start=1)
    ]
    block = {"reason_codes": [], "confidence": 0.5, "margin": 0.1, "llm_margin": 0.1, "policy": "strong_evidence"}
    block |= {"overrode_llm": False, "ambiguous": False, "selected_target": names[0], "llm_target": names[-1]}
    evidence = [{"name": name, "summary": summary, "matched_terms": ["kim", "order"]} for name in names]
    return {**block, "rank_signals": rows, "candidate_evidence": evidence, **more}


def test_a_detail_stays_within_its_bound_and_keeps_winner_and_llm_target():
    names = [f"tool{number:03d}" + "x" * 250 for number in range(400)]

    detail = select_detail(selection(names, summary="s" * 900), frozenset())

    kept = [row["name"] for row in detail["candidates"]]
    assert len(json.dumps(detail, ensure_ascii=False).encode()) <= DETAIL_BYTES
    assert (kept[0], kept[-1]) == (names[0], names[-1])
    assert detail["candidates_cut"] == 400 - len(kept)
    assert detail["schema_version"] == 1


def test_a_small_detail_is_kept_whole():
    detail = select_detail(selection(["a", "b"]), frozenset())

    assert [row["name"] for row in detail["candidates"]] == ["a", "b"]
    assert detail["candidates"][0]["cells"] == {"operation_surface": [0.3, ""], "clamp": [0.2, ""]}
    assert detail["candidates_cut"] == 0


def test_words_that_scrubbing_took_out_are_not_kept_as_matches():
    detail = select_detail(selection(["a"]), frozenset({"kim"}))

    assert detail["candidates"][0]["terms"] == ["order"]


@pytest.mark.parametrize(
    ("raw", "scrubbed", "hidden"),
    [
        ("orders of kim@example.com", "orders of [email]", {"kim", "example", "com", "kim@example.com"}),
        ("주문 010-1234-5678", "주문 [phone]", {"010", "1234", "5678", "010-1234-5678"}),
        ("show orders", "show orders", set()),
    ],
)
def test_hidden_words_are_those_that_the_scrubbed_query_lacks(raw, scrubbed, hidden):
    assert hidden_words(raw, scrubbed) == hidden


def test_hidden_words_are_taken_out_of_every_depth():
    intent = {"words": ["order", "Kim"], "text": "order of kim", "kim": 1, "nested": [{"word": "kim"}]}

    kept = without_words(intent, frozenset({"kim"}))

    assert kept == {"words": ["order"], "text": "order of", "nested": [{"word": ""}]}


def test_a_retrieve_detail_keeps_rows_with_their_signals_and_no_tool():
    row = {"name": "getOrder", "rank": 1, "score": 0.4, "score_breakdown": {"operation_surface": 0.4}, "tool": {"x": 1}}

    detail = retrieve_detail({"results": [row], "intent": {"shape": "single"}, "stats": {}}, 8, frozenset())

    assert detail["rows"] == [{"name": "getOrder", "rank": 1, "score": 0.4, "signals": {"operation_surface": 0.4}}]
    assert (detail["found"], detail["top_k"], detail["intent"]) == (1, 8, {"shape": "single"})
