"""Kinds of everyday requests: passed-on wishes, idioms, participles, plurals, literals, short forms, hints."""

import pytest

from selector.engine.query import read_query
from selector.engine.shapes import Literal
from selector.engine.text import stem
from selector.engine.values import find_spots, literal_role

WISHES = [
    # passed on
    ("환자가 저장한 처방을 없애 달래", "delete"),
    ("호텔 예약을 취소해 달래요", "action"),
    ("기사님이 주소를 바꿔 달라네요", "update"),
    ("안내문을 보내 달라고 하시네요", "action"),
    ("세입자가 계약을 끝내 달라는데요", "action"),
    ("The patient asks us to delete his record", "delete"),
    ("The tenant wants the lease renewed", "action"),
    ("She asked for her seat to be cancelled", "action"),
    # idioms
    ("그 견적은 없던 일로 해주세요", "action"),
    ("이 쿠폰 못 쓰게 해줘", "action"),
    ("외부인이 못 들어오게 막아줘", "action"),
    ("경기 소식 받게 해줘", "action"),
    ("청구서를 완료로 바꿔줘", "action"),
    ("이 앨범을 비공개로 해줘", "action"),
    ("화면을 원래대로 돌려줘", "action"),
    ("적금이 매달 나가게 걸어줘", "create"),
    # an object that chooses the sense
    ("Leave feedback for the driver", "create"),
    ("raise the cap", "update"),
    ("raise an incident", "create"),
    ("의사에게 댓글을 남겨줘", "create"),
    ("영화에 별표 찍어줘", "action"),
]
DESCRIPTIONS = [
    "등록한 차량 보여줘",
    "저장해 둔 노래 목록",
    "이미 취소해 버린 예약",
    "환불해 달라는 문의 목록",
    "예약을 걸어 둔 회의실",
    "Show the flights that passengers asked to cancel",
    "patients who want to be removed",
    "Does the tenant want to cancel?",
    "건너뛴 수업은 몇 개야?",
    "담아 둔 물건들 보여줘",
]
VERBS = [
    ("이 쿠폰 못 쓰게 해줘", "disable"),
    ("직원이 쓸 수 있게 해줘", "enable"),
    ("알림을 그만 받고 싶어", "unsubscribe"),
    ("경기 소식을 받고 싶어", "subscribe"),
    ("티켓을 다시 보내줘", "resend"),
    ("Send the ticket again", "resend"),
    ("Run the job again", "restart"),
    ("영수증을 pdf로 받고 싶어", "download"),
    ("Say no to the offer", "reject"),
]
BEARING = [
    ("강의들이 몇 시에 있는지 보여줘", "lecture"),
    ("환자들", "patient"),
    ("Save this search", "search"),
    ("the edits of the page", "edit"),
    ("알림 설정 보여줘", "setting"),
    ("show the invoice as pdf", "pdf"),
    ("PR 목록", "pull"),
    ("which DB is down", "database"),
    ("take the product off the catalogue", "catalog"),
    ("our organisation", "organization"),
]
SILENT = [
    ("payment-api 디플로이먼트 보여줘", {"api", "payment"}),
    ("read docs/setup.py please", {"docs", "setup", "py"}),
    ("the 'urgent' label", {"urgent"}),
    ("show pod worker-7", {"worker"}),
    ("stock of SKU HAT-RED", {"hat", "red"}),
    ("issues of acme/site", {"acme", "site"}),
    ("the topic of #random", {"random"}),
    ("take away the badge", {"away"}),
    ("등록된 차량", {"등록", "register"}),
    ("orders of last Tuesday evening", {"tuesday", "evening"}),
    ("화요일 오전 예약", {"화요일", "오전"}),
]


def bearing_terms(text: str) -> set[str]:
    return {term.term for term in read_query(text).terms if term.group >= 0}


@pytest.mark.parametrize(("text", "action"), WISHES)
def test_a_wish_is_read_however_it_is_wrapped(text, action):
    reading = read_query(text)

    assert reading.writes
    assert reading.write_actions == (action,)


@pytest.mark.parametrize("text", DESCRIPTIONS)
def test_what_only_describes_asks_for_nothing(text):
    assert not read_query(text).writes


@pytest.mark.parametrize(("text", "verb"), VERBS)
def test_the_verb_is_the_one_that_is_meant(text, verb):
    assert verb in read_query(text).verbs


@pytest.mark.parametrize(("text", "term"), BEARING)
def test_a_thing_keeps_its_meaning(text, term):
    assert term in bearing_terms(text)


