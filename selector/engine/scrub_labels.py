"""Rules for values that a label gives away ("password: x", "비밀번호는 x"): text in, the spans beside the label out."""

import re

from selector.engine.scrub_checks import digits_of, is_compact_date
from selector.engine.scrub_names import Kind, is_about_thing, may_end_label, sensitive_kind
from selector.engine.scrub_people import ACCOUNT, address_end, is_person_label, person_end
from selector.engine.scrub_rules import CASELESS, MARKS, Rule, Span, is_template, rule

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
    필수 선택 없음 있음 문자 문자열 숫자 영문 기본값 항목 필요 비공개 대상 정보 변경 수정 조회 초기화 재설정 오류 확인 입력 만료 목록 이름 값
    하지만 그리고 또는 아직 이미 반드시 다시 최소 최대""".split()
)
UNIT_BEHIND = re.compile(r"\s?(?:자리|자|글자|개월|개|회|번|분|초|일|시간|년|명|건|원|토큰|%|chars?|characters?|digits?|letters?|"
                         r"days?|hours?|minutes?|times?|bytes?|bits?)(?![a-z])")  # fmt: skip
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
    Kind.BIRTH_DATE: re.compile(r"[0-9]{1,2}[-./][0-9]{1,2}[-./](?:19|20)[0-9]{2}|(?:19|20)[0-9]{2}[-./년 ]{1,2}[0-9]{1,2}[-./월 ]{1,2}[0-9]{1,2}일?|[0-9]{8}|[0-9]{6}(?![0-9])"
                                r"|[0-9]{2}[-./년 ]{1,2}[0-9]{1,2}[-./월 ]{1,2}[0-9]{1,2}일?"),
    Kind.USER_ID: re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.@\-]{0,63}"),
}  # fmt: skip
POSTCODE = re.compile(r"[0-9]{5}(?:-[0-9]{4})?(?![0-9-])")


def labelled(match: re.Match[str]) -> Span | None:
    """The value behind `name:`, `name=` or `"name":`, where the name is one that holds private values."""
    kind, label = _label(match)
    if kind is None:
        return None
    return value_beside(match.string, match.end(), kind, label)


def _label(match: re.Match[str]) -> tuple[Kind | None, str]:
    name = match.group(1).rstrip(".-")
    if not may_end_label(name):
        return None, name
    before = match.string[max(0, match.start() - 40) : match.start()].split("\n")[-1]
    previous = before.split()[-2:] if before.endswith(" ") else []
    for count in range(len(previous), -1, -1):
        label = " ".join([*previous[len(previous) - count :], name])
        kind = sensitive_kind(label) or (Kind.NAME if is_person_label(label) else None)
        if kind is not None:
            is_nobodys = kind in (Kind.NAME, Kind.ADDRESS) and any(is_about_thing(word) for word in [*previous, name])
            return (None if is_nobodys else kind), label
    return None, name


def value_beside(text: str, start: int, kind: Kind, label: str) -> Span | None:
    if kind in SECRET_KINDS:
        return _secret_beside(text, start, kind)
    while text[start : start + 1] in ('"', "'", "\\", "(", "“", "‘") and start < len(text):
        start += 1
    if kind is Kind.NAME:
        end = person_end(text, start, label)
    elif kind is Kind.ADDRESS:
        postcode = POSTCODE.match(text, start)
        end = postcode.end() if postcode else address_end(text, start)
    else:
        end = _shaped_end(text, start, kind)
    return Span(start, end, kind) if end > start else None


def _shaped_end(text: str, start: int, kind: Kind) -> int:
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


def _secret_beside(text: str, start: int, kind: Kind) -> Span | None:
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


def is_mixed(value: str) -> bool:
    return any(c.isdigit() for c in value) and any(c.isalpha() for c in value)


def is_secret(text: str, start: int, end: int, kind: Kind) -> bool:
    """Whether the bare word beside a label of a secret is a value rather than prose, a type, a count or a template."""
    value = text[start:end]
    if len(value) > MAX_WORD_CHARS:
        return True
    if value.lower().strip(".!?…") in NO_VALUES or is_template(value) or value.endswith((":", "=", "?")):
        return False
    if value.strip("*•●.-_/|") == "" or DATE_LIKE.fullmatch(value):
        return False
    if value.isdigit():
        return len(value) >= MIN_SECRET_DIGITS.get(kind, OTHER_MIN_DIGITS) and not UNIT_BEHIND.match(text, end)
    if UNIT_BEHIND.match(value.lstrip("0123456789")) and value[0].isdigit():
        return False
    return len(value) > 1 and not PROSE_ENDING.fullmatch(value)


def spoken(match: re.Match[str]) -> Span | None:
    """The value in "password is x" and "password to x"; a word without digits counts only where the sentence ends."""
    kind = sensitive_kind(match.group(1)) or Kind.SECRET
    span = _secret_beside(match.string, match.end(), kind)
    if span is None:
        return None
    value, behind = match.string[span.start : span.end], match.string[span.end : span.end + 5]
    is_last = re.match(r"[\"'”’]|\s*(?:[.,!?;)]|$|\n)|\s(?:and|but|입니다)", behind) is not None
    if value.isalpha() and not is_last:
        return None
    if value.isascii() and value.isalpha() and match.group(2).lower() not in ("is", "was", "="):
        return None
    return span


def spoken_korean(match: re.Match[str]) -> Span | None:
    """The value in "비밀번호는 x", "비번 x"; it must hold a digit or a sign, or stand in quotes."""
    kind = sensitive_kind(match.group(1)) or Kind.SECRET
    span = _secret_beside(match.string, match.end(), kind)
    if span is None:
        return None
    value = match.string[span.start : span.end]
    is_quoted = match.string[span.start - 1] in "\"'“‘"
    if is_quoted:
        return span
    if not value.isascii() or value.isalpha() or len(value) < 4:
        return None
    if kind is not Kind.PASSWORD and not (is_mixed(value) and len(value) >= 6):
        return None
    return span


def numbered(match: re.Match[str]) -> Span | None:
    """The number a few characters behind a label such as "계좌번호" or "card number"."""
    kind = sensitive_kind(match.group(1)) or Kind.BANK_ACCOUNT
    start = match.end()
    end = _shaped_end(match.string, start, kind)
    digits = digits_of(match.string[start:end])
    least = {Kind.CARD: 13, Kind.BANK_ACCOUNT: 9, Kind.PHONE: 7}.get(kind, 6)
    return Span(start, end, kind) if len(digits) >= least else None


LABEL_RULES: tuple[Rule, ...] = (
    rule(
        r"(?<![\w.\-])([^\W\d][\w.\-]{0,63})\\?[\"'\]]{0,2}[ \t]{0,3}(?:=>|:=|[:=]{1,2})[ \t]{0,3}",
        labelled,
        ":", "=",
    ),
    rule(
        r"(?<![A-Za-z])(password|passwd|pwd|passcode|passphrase|pin(?: code)?|otp|api[ _-]?key|(?:access|secret)[ _-]key|"
        r"secret|(?:access |refresh |auth )?token|security code|verification code)[ \t]{1,3}(is|was|to|as)[ \t]{1,3}",
        spoken,
        "pass", "pwd", "pin", "otp", "key", "secret", "token", "code",
        flags=CASELESS,
    ),
    rule(
        r"(?<![A-Za-z])(password|passwd|pwd|pw|passcode|passphrase|pin)[ \t]{1,3}"
        r"(?=[!-~]{0,60}[0-9])(?=[!-~]{0,60}[A-Za-z])(?=[!-~]{6})",
        spoken_korean,
        "pass", "pw", "pin",
        flags=CASELESS,
    ),
    rule(
        r"(비밀\s?번호|비번|패스워드|암호|핀\s?번호|인증\s?번호|보안\s?코드|토큰|시크릿(?:\s?키)?|(?:api|인증|접근|액세스|서비스)\s?키)"
        r"(?:은|는|이|가|를|을|로)?[ \t]{0,3}(?=[!-~“‘])",
        spoken_korean,
        "번호", "비번", "패스워드", "암호", "코드", "토큰", "시크릿", "키",
        flags=CASELESS,
    ),
    rule(
        r"(주민(?:등록)?\s?번호|외국인\s?(?:등록)?\s?번호|사업자\s?(?:등록)?\s?번호|여권\s?(?:번호)?|(?:운전\s?)?면허\s?(?:번호)?|계좌\s?(?:번호)?|"
        r"카드\s?번호|전화\s?(?:번호)?|연락처|휴대폰\s?(?:번호)?|휴대전화\s?(?:번호)?|핸드폰\s?(?:번호)?|팩스|생년월일|생일|"
        r"(?<![A-Za-z])(?:credit card(?: number| no\.?)?|card (?:number|no\.?)|account (?:number|no\.?)|passport(?: number| no\.?)?|"
        r"(?:phone|mobile|telephone|fax)(?: number| no\.?)?|tel\.?|driver'?s? licen[cs]e(?: number| no\.?)?|"
        r"date of birth|birth ?date|dob|ssn|social security (?:number|no\.?)|business (?:registration )?number))"
        r"(?:은|는|이|가|를|을|로|\s?#)?[ \t:=(\-]{0,4}(?:is |was |no\.? )?(?=[0-9A-Z+(가-힣])",
        numbered,
        "번호", "여권", "면허", "계좌", "전화", "연락처", "휴대폰", "핸드폰", "팩스", "생년월일", "생일", "card", "account",
        "passport", "phone", "mobile", "fax", "tel", "licen", "birth", "dob", "ssn", "social", "business",
        flags=CASELESS,
    ),
    rule(
        r"(?<![가-힣] )(?<![가-힣])(?:제|내|나의|회원|사용자|유저|고객|로그인)?\s?(?:아이디|ID)(?:는|은|가)[ \t]{0,2}(?=[A-Za-z0-9])",
        lambda match: value_beside(match.string, match.end(), Kind.USER_ID, ""),
        "아이디", "id는", "id가",
    ),
    rule(
        r"(?<![A-Za-z])(?:user ?(?:id|name)|login ?id|member (?:id|number)|customer (?:id|number))[ \t]{1,2}"
        r"(?:is |was |no\.? |#)?(?=[A-Za-z0-9_])(?=[\w.@-]{0,40}[0-9_.@])",
        lambda match: value_beside(match.string, match.end(), Kind.USER_ID, ""),
        "user", "login", "member", "customer",
        flags=CASELESS,
    ),
)  # fmt: skip
