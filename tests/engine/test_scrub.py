"""Private values leave text and nested values in both languages; what an operator has to read stays."""

from __future__ import annotations

import json
import math
import time
from datetime import date
from enum import StrEnum
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from selector.engine.scrub import RULES, scrub_text, scrub_value

# Key-shaped samples are put together here, so that scanners for leaked keys do not stop at this file.
RANDOM = "q7Rk2Zt9Xw4Lp8Vn3Bs6Hd1Jf5Gc0Ma"
GITHUB = "ghp_" + RANDOM + "Yz12"
STRIPE = "sk_" + "live_" + RANDOM[:24]
SLACK = "xoxb-" + "123456789012-" + RANDOM[:16]
OPENAI = "sk-" + "proj-" + RANDOM
GOOGLE = "AIza" + "SyA" + RANDOM
JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0." + RANDOM
PEM = "-----BEGIN RSA " + "PRIVATE KEY-----\nMIIEow\nIBAAK\n-----END RSA PRIVATE KEY-----"
ENCODED = "dXNlcjpwYXNzd29yZA=="

# kind, text before, private value, text behind
POSITIVES = [
    ("email", "Send it to ", "jane.doe+shop@example.co.uk", " today"),
    ("email", "메일은 ", "hong@example.com", "으로 보내줘"),
    ("email", "주소 ", "홍길동@example.kr", " 확인"),
    ("email", "?q=", "hong%40example.com", ""),
    ("email", "write to ", "jane [at] example.com", "!"),
    ("email", "write to ", "jane at example dot com", ""),
    ("phone", "전화 ", "010-1234-5678", ""),
    ("phone", "", "010.1234.5678", "로 연락"),
    ("phone", "", "010 1234 5678", " 회원을 찾아줘"),
    ("phone", "", "01012345678", "번"),
    ("phone", "", "010 - 1234 - 5678", ""),
    ("phone", "", "010)1234-5678", ""),
    ("phone", "", "010－1234－5678", ""),
    ("phone", "", "０１０-１２３４-５６７８", ""),
    ("phone", "", "+82-10-1234-5678", ""),
    ("phone", "", "+82 (0)10 1234 5678", ""),
    ("phone", "", "821012345678", ""),
    ("phone", "", "011-234-5678", ""),
    ("phone", "", "02-123-4567", ""),
    ("phone", "", "(031) 123-4567", ""),
    ("phone", "", "+82 2 1234 5678", ""),
    ("phone", "", "070-1234-5678", ""),
    ("phone", "", "0212345678", ""),
    ("phone", "", "공일공 일이삼사 오육칠팔", ""),
    ("phone", "call ", "+1 (415) 555-2671", " now"),
    ("phone", "call ", "+442079460958", ""),
    ("phone", "call ", "020 7946 0958", ""),
    ("phone", "call ", "415-555-2671", ""),
    ("phone", "연락처: ", "555 1234", ""),
    ("resident_number", "주민등록번호 ", "900101-1234567", ""),
    ("resident_number", "", "900101 - 1234567", " 회원"),
    ("resident_number", "", "850315.2345678", ""),
    ("resident_number", "", "9001011234567", ""),
    ("resident_number", "", "900101-1******", ""),
    ("foreigner_number", "", "900101-5234567", ""),
    ("foreigner_number", "외국인등록번호: ", "8512316123456", ""),
    ("social_security_number", "SSN ", "123-45-6789", ""),
    ("business_number", "", "123-45-67891", ""),
    ("business_number", "사업자등록번호는 ", "1234567890", ""),
    ("passport", "여권번호 ", "M12345678", ""),
    ("passport", "", "M123A4567", " 여권"),
    ("passport", "passport no. ", "AB1234567", ""),
    ("driver_licence", "", "11-12-345678-90", ""),
    ("driver_licence", "면허 ", "서울 12-345678-90", ""),
    ("driver_licence", "driver's license ", "D1234-5678-90", ""),
    ("card", "", "4111 1111 1111 1111", ""),
    ("card", "카드 ", "5555-5555-5555-4444", "로 결제"),
    ("card", "", "378282246310005", ""),
    ("card", "카드번호: ", "1234-5678-9012-3456", ""),
    ("bank_account", "국민은행 ", "123456-78-901234", ""),
    ("bank_account", "계좌번호는 ", "110-123-456789", ""),
    ("bank_account", "account number ", "123456789012", ""),
    ("bank_account", "하나은행 계좌 ", "12345678901234", "로 환불"),
    ("iban", "", "DE89 3704 0044 0532 0130 00", " please"),
    ("iban", "", "GB82WEST12345698765432", ""),
    ("ip_address", "from ", "203.0.113.42", ":8080"),
    ("ip_address", "from ", "2001:db8:85a3::8a2e:370:7334", ""),
    ("mac_address", "", "00:1B:44:11:3A:B7", ""),
    ("cookie", "Cookie: ", "JSESSIONID=abc123; theme=dark", ""),
    ("cookie", "Set-Cookie: ", "sid=s%3Aabc.def; Path=/; HttpOnly", ""),
    ("authorization", "Authorization: Bearer ", "abcdef123456", ""),
    ("authorization", "authorization: Basic ", ENCODED, ""),
    ("authorization", "curl -H 'Bearer ", "a1b2c3d4e5f6", "'"),
    ("authorization", "Authorization: ", 'Digest username="kim", response="6629fae4"', ""),
    ("jwt", "got ", JWT, ""),
    ("aws_key", "", "AKIAIOSFODNN7EXAMPLE", ""),
    ("api_key", "aws_secret_access_key_id: x, api key: ", "wJalrXUtnFEMIK7MDENG", ""),
    ("github_key", "use ", GITHUB, " here"),
    ("openai_key", "use ", OPENAI, ""),
    ("slack_key", "use ", SLACK, ""),
    ("stripe_key", "use ", STRIPE, ""),
    ("google_key", "use ", GOOGLE, ""),
    ("private_key", "key:\n", PEM, "\nend"),
    ("password", "password is ", "hunter2", ""),
    ("password", "my password is ", "swordfish", "."),
    ("password", "set the password to ", "Summer2024!", " please"),
    ("password", 'password="', "correct horse battery", '"'),
    ("password", '{\\"password\\": \\"', "hunter2", '\\"}'),
    ("password", "비밀번호는 ", "abcd1234!", " 입니다"),
    ("password", "비밀번호: ", "바나나우유", ""),
    ("password", "비번 ", "q1w2e3r4", "로 로그인"),
    ("password", "인증번호 ", "482913", " 입력"),
    ("password", "<password>", "hunter2", "</password>"),
    ("password", "서버 password: ", "hunter2", ""),
    ("password", "DB_PASSWORD=", "pg-local", ""),
    ("token", "token=", "abc123def", ""),
    ("token", "access token: ", "zzz-999-yyy", ""),
    ("token", "https://shop.example/join?token=", "tok-0001", "&page=2"),
    ("token", "토큰은 ", "a1b2c3d4e5", ""),
    ("secret", "client_secret: '", "s3cr3t", "'"),
    ("api_key", "X-Api-Key: ", "k-2024-abc", ""),
    ("api_key", "API 키는 ", "ab12cd34ef", "이야"),
    ("url_credentials", "https://", "kim:pw1234", "@shop.example/x"),
    ("high_entropy", "use ", RANDOM, " for it"),
    ("name", "이름: ", "홍길동", ", 등급: VIP"),
    ("name", "제 이름은 ", "김민수", "입니다"),
    ("name", "", "박서준", "님의 주문을 조회해줘"),
    ("name", "회원 ", "이영희", "의 배송지"),
    ("name", "수령인: ", "크리스티나", ""),
    ("name", "customer name: ", "Jane Doe", ""),
    ("name", "my name is ", "John", ""),
    ("address", "주소: ", "서울시 강남구 테헤란로 123, 4층 501호", ""),
    ("address", "", "경기도 성남시 분당구 판교역로 235", "로 배송"),
    ("address", "", "서울특별시 마포구 상암동 1600번지", ""),
    ("address", "ship to ", "221 Baker Street, London", ""),
    ("address", "address: ", "12 High St, Springfield", ""),
    ("birth_date", "생년월일: ", "1990-01-01", ""),
    ("birth_date", "date of birth: ", "01/31/1990", ""),
    ("user_id", "user_id=", "hong123", ""),
    ("user_id", "아이디는 ", "hong_gd", "입니다"),
    ("user_id", "회원번호: ", "10023", ""),
    ("user_id", "회원 ID ", "hong1234", "로 조회"),
    ("phone", "", "0 1 0 - 1 2 3 4 - 5 6 7 8", ""),
    ("password", "OTP ", "123456", ""),
    ("password", "카드 cvc ", "123", ""),
    ("name", "", "홍길동", " 고객님"),
    ("name", "예금주 ", "김철수", ""),
    ("name", "I'm ", "John Smith", " from sales"),
    ("bank_account", "환불 계좌는 하나 ", "123-456789-01234", " 입니다"),
    ("birth_date", "born on ", "1985-03-15", ""),
    ("vehicle_number", "차량번호 ", "12가 3456", ""),
    ("address", "우편번호 ", "06236", ""),
    ("address", "", "123 Main St, Springfield, IL 62704", ""),
]