@pytest.mark.parametrize(("text", "terms"), SILENT)
def test_literals_times_and_participles_bear_no_meaning(text, terms):
    assert not terms & bearing_terms(text)


def test_a_short_form_counts_more_spelt_out_than_as_written():
    weights = {term.term: term.weight for term in read_query("close the PR").terms}

    assert weights["pull"] > weights["pr"]


@pytest.mark.parametrize(
    ("text", "term"),
    [("which trips are mine", "me"), ("내 여행", "current"), ("who leads the tour", "user"), ("누가 탔는지", "member")],
)
def test_my_and_who_hint_without_asking_to_be_covered(text, term):
    hints = {found.term: found for found in read_query(text).terms if found.group < 0}

    assert term in hints
    assert hints[term].weight <= 0.2


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("여행 일정들", "search"),
        ("the itinerary", "read"),
        ("show the trips", "search"),
        ("which trips are late", "search"),
    ],
)
def test_many_are_searched_and_one_is_read(text, first):
    assert read_query(text).actions[0][0] == first


@pytest.mark.parametrize(
    ("text", "role"),
    [
        ("show trip 7", Literal.TARGET),
        ("the stops of trip 7", Literal.OWNER),
        ("여행 7 보여줘", Literal.TARGET),
        ("7번 여행의 경유지", Literal.OWNER),
        ("the trips", Literal.NONE),
    ],
)
def test_an_id_names_the_target_or_its_owner(text, role):
    assert literal_role(text, find_spots(text)) is role


@pytest.mark.parametrize(
    ("british", "american"),
    [("organisations", "organization"), ("cancelled", "cancel"), ("colours", "color"), ("authorise", "authorize")],
)
def test_both_spellings_meet(british, american):
    assert stem(british) == stem(american)


@pytest.mark.parametrize("word", ["exercise", "enterprise", "promise", "franchise", "noise", "revise"])
def test_words_in_ise_stay(word):
    assert stem(word) == word


@pytest.mark.parametrize(
    ("text", "sources"),
    [
        # Nothing but vague words: then they are what is asked for.
        ("What's the current date?", {"current", "date"}),
        # Beside a word that bears meaning they say little.
        ("show the details of an order", {"order"}),
        # News are no form of the verb "new", and telling about a thing asks for no notification.
        ("show the news", {"news"}),
    ],
)
def test_vague_words_count_only_where_nothing_else_is_said(text: str, sources: set[str]) -> None:
    reading = read_query(text)

    assert {group.source for group in reading.grouped_terms} == sources


def test_tell_me_about_asks_to_be_shown() -> None:
    terms = {term.term for term in read_query("tell me about the harbour").terms}

    assert not {"notification", "watch", "subscribe"} & terms


@pytest.mark.parametrize(
    ("text", "source", "term"),
    [
        # A plain verb that names a thing: behind an article, in a term, as a gerund between nouns.
        ("open a pull request", "pull", "pull"),
        ("approve pull request 12", "pull", "pull"),
        ("check the order tracking status", "tracking", "track"),
        # What is to be taken away is looked for under the verb that does it, too.
        ("remove the star from the boat", "star", "unstar"),
        # Short forms are the word that they are short for.
        ("list my repos", "repos", "repository"),
        ("Re-run the job", "Re-run", "rerun"),
    ],
)
def test_a_word_is_looked_for_as_what_it_names(text: str, source: str, term: str) -> None:
    found = {(each.source, each.term) for each in read_query(text).terms if each.group >= 0}

    assert (source, term) in found


def test_an_idiom_does_not_open_behind_an_article() -> None:
    terms = {term.term for term in read_query("open a pull request from the branch").terms}

    assert "delete" not in terms


def test_what_is_not_to_be_done_is_refused_and_not_looked_for() -> None:
    reading = read_query("update the order, do not cancel it")

    assert reading.refused == ("cancel",)
    assert "cancel" not in {term.term for term in reading.terms if term.group >= 0}


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("change quantity of an item", "update"),
        ("change ship 7", "update"),
        ("change log of the ship", "read"),
        ("the change history", "read"),
    ],
)
def test_change_is_a_verb_but_before_the_nouns_that_it_makes(text: str, action: str) -> None:
    assert read_query(text).actions[0][0] == action


def test_what_stands_behind_id_is_a_value() -> None:
    assert read_query("the metadata of file id abc").values == ("abc",)
    assert read_query("the id of a file").values == ()
