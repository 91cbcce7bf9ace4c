"""Lexicons: breadth of the data files, both directions, idioms, weights."""

import pytest

from selector.engine.lexicon import expand
from selector.engine.phrases import SYNONYM_WEIGHT, TRANSLATION_WEIGHT
from selector.engine.text import word_tokens
from selector.engine.wordlists import everyday_pairings, korean_english, verb_families

# Request -> a stem that it must lead to, and the kind of that step.
LEADS_TO = [
    ("배송지", "delivery", "translation"),
    ("배달지를", "address", "translation"),
    ("배송 주소", "shipping", "translation"),
    ("shipping address", "배송지", "translation"),
    ("delivery address", "배송지", "translation"),
    ("회원", "member", "translation"),
    ("members", "회원", "translation"),
    ("리포지토리", "repository", "translation"),
    ("레포", "repository", "translation"),
    ("풀 리퀘스트", "pull", "translation"),
    ("풀리퀘스트", "request", "translation"),
    ("웹훅", "webhook", "translation"),
    ("파드", "pod", "translation"),
    ("네임스페이스", "namespace", "translation"),
    ("디플로이먼트", "deployment", "translation"),
    ("오토스케일링", "autoscaler", "translation"),
    ("빌링키", "billing", "translation"),
    ("휴가", "leave", "translation"),
    ("회원", "멤버", "synonym"),
    ("put in charge", "assign", "everyday"),
    ("put Jane in charge", "assignee", "everyday"),
    ("give the money back", "refund", "everyday"),
    ("give money back", "환불", "translation"),
    ("get rid of", "delete", "everyday"),
    ("look it up", "search", "everyday"),
    ("kick him out", "remove", "everyday"),
    ("turn off", "disable", "everyday"),
    ("turn the hook off", "disable", "everyday"),
    ("move the pod off its node", "eviction", "everyday"),
    ("set aside", "reserve", "everyday"),
    ("throttled", "limit", "everyday"),
    ("who is signed in", "myself", "everyday"),
    ("marked as blocking", "link", "everyday"),
    ("folder share", "collaboration", "everyday"),
]


@pytest.mark.parametrize(("text", "term", "kind"), LEADS_TO)
def test_a_phrase_leads_to_the_words_of_documents(text, term, kind):
    found = {(row.term, row.kind) for row in expand(word_tokens(text))}

    assert (term, kind) in found


def test_the_lexicons_are_broad():
    assert len(korean_english()) >= 450
    assert len(everyday_pairings()) >= 240
    assert len(verb_families()) >= 80


def test_no_phrase_of_a_line_is_empty_or_said_twice():
    for line in (*korean_english(), *everyday_pairings()):
        for side in (line.left, line.right):
            assert side
            assert all(phrase.strip() for phrase in side)
            assert len(set(side)) == len(side), side


def test_an_exact_word_weighs_one_and_every_other_less():
    terms = expand(word_tokens("회원"))

    weights = {term.term: term.weight for term in terms}
    assert weights["회원"] == 1.0
    assert weights["member"] == TRANSLATION_WEIGHT
    assert weights["멤버"] == SYNONYM_WEIGHT


def test_a_word_of_a_translated_phrase_weighs_less_than_the_phrase():
    weights = {term.term: term for term in expand(word_tokens("배송지"))}

    # 0.8 for a translation, 0.95 of it for the second of its line, three quarters of that for one word of two.
    assert weights["address"].weight == pytest.approx(0.57)
    assert weights["address"].phrase == ("shipping", "address")


def test_the_words_of_an_idiom_share_one_group():
    terms = expand(word_tokens("get rid of the label"))

    groups = {term.term: term.group for term in terms if term.kind == "exact"}
    assert groups["get"] == groups["rid"]
    assert groups["label"] != groups["get"]


def test_expansion_is_the_same_each_time_and_names_its_source():
    words = word_tokens("환불 가능한 주문")

    assert expand(words) == expand(words)
    assert {term.source for term in expand(words) if term.term == "refund"} == {"환불"}