NEGATIVES = [
    "token_budget: 4000",
    "total_tokens=12031, prompt_tokens: 400",
    "token: 4000",
    "max tokens is 8192",
    "next_page_token: required",
    "2024-01-02",
    "2024.01.02 13:45:00",
    "2024-01-02T03:04:05.678Z",
    "2024-01-02T03:04:05+09:00",
    "12:30:45",
    "20240229",
    "1704067200000",
    "ORD-2024-000123 주문을 취소해줘",
    "orderNo 20240101001",
    "orderNo=2024010100123456",
    "주문 20240101001의 배송 상태",
    "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "commit 3c84c44f2b1d9e7a6c5b4a39281706f5e4d3c2b1",
    "id 550e8400-e29b-41d4-a716-446655440000",
    "01ARZ3NDEKTSV4RRFFQ69G5FAV",
    "getMemberDeliveryDetail",
    "getMemberDeliveryList가 아니라 getMemberDeliveryDetail",
    "secretName createSecret getSecret deleteSecret",
    "secretName: required",
    "Read the selected secret.",
    "Create a secret, then inspect it.",
    "issues/list-for-repo",
    "repos/get-content-v2-2024-preview-of-branches",
    "actions/create-or-update-environment-secret",
    "GET /members/{memberNo}/deliveries/{deliveryNo}",
    "https://api.example.com/v1/orders?page=2&size=20&sort=orderedAt,desc",
    "https://shop.example/join?token={token}",
    "${s1.body.token}",
    "가격 1,234,567원, 수량 12개",
    "price: 15000, discount: 10%",
    "version 1.2.3",
    "v10.0.0.1 으로 올림",
    "Python 3.11.7, Django 5.2",
    "http://127.0.0.1:8790/v1",
    "회원 배송지 상세 정보를 조회해줘",
    "회원 배송지 목록을 보여줘",
    "환불 가능한 주문을 찾아줘",
    "주문 정보 조회",
    "비밀번호 변경 화면을 열어줘",
    "비밀번호는 8자 이상이어야 합니다",
    "비밀번호: 8자리 이상",
    "비밀번호를 재설정하는 API",
    "password is required",
    "password must be at least 8 characters",
    "The password is incorrect",
    "The token is expired",
    "token is a string",
    "Basic information about Bearer authentication",
    "Bearer token required",
    "Authorization: required",
    "cookie policy",
    "시크릿 이름으로 시크릿을 조회한다",
    "이름으로 상품을 찾아줘",
    "이름: 주문 목록",
    "상품 이름: 이지우",
    "검색할 상품 이름: 이지우",
    "이름은 정확히 입력",
    "고객님의 주문, 회원님 안내",
    "서울날씨 알려줘",
    "주소: 목록",
    "서울시 매장별로 3개씩",
    "회원 등급별로 10명",
    "전화 상담 건수 120건",
    "계좌 20240101 기준 잔액",
    "name: getOrderInfo",
    "name: Member Delivery",
    "user id is required",
    "userId: string",
    "score 0.8734123412 rank 12 margin 0.0450000001",
    "8801051234565",
    "std::vector<int>, a::b",
    "latency_ms=1430 attempts=3 observations=12",
    "attempt-001 of run 42, step 3 of 17",
    "@octocat commented on #12345",
    "git@github.com:octo/repo.git",
    "E5 384 dims, k1=1.2, b=0.75",
    "기업 회원 주문 20240101001",
    "public_key, primary_key: orderNo",
    "getResourceV1beta2APIResources, listNetworkingV1beta1ServiceCIDR",
    "GetToday-ModifyMeeting-GetUserToken-level-2-1",
    "user B. Note: some events are generated by the system",
    "the type of resource where the secret was found",
    "X-Atlassian-Token: no-check",
    "keep my username private.",
    "pass rate 0.85, passed: 12",
    "TRANSFER_ORDER_NAME: 주문명",
]


