"""Reading a request: intent to write, wanted action and shape, terms, literals, opposites."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from selector.engine.query import are_opposite, read_query

WRITES = [
    ("create a secret, then inspect it", "create"),
    ("secret을 만들고 확인해줘", "create"),
    ("give money back to the customer", "action"),
    ("give the customer their money back", "action"),
    ("Delete the branch", "delete"),
    ("please delete order 5", "delete"),
    ("Can you please remove the label from issue 7?", "delete"),
    ("I want to turn off the webhook", "action"),
    ("I lost my card, block it", "action"),
    ("The pod is stuck, restart it", "action"),
    ("Refund order 123", "action"),
    ("Label issue 5 as bug", "update"),
    ("we need a new branch called dev", "create"),
    ("get this order cancelled please", "action"),
    ("I'd like my subscription cancelled", "action"),
    ("This order should be cancelled", "action"),
    ("don't forget to cancel order 55", "action"),
    ("rather than deleting the user, deactivate them", "action"),
    ("Don't cancel it, refund it", "action"),
    ("Show the order and cancel it", "action"),
    ("Tell all followers about the sale", "action"),
    ("would you mind closing the ticket", "action"),
    ("issue 5 new gift cards", "create"),
    ("stop the run without deleting the logs", "action"),
    ("I accidentally deleted a file, bring it back", "action"),
    ("delte the repository", "delete"),
    ("주문을 취소해줘", "action"),
    ("주문 3번 취소", "action"),
    ("카드 등록", "create"),
    ("주문 123 취소 부탁드립니다", "action"),
    ("카드를 새로 등록하고 싶어요", "create"),
    ("담당자를 민수로 바꿔 주시겠어요?", "update"),
    ("취소해주실 수 있나요?", "action"),
    ("휴지통 비우기", "delete"),
    ("취소 말고 환불해줘", "action"),
    ("삭제된 주문을 복구해줘", "action"),
    ("휴가 신청 승인해줘", "action"),
    ("PR 5번 merge 해줘", "action"),
    ("시크릿을 만든 다음 조회해줘", "create"),
    ("라벨 떼줘", "delete"),
    ("Return the parcel", "action"),
    ("Quietly archive the channel", "action"),
    ("회원 한 명 삭제하기, 번호는 7", "delete"),
    ("이 카드로 지금 바로 결제", "action"),
    ("give me a refund for order 5", "action"),
    ("List orders then refund the last one", "action"),
    ("Star repos that are popular", "action"),
    ("구독을 끊어줘", "action"),
    ("사진 올려줘", "create"),
    ("취소 요청을 승인해줘", "action"),
    ("이 대화를 읽음으로 표시해줘", "update"),
]
READS = [
    # negation
    "do not delete it, just show it",
    "without creating anything, show the cart",
    "don't create or update anything, only list the hooks",
    "do not create, update or delete anything; list hooks",
    "never delete the file, show me its versions",
    "instead of removing the label just show it",
    "show the issue but don't change anything",
    "삭제하지 말고 조회해줘",
    "수정 없이 조회만 해줘",
    "생성하거나 수정하지 말고 읽기만 해줘",
    "삭제는 하지 말아 주세요, 목록만 보여 주세요",
    "변경하지 않고 미리보기만",
    "Archive nothing, just show the channel",
    "Create no copies, show the file",
    # past tense and participles
    "users that were deleted",
    "show users that were deleted",
    "when was it created",
    "show deleted files",
    "cancelled orders of this month, please",
    "I created an order yesterday, show it",
    "get the orders cancelled last week",
    "I'd like to see the orders to be cancelled",
    "삭제된 주문",
    "취소한 사람",
    "취소한 사람 보여줘",
    "누가 삭제했는지 알려줘",
    "시크릿을 만든 사람",
    "등록된 카드 보여줘",
    "취소해야 하는 주문",
    "환불해 달라는 요청이 몇 건이야?",
    # nouns
    "the create date",
    "update history",
    "the update history of order 5",
    "order status for #123",
    "refund policy",
    "issue comments of #4",
    "open pull requests",
    "block list of the organization",
    "run history",
    "sign-in history",
    "삭제 이력",
    "생성일",
    "주문 취소 내역 보여줘",
    "카드 등록 일자",
    "환불 요청 목록 보여줘",
    "지난달 환불",
    # questions and permission
    "am I allowed to delete",
    "can X be deleted?",
    "can I cancel my order?",
    "show me who can delete repos",
    "which pods were evicted?",
    "how do I delete a branch",
    "What happens if I delete a project",
    "Is there a way to restore a deleted file?",
    "check whether the coupon can be cancelled",
    "삭제할 수 있는지",
    "취소할 수 있나요?",
    "결제를 취소해도 되나요?",
    "결제 취소가 가능한가요?",
    "취소하면 어떻게 되나요",
    "비밀번호를 초기화하는 방법",
    # plain reads that sound like more
    "Return all orders of the user",
    "make sure the webhook is active",
    "make a list of overdue invoices",
    "run a search for invoices",
    "Run the saved query and show its rows",
    "페이지를 넘기면서 내려받기",
    "Refund was rejected, why?",
    "Reset link is broken",
    "show orders so I can cancel them",
    "Before I delete the repo, show its branches",
    "orders awaiting approval",
    "주문 취소 가능 여부",
    "회원을 삭제하는 API",
    "취소 요청 승인 대기 건수",
    "비밀번호 재설정 메일이 안 왔어",
    "사용자 목록을 CSV로 내보내줘",
    "Read the selected secret.",
    "Get inventory for the selected product.",
    "download the invoice",
    "엑셀로 내려받기",
    "export users to csv",
    "주문 정보 조회",
    "",
]
ACTIONS = [
    ("회원 배송지 상세 정보를 조회해줘", "read"),
    ("주문 정보 조회", "read"),
    ("환불 가능한 주문을 찾아줘", "search"),
    ("find refund-ready order details", "search"),
    ("list all comments of issue 42", "search"),
    ("how many open issues are there", "read"),
    ("who is signed in", "read"),
    ("오늘 매출이 얼마야", "read"),
    ("how do I delete a branch", "delete"),
    ("find a way to cancel the order", "action"),
    ("어떻게 취소하나요?", "action"),
    ("create a secret, then inspect it", "create"),
    ("Rename channel general to random", "update"),
    ("do not delete it, just show it", "read"),
]
SHAPES = [
    ("회원 배송지 상세 정보를 조회해줘", "single"),
    ("배송지를 하나만 상세히 보여줘", "single"),
    ("Read the selected secret.", "single"),
    ("get order 123", "single"),
    ("get the user by id", "single"),
    ("환불 가능한 주문을 찾아줘", "list"),
    ("회원 배송지 목록", "list"),
    ("모든 주문 보여줘", "list"),
    ("which pods were evicted?", "list"),
    ("list comments of issue 42", "list"),
    ("주문이 몇 건인지 알려줘", "count"),
    ("주문 건수", "count"),
    ("how many open issues are there", "count"),
    ("download the invoice", "file"),
    ("엑셀로 내려받고 싶어", "file"),
    ("create a secret", "mutation"),
]
OPPOSITES = [
    ("star", "unstar"),
    ("add", "remove"),
    ("lock", "unlock"),
    ("enable", "disable"),
    ("follow", "unfollow"),
    ("block", "unblock"),
    ("approve", "reject"),
    ("open", "close"),
    ("subscribe", "unsubscribe"),
    ("assign", "unassign"),
    ("archive", "unarchive"),
    ("archive", "restore"),
    ("start", "stop"),
    ("suspend", "unsuspend"),
    ("read", "unread"),
    ("provision", "deprovision"),
    ("Approved", "rejects"),
    ("승인", "거절"),
    ("등록", "삭제"),
    ("활성화", "비활성화"),
]
NOT_OPPOSITE = [
    ("play", "display"),
    ("count", "discount"),
    ("add", "create"),
    ("get", "list"),
    ("star", "star"),
    ("", "x"),
]


@pytest.mark.parametrize(("text", "action"), WRITES)
def test_an_asked_change_is_an_intent_to_write(text, action):
    reading = read_query(text)

    assert reading.writes
    assert reading.write_actions[-1] == action


@pytest.mark.parametrize("text", READS)
def test_a_noun_a_negation_a_past_tense_or_a_question_is_no_intent_to_write(text):
    reading = read_query(text)

    assert not reading.writes
    assert reading.write_actions == ()


@pytest.mark.parametrize(("text", "action"), ACTIONS)
def test_the_wanted_action_comes_first(text, action):
    assert read_query(text).actions[0] == (action, 3)


@pytest.mark.parametrize("text", ["", "12345", "the", "오늘"])
def test_where_nothing_is_named_there_is_no_action(text):
    assert read_query(text).actions == ()


@pytest.mark.parametrize(
    ("text", "actions"),
    [
        ("주문 정보", (("read", 2), ("search", 1))),
        ("refund policy", (("read", 2), ("search", 1))),
        ("The open basket of the shopper", (("read", 2), ("search", 1))),
        ("users that were deleted", (("search", 2), ("read", 1))),
        ("강사가 맡은 수업들", (("search", 2), ("read", 1))),
    ],
)
def test_a_request_that_only_names_a_thing_asks_mildly_to_read_it(text, actions):
    assert read_query(text).actions == actions


@pytest.mark.parametrize(("text", "shape"), SHAPES)
def test_the_wanted_shape_comes_first(text, shape):
    assert read_query(text).shapes[0][0] == shape


@pytest.mark.parametrize(("one", "two"), OPPOSITES)
def test_opposites_are_known_both_ways(one, two):
    assert are_opposite(one, two)
    assert are_opposite(two, one)


@pytest.mark.parametrize(("one", "two"), NOT_OPPOSITE)
def test_a_likeness_of_spelling_is_no_opposite(one, two):
    assert not are_opposite(one, two)


@pytest.mark.parametrize(
    ("text", "verb"),
    [
        ("Remove the star", "unstar"),
        ("Add a star to the repository", "star"),
        ("lift the suspension", "unsuspend"),
        ("별표 해제해줘", "unstar"),
        ("차단 해제", "unblock"),
        ("구독을 취소해줘", "unsubscribe"),
        ("turn off the feature", "disable"),
        ("Mark all notifications as read", "read"),
    ],
)
def test_verbs_name_what_the_request_comes_to(text, verb):
    assert verb in read_query(text).verbs


def test_the_detail_query_of_the_seeds_is_read_whole():
    reading = read_query("회원 배송지 상세 정보를 조회해줘")

    assert reading.language == "ko"
    assert reading.actions == (("read", 3), ("search", 2))
    assert reading.action_words == ("조회해줘",)
    assert reading.shapes == (("single", 3), ("list", 1))
    assert reading.shape_words == ("상세",)
    assert {"member", "delivery", "address", "회원", "배송지"} <= {term.term for term in reading.terms}


def test_only_words_that_bear_meaning_are_to_be_covered():
    reading = read_query("please show me the member delivery list")

    covered = {term.source for term in reading.terms if term.group >= 0 and term.kind == "exact"}
    assert covered == {"member", "delivery"}
    assert reading.groups == (0, 1)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("order 123 of kim@shop.example", ("123", "kim@shop.example")),
        ('call getOrderInfo with "two words"', ("getOrderInfo", "two words")),
        ("issue #42 in octocat/hello-world", ("#42", "octocat/hello-world")),
        ("see https://a.example/x?y=1 now", ("https://a.example/x?y=1",)),
        ("user_id ABC-123 v2", ("user_id", "ABC-123", "v2")),
        ("id 3f2504e0-4f89-11d3-9a0c-0305e82c3301", ("3f2504e0-4f89-11d3-9a0c-0305e82c3301",)),
        ("refund-ready orders", ()),
        ("주문 20240101-7 보여줘", ("20240101-7",)),
    ],
)
def test_literals_are_kept_as_typed(text, values):
    assert read_query(text).values == values


def test_a_literal_gives_no_translated_term():
    assert "주문" not in {term.term for term in read_query('the user "order"').terms}


def test_a_huge_request_is_bounded():
    reading = read_query("취소해줘 order " * 20_000)

    assert len(reading.words) <= 512
    assert len(reading.values) <= 32


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=300))
def test_any_text_has_a_reading(text):
    reading = read_query(text)

    assert all(0 < term.weight <= 1 for term in reading.terms)
    assert {action for action, _ in reading.actions} <= {"search", "read", "create", "update", "delete", "action"}
    assert {shape for shape, _ in reading.shapes} <= {"list", "single", "count", "mutation", "file", "none"}


WORDS = st.sampled_from(
    "delete list orders 주문 삭제하고 해줘 not the 5 , . who 말고 to and don't 수 있는지 turn off".split()
)


@settings(max_examples=200, deadline=None)
@given(st.lists(WORDS, max_size=12))
def test_any_jumble_of_words_has_the_same_reading_each_time(words):
    text = " ".join(words)

    assert read_query(text) == read_query.__wrapped__(text)
