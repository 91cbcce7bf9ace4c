"""The reason as sentences: what each kind of decision says, in both languages, and that input is escaped."""

from html import unescape

import pytest
from django.utils import translation
from django.utils.html import strip_tags

from console.sentences import reason_sentences
from selector.display import Explanation
from tests.console.samples import explanation


def reason(why: Explanation, language: str) -> str:
    with translation.override(language):
        return unescape(strip_tags(" ".join(reason_sentences(why))))


def test_override_names_the_querys_word_and_both_tools_values():
    text = reason(explanation("overridden"), "en")

    assert text == (
        "getMemberDeliveryDetail replaces the LLM's choice getMemberDeliveryList. "
        "The query asks for the details of one item (“상세”). "
        "The final tool answers with one item. The LLM's choice answers with a list. "
        "Both agree on action and resource. The choice is supported by result shape and contract."
    )


def test_override_in_korean_has_the_right_particles():
    text = reason(explanation("overridden"), "ko")

    assert text == (
        "LLM이 고른 getMemberDeliveryList 대신 getMemberDeliveryDetail을 선택했습니다. "
        "질문은 한 건의 상세를 원합니다(“상세”). "
        "최종 도구는 단건을 돌려줍니다. LLM이 고른 도구는 목록을 돌려줍니다. "
        "두 도구는 행위와 자원이 같습니다. 결과 형태와 계약이 이 선택을 뒷받침합니다."
    )


@pytest.mark.parametrize(
    "blocked_by", ["margin", "weak_evidence", "read_to_mutation", "opposite_action", "unknown_metadata", "no_ground"]
)
@pytest.mark.parametrize("language", ["ko", "en"])
def test_kept_choice_says_what_held_the_override_back(blocked_by: str, language: str):
    without = reason(explanation("kept"), language)

    assert len(reason(explanation("kept", blocked_by=blocked_by), language)) > len(without) + 20


@pytest.mark.parametrize("kind", ["ambiguous", "tie"])
@pytest.mark.parametrize(
    ("language", "warning"),
    [("en", "Do not take this as a sure choice"), ("ko", "확실한 선택으로 받아들이지 마십시오")],
)
def test_unsure_choice_claims_no_support_and_warns(kind: str, language: str, warning: str):
    text = reason(explanation(kind), language)

    assert warning in text
    assert "supported" not in text
    assert "뒷받침" not in text


def test_override_that_is_ambiguous_claims_no_support_and_warns():
    with translation.override("en"):
        text = strip_tags(" ".join(reason_sentences(explanation("overridden"), is_unsure=True)))

    assert "replaces" in text
    assert "Do not take this as a sure choice" in text
    assert "supported" not in text


def test_nothing_selected_says_so():
    assert reason(Explanation("none"), "en") == "No tool of this collection fits the query, so nothing was selected."


@pytest.mark.parametrize(
    ("signal", "values", "sentence"),
    [
        ("canonical_action", ("read", "delete"), "getMemberDeliveryDetail has the action read."),
        ("primary_resource", ("member", "order"), "getMemberDeliveryDetail is about member."),
        ("contract", ("deliveryNo", ""), "getMemberDeliveryDetail has deliveryNo in its contract."),
        ("path_module", ("members", "orders"), "getMemberDeliveryDetail belongs to the module members."),
        ("graph", ("3", "1"), "getMemberDeliveryDetail has 3 on Graph."),
    ],
)
def test_each_deciding_signal_has_its_own_sentence(signal: str, values: tuple[str, str], sentence: str):
    why = explanation("chosen", deciding_signal=signal, winner_value=values[0], other_value=values[1], wanted="")

    assert sentence in reason(why, "en")


def test_tool_without_a_value_says_so_in_place_of_an_empty_one():
    why = explanation("chosen", deciding_signal="retrieval_rank", winner_value="1", other_value="")

    assert "getMemberDeliveryList has nothing on Retrieval rank." in reason(why, "en")


def test_hostile_names_and_words_are_escaped():
    why = explanation("overridden", winner="<script>x", query_words=("<img src=x>",), winner_value="<b>")

    html = " ".join(reason_sentences(why))

    assert "<script" not in html
    assert "<img" not in html
    assert "&lt;img src=x&gt;" in html


def test_percent_signs_in_names_do_no_harm():
    assert "100%(of)s" in reason(explanation("chosen", winner="100%(of)s"), "en")