@pytest.mark.parametrize(("kind", "before", "private", "behind"), POSITIVES)
def test_private_value_becomes_its_kind_and_the_rest_stays(kind: str, before: str, private: str, behind: str) -> None:
    scrubbed = scrub_text(before + private + behind)

    assert private not in scrubbed.text
    assert scrubbed.text == f"{before}<{kind}>{behind}"
    assert scrubbed.kinds[kind] == 1


@pytest.mark.parametrize("text", NEGATIVES)
def test_what_an_operator_reads_stays(text: str) -> None:
    scrubbed = scrub_text(text)

    assert (scrubbed.text, scrubbed.kinds, scrubbed.is_cut) == (text, {}, False)


def test_tables_are_as_large_as_promised() -> None:
    assert len(POSITIVES) >= 80
    assert len(NEGATIVES) >= 50


@pytest.mark.parametrize(("kind", "before", "private", "behind"), POSITIVES)
def test_scrubbing_again_changes_nothing(kind: str, before: str, private: str, behind: str) -> None:
    once = scrub_text(before + private + behind).text

    again = scrub_text(once)

    assert (again.text, again.kinds) == (once, {})


def test_report_counts_each_kind_and_holds_no_value() -> None:
    scrubbed = scrub_text("a@example.com, b@example.com, 010-1234-5678")

    assert scrubbed.text == "<email>, <email>, <phone>"
    assert scrubbed.kinds == {"email": 2, "phone": 1}
    assert "example" not in repr(scrubbed)


