"""The value beside a label: a text, a place in it and the kind promised in, where the private value stands out."""

import re

from selector.engine.scrub_checks import is_compact_date, is_mixed
from selector.engine.scrub_names import Kind
from selector.engine.scrub_numbers import ACCOUNT
from selector.engine.scrub_people import address_end, person_end
from selector.engine.scrub_rules import MARKS, Span, is_template

# What stands behind a label in prose, schemas and templates, and is no value.
NO_VALUES = frozenset(
    """a an the this that these those it its your my our their his her not no none null nil undefined true false yes
    required optional mandatory must should shall may can could will would has have had was were is are be been being
    string str number integer int boolean bool object array text type format uuid date invalid valid expired missing
    incorrect wrong correct empty blank default unknown unset set reset changed change updated update deleted sent
    needed given used unused active inactive enabled disabled hidden masked redacted removed encrypted hashed stored
    query header path body cookie bearer basic digest oauth oauth2 apikey in on at of for from to by as with without
    when where which who how why what if then and or but also only too very so name value password passwd token secret
    key credentials authorization user username api auth id login please same different wrong about via per each all
    any some one two new old weak strong safe secure unsafe public private generated issued rotated leaked lost created
    found no-check single-use one-time read-only
    필수 선택 없음 있음 문자 문자열 숫자 영문 기본값 항목 필요 비공개 대상 정보 변경 수정 조회 초기화 재설정
    오류 확인 입력 만료 목록 이름 값
    하지만 그리고 또는 아직 이미 반드시 다시 최소 최대""".split()
)
UNIT_BEHIND = re.compile(r"\s?(?:자리|자|글자|개월|개|회|번|분|초|일|시간|년|명|건|원|토큰|%|"
                         r"chars?|characters?|digits?|letters?|days?|hours?|minutes?|times?|bytes?|bits?)"
                         r"(?![a-z])")  # fmt: skip
DATE_LIKE = re.compile(
    r"(?:19|20)[0-9]{2}[-./][0-9]{1,2}[-./][0-9]{1,2}\S*|[0-9]{1,2}:[0-9]{2}\S*|v?[0-9]+(?:\.[0-9]+)+"
)
PROSE_ENDING = re.compile(r"[a-z]+(?:ed|ing|able|ible|ly)")

QUOTED = re.compile(
    rf"\"((?:[^\"\\\r\n{MARKS}]|\\[^\r\n{MARKS}])+)|\\\"([^\"\\\r\n{MARKS}]+)|\\?'([^'\\\r\n{MARKS}]+)|[“‘]([^”’\r\n{MARKS}]+)"
)
BARE = re.compile(rf"[^\s\"'<>,;&\\가-힣{MARKS}][^\s\"'<>,;&\\가-힣{MARKS}]*|[가-힣][^\s\"'<>,;&\\{MARKS}]*")
SECRET_KINDS = frozenset(
    (Kind.PASSWORD, Kind.TOKEN, Kind.SECRET, Kind.API_KEY, Kind.PRIVATE_KEY, Kind.COOKIE, Kind.AUTHORIZATION)
)
MIN_SECRET_DIGITS = {Kind.PASSWORD: 3}  # digits; a shorter number beside the label counts something
MAX_WORD_CHARS = 200  # chosen: what is longer is no word of prose, and is not looked at closely
OTHER_MIN_DIGITS = 6  # digits; `token: 4000` is a count

