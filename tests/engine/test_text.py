"""Words: folding, stems, names taken apart, Korean particles, endings and joined nouns."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from selector.engine.text import MAX_WORDS, fold, identifier_tokens, language_of, stem, word_tokens

NAMES = [
    ("getURLList", "get url list"),
    ("getMemberDeliveryDetail", "get member delivery detail"),
    ("listCoreV1NamespacedPod", "list core v1 namespaced pod"),
    ("XMLHttpRequest", "xml http request"),
    ("snake_case_name", "snake case name"),
    ("kebab-case.with.dots", "kebab case with dot"),
    ("/repos/{owner}/{repo}/issues", "repository owner repository issue"),
    ("oauth2Token", "oauth2 token"),
    ("OAuthToken", "oauth token"),
    ("v1beta1", "v1beta1"),
    ("user_IDs", "user id"),
    ("B2BTaxInvoice", "b2b tax invoice"),
    ("HTTPServer2", "http server2"),
    ("배송지목록getList", "배송지 목록 get list"),
    ("", ""),
    ("___", ""),
]
STEMS = [
    ("repositories", "repository"),
    ("repository", "repository"),
    ("addresses", "address"),
    ("address", "address"),
    ("statuses", "status"),
    ("status", "status"),
    ("aliases", "alias"),
    ("boxes", "box"),
    ("branches", "branch"),
    ("caches", "cache"),
    ("responses", "response"),
    ("databases", "database"),
    ("movies", "movie"),
    ("people", "person"),
    ("indices", "index"),
    ("ids", "id"),
    ("https", "https"),
    ("kubernetes", "kubernetes"),
    ("analysis", "analysis"),
    ("blocking", "block"),
    ("blocked", "block"),
    ("created", "create"),
    ("creating", "create"),
    ("cancelled", "cancel"),
    ("canceled", "cancel"),
    ("stopped", "stop"),
    ("installing", "install"),
    ("applied", "apply"),
    ("archived", "archive"),
    ("setting", "setting"),
    ("shipping", "shipping"),
    ("billing", "billing"),
    ("string", "string"),
    ("need", "need"),
    ("feed", "feed"),
    ("sent", "send"),
    ("paid", "pay"),
]
KOREAN = [
    ("조회해줘", "조회"),
    ("조회해 줘", "조회"),
    ("취소하고", "취소"),
    ("삭제하지", "삭제"),
    ("취소했던", "취소"),
    ("등록된", "등록"),
    ("배송지를", "배송지"),
    ("회원에게", "회원"),
    ("주문에서는", "주문"),
    ("서버로부터", "서버"),
    ("회의", "회의"),
    ("회의를", "회의"),
    ("가이드", "가이드"),
    ("가이드는", "가이드"),
    ("나이", "나이"),
    ("정의", "정의"),
    ("도로", "도로"),
    ("사이", "사이"),
    ("고가", "고가"),
    ("평가", "평가"),
    ("국가", "국가"),
    ("권한", "권한"),
    ("역할을", "역할"),
    ("배송지목록", "배송지 목록"),
    ("환불가능주문", "환불 가능 주문"),
    ("환불가능한주문을", "환불 가능 주문"),
    ("주문목록보여줘", "주문 목록 보이"),
    ("찾아줘", "찾"),
    ("지웠어", "지우"),
    ("secret을", "secret"),
    ("API의", "api"),
    ("해줘", ""),
]


@pytest.mark.parametrize(("name", "tokens"), NAMES)
def test_a_name_comes_apart_into_its_words(name, tokens):
    assert " ".join(identifier_tokens(name)) == tokens.replace("namespaced", stem("namespaced"))


@pytest.mark.parametrize(("word", "expected"), STEMS)
def test_plurals_and_safe_verb_forms_meet_their_base(word, expected):
    assert stem(word) == expected


@pytest.mark.parametrize(("text", "stems"), KOREAN)
def test_a_korean_word_loses_its_ending_and_never_its_noun(text, stems):
    assert " ".join(word.stem for word in word_tokens(text)) == stems


def test_decomposed_hangul_and_full_width_letters_read_like_plain_ones():
    assert fold(unicodedata.normalize("NFD", "배송지")) == "배송지"
    assert fold("  Ｇｅｔ   ORDER ") == "get order"
    assert [word.stem for word in word_tokens(unicodedata.normalize("NFD", "주문을 조회해줘"))] == ["주문", "조회"]


def test_a_word_knows_where_it_stands_and_how_it_was_written():
    words = word_tokens("회원 배송지목록을 show")

    assert [(word.surface, word.start, word.language) for word in words] == [
        ("회원", 0, "ko"),
        ("배송지", 3, "ko"),
        ("목록을", 6, "ko"),
        ("show", 10, "en"),
    ]


def test_contractions_stay_whole_and_possessives_go():
    assert [word.stem for word in word_tokens("don't cancel Bob’s order")] == ["don't", "cancel", "bob", "order"]


@pytest.mark.parametrize("text", ["Заказ отменён", "注文をキャンセル", "الطلب", "ไทย", "🙂🙂", "\x00\ud800", "é" * 9])
def test_other_scripts_give_words_or_none_and_never_fail(text):
    assert all(word.stem for word in word_tokens(text))


@pytest.mark.parametrize(
    ("text", "language"),
    [("주문을 찾아줘", "ko"), ("find it", "en"), ("secret을 만들고", "mixed"), ("123 !?", "other"), ("주문 7", "ko")],
)
def test_the_language_follows_the_letters(text, language):
    assert language_of(text) == language


def test_a_huge_text_is_cut():
    assert len(word_tokens("order " * 100_000)) == MAX_WORDS


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=300))
def test_any_text_has_words_inside_it(text):
    words = word_tokens(text)

    assert all(word.start >= 0 and word.surface and word.stem for word in words)
    assert isinstance(identifier_tokens(text), tuple)
    folded = fold(text)
    assert fold(folded) == folded