def test_all_secrets_of_one_text_go() -> None:
    parts = [before + private + behind for _, before, private, behind in POSITIVES]

    text = scrub_text("\n".join(parts)).text

    assert [private for _, _, private, _ in POSITIVES if private in text] == []


@pytest.mark.parametrize(
    ("name", "value", "kept"),
    [
        ("password", "hunter2", "<password>"),
        ("newPasswordConfirm", "x", "<password>"),
        ("비밀번호", "x", "<password>"),
        ("secretValue", "x", "<secret>"),
        ("Authorization", "Basic abc", "<authorization>"),
        ("cookies", {"sid": "x"}, "<cookie>"),
        ("x-api-key", ["a", "b"], "<api_key>"),
        ("accessToken", "x", "<token>"),
        ("ssn", 123456789, "<social_security_number>"),
        ("card_number", 4111111111111111, "<card>"),
        ("mobilePhone", 1012345678, "<phone>"),
        ("receiverName", "홍길동", "<name>"),
        ("이름", "홍길동", "<name>"),
        ("userId", 7, "<user_id>"),
        ("email", "nonsense", "<email>"),
        ("password", None, None),
        ("password", True, True),
        ("token", "${s1.token}", "${s1.token}"),
        ("token", 4000, 4000),
        ("memberNo", "$response.body#/memberNo", "$response.body#/memberNo"),
        ("/members/{memberNo}", {"get": 1}, {"get": 1}),
        ("password", "$ecret{1}!", "<password>"),
        ("password", {"type": "string", "format": "password"}, {"type": "string", "format": "password"}),
        ("secretName", "pg", "pg"),
        ("token_budget", 4000, 4000),
        ("total_tokens", 400_000, 400_000),
        ("상품 이름", "이지우", "이지우"),
        ("name", "getMemberDeliveryDetail", "getMemberDeliveryDetail"),
        ("session_id_hash", "f" * 40, "f" * 40),
        ("attempt_id", RANDOM, RANDOM),
        ("digest", RANDOM, RANDOM),
        ("orderNo", "20240101001", "20240101001"),
        ("note", RANDOM, "<high_entropy>"),
        ("note", 4111111111111111, "<card>"),
        ("note", 9001011234567, "<resident_number>"),
        ("created_ms", 1704067200000, 1704067200000),
        ("orderNo", "010-1234-5678", "<phone>"),
    ],
)
def test_name_of_a_field_decides_what_happens_to_its_value(name: str, value: Any, kept: Any) -> None:
    scrubbed = scrub_value({name: value})

    assert scrubbed.value == {name: kept}