SHAPES = {
    Kind.PHONE: re.compile(r"\+?\(?[0-9]{1,4}\)?(?:[ .)\-]{1,3}[0-9]{3,4}){1,4}|\+?[0-9]{7,14}"),
    Kind.CARD: re.compile(r"[0-9]{4}(?:[ .\-]?[0-9]{4}){2}[ .\-]?[0-9]{1,7}|[0-9]{4}[ \-][0-9]{6}[ \-][0-9]{4,5}"),
    Kind.BANK_ACCOUNT: re.compile(ACCOUNT),
    Kind.RESIDENT_NUMBER: re.compile(r"[0-9]{6}[ .\-]{0,3}[0-9*]{7}"),
    Kind.FOREIGNER_NUMBER: re.compile(r"[0-9]{6}[ .\-]{0,3}[0-9*]{7}"),
    Kind.SOCIAL_SECURITY_NUMBER: re.compile(r"[0-9]{3}[ \-]?[0-9]{2}[ \-]?[0-9]{4}"),
    Kind.BUSINESS_NUMBER: re.compile(r"[0-9]{3}[ .\-]?[0-9]{2}[ .\-]?[0-9]{5}"),
    Kind.PASSPORT: re.compile(r"(?=[A-Z]{0,3}[0-9])[A-Z0-9]{7,10}(?![A-Za-z0-9])"),
    Kind.DRIVER_LICENCE: re.compile(r"(?:[가-힣]{2}[ \-]?)?[A-Z]{0,3}[0-9][0-9A-Z \-]{5,17}[0-9]"),
    Kind.BIRTH_DATE: re.compile(
        r"[0-9]{1,2}[-./][0-9]{1,2}[-./](?:19|20)[0-9]{2}"
        r"|(?:(?:19|20)[0-9]{2}|[0-9]{2})[-./년 ]{1,2}[0-9]{1,2}[-./월 ]{1,2}[0-9]{1,2}일?"
        r"|[0-9]{8}|[0-9]{6}(?![0-9])"
    ),
    Kind.USER_ID: re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.@\-]{0,63}"),
}  # fmt: skip
POSTCODE = re.compile(r"[0-9]{5}(?:-[0-9]{4})?(?![0-9-])")


def value_beside(text: str, start: int, kind: Kind, label: str) -> Span | None:
    """The span of the value that begins at `start`, or None where what stands there is no value of this kind."""
    if kind in SECRET_KINDS:
        return secret_beside(text, start, kind)
    while text[start : start + 1] in ('"', "'", "\\", "(", "“", "‘") and start < len(text):
        start += 1
    if kind is Kind.NAME:
        end = person_end(text, start, label)
    elif kind is Kind.ADDRESS:
        postcode = POSTCODE.match(text, start)
        end = postcode.end() if postcode else address_end(text, start)
    else:
        end = shaped_end(text, start, kind)
    return Span(start, end, kind) if end > start else None


def shaped_end(text: str, start: int, kind: Kind) -> int:
    shape = SHAPES.get(kind)
    found = shape.match(text, start) if shape else None
    if found is None:
        return start
    value = found.group()
    if kind is Kind.USER_ID:
        is_word = value.lower() in NO_VALUES or (
            value.isalpha() and text[found.end() : found.end() + 2].strip().isalpha()
        )
        return start if is_word or is_template(value) else found.end()
    is_date = kind is not Kind.BIRTH_DATE and is_compact_date(value)
    return start if is_date or text[found.end() : found.end() + 1].isdigit() else found.end()


def secret_beside(text: str, start: int, kind: Kind) -> Span | None:
    quoted = QUOTED.match(text, start)
    if quoted:
        group = next(i for i in (1, 2, 3, 4) if quoted.group(i) is not None)
        value = quoted.group(group)
        if value.lower().strip() in NO_VALUES or is_template(value):
            return None
        return Span(quoted.start(group), quoted.end(group), kind)
    bare = BARE.match(text, start)
    if bare is None:
        return None
    value = bare.group().rstrip("}])")
    end = start + len(value)
    if value.endswith(".") and not is_mixed(value):
        end -= 1
    return Span(start, end, kind) if end > start and is_secret(text, start, end, kind) else None


def is_secret(text: str, start: int, end: int, kind: Kind) -> bool:
    """Whether the bare word beside a label of a secret is a value rather than prose, a type, a count or a template."""
    value = text[start:end]
    if len(value) > MAX_WORD_CHARS:
        return True
    if value.lower().strip(".!?…`*_") in NO_VALUES or is_template(value) or value.endswith((":", "=", "?")):
        return False
    if value.strip("*•●.-_/|") == "" or DATE_LIKE.fullmatch(value):
        return False
    if value.isdigit():
        return len(value) >= MIN_SECRET_DIGITS.get(kind, OTHER_MIN_DIGITS) and not UNIT_BEHIND.match(text, end)
    if UNIT_BEHIND.match(value.lstrip("0123456789")) and value[0].isdigit():
        return False
    return len(value) > 1 and not PROSE_ENDING.fullmatch(value)