def test_nested_values_and_keys_are_scrubbed_and_counted() -> None:
    value = {"rows": [{"a@example.com": 1, "z@example.com": (2, "010-1234-5678")}], "note": "plain"}

    scrubbed = scrub_value(value)

    assert scrubbed.value == {"rows": [{"<email>": 1, "<email>#2": [2, "<phone>"]}], "note": "plain"}
    assert scrubbed.kinds == {"email": 2, "phone": 1}


def test_keys_that_become_equal_keep_their_values_whatever_their_order() -> None:
    pairs = [("a@example.com", 1), ("b@example.com", 2), ("<email>", 3)]

    forwards, backwards = scrub_value(dict(pairs)).value, scrub_value(dict(reversed(pairs))).value

    assert forwards == backwards == {"<email>": 3, "<email>#2": 1, "<email>#3": 2}


class Colour(StrEnum):
    RED = "red"


@pytest.mark.parametrize(
    ("value", "kept"),
    [
        (b"\x00", "<unreadable>"),
        (object(), "<unreadable>"),
        (math.nan, None),
        (math.inf, None),
        pytest.param(10**5000, "<unreadable>", id="huge"),
        (date(2024, 1, 2), "2024-01-02"),
        (Colour.RED, "red"),
        ({3, 1}, [1, 3]),
        ("\ud800", "?"),
        ({1: "a", None: "b", (1, 2): "c"}, {"1": "a", "null": "b", "<unreadable>": "c"}),
    ],
)
def test_what_json_cannot_hold_becomes_something_that_it_can(value: Any, kept: Any) -> None:
    assert scrub_value(value).value == kept


def test_depth_items_and_characters_are_bounded_and_the_cut_is_marked() -> None:
    value = {"deep": {"er": {"est": 1}}, "many": list(range(50)), "later": 1}

    scrubbed = scrub_value(value, max_depth=2, max_items=10)

    assert scrubbed.is_cut
    assert scrubbed.value == {"deep": {"er": "<too deep>"}, "many": [0, 1, 2, 3, 4, 5, 6, "<cut>"], "<cut>": "<cut>"}
    assert scrub_value(scrubbed.value, max_depth=2, max_items=10).value == scrubbed.value


@pytest.mark.parametrize("limit", [0, 1, 5, 19, 20, 21, 22, 40])
def test_cut_text_is_short_enough_and_shows_no_part_of_what_was_removed(limit: int) -> None:
    scrubbed = scrub_text("문의는 여기로 보내세요 hong.gildong@example.com 감사합니다 그리고 안녕히", max_chars=limit)

    assert len(scrubbed.text) <= limit
    assert scrubbed.is_cut
    assert "hong" not in scrubbed.text
    assert scrub_text(scrubbed.text, max_chars=limit).text == scrubbed.text


def test_value_that_contains_itself_is_cut_at_the_depth() -> None:
    loop: dict[str, Any] = {}
    loop["again"] = loop

    assert json.dumps(scrub_value(loop, max_depth=3).value).count("again") == 3


HOSTILE = [
    "a" * 200_000,
    "1" * 200_000,
    "1-" * 100_000,
    "1 " * 100_000,
    "0 " * 100_000,
    "a@" * 100_000,
    "%40" * 66_000,
    "a.a@a." * 33_000,
    "a:" * 100_000,
    ":" * 200_000,
    "a=b&" * 50_000,
    "password " * 22_000,
    "password:" * 22_000,
    "password is " * 16_000,
    "eyJ." * 50_000,
    "Cookie: a" * 22_000,
    "://a:" * 40_000,
    "-----BEGIN PRIVATE KEY-----" * 7_000,
    "<a>" * 66_000,
    "<a>b</b>" * 25_000,
    "가" * 200_000,
    "서울시 " * 50_000,
    "강남구 " * 50_000,
    "서울 강남구 로1" * 20_000,
    "비밀번호" * 50_000,
    "계좌번호 1" * 28_000,
    "홍길동 " * 50_000,
    "12 A B C " * 22_000,
    "Ab " * 66_000,
    "GB82 WEST " * 20_000,
    '\\"' * 100_000,
    "a at " * 40_000,
    "010-1234-5678 " * 14_000,
    "hong@example.com " * 12_000,
    "일반 문장과 getMemberDeliveryDetail, 2024-01-02, token_budget: 4000 and more prose. " * 2_700,
]


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: repr(text[:12]))
def test_two_hundred_thousand_characters_take_less_than_a_second(text: str) -> None:
    start = time.process_time()
    scrub_text(text)
    duration = time.process_time() - start

    assert duration < 1.0


FRAGMENTS = st.sampled_from(
    [before + private + behind for _, before, private, behind in POSITIVES]
    + [private for _, _, private, _ in POSITIVES]
    + NEGATIVES
    + [
        "<email>",
        "<password>",
        "</password>",
        "<",
        ">",
        "비밀번호는 ",
        "password: ",
        "이름: ",
        "\u0338",
        "\u11a8",
        "\ue000",
    ]
)
TEXTS = st.one_of(st.text(max_size=60), st.lists(st.one_of(FRAGMENTS, st.text(max_size=6)), max_size=6).map("".join))
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), TEXTS, st.binary(max_size=3)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.one_of(TEXTS, st.integers()), inner, max_size=4)
    ),
    max_leaves=12,
)


@settings(max_examples=300, deadline=None)
@given(TEXTS, st.integers(0, 80))
def test_scrubbing_any_text_twice_is_scrubbing_it_once(text: str, limit: int) -> None:
    once, short = scrub_text(text).text, scrub_text(text, max_chars=limit).text

    assert scrub_text(once).text == once
    assert scrub_text(short, max_chars=limit).text == short
    assert len(short) <= limit


@settings(max_examples=300, deadline=None)
@given(VALUES, st.integers(0, 4), st.integers(0, 9), st.integers(0, 40))
def test_any_value_scrubs_to_json_that_scrubs_to_itself(value: Any, depth: int, items: int, chars: int) -> None:
    once = scrub_value(value, max_depth=depth, max_items=items, max_chars=chars).value

    again = scrub_value(
        json.loads(json.dumps(once, allow_nan=False)), max_depth=depth, max_items=items, max_chars=chars
    )

    assert again.value == once


def test_every_rule_says_what_it_needs_in_lower_case() -> None:
    assert all(word == word.lower() and word for rule in RULES for word in rule.needs)
