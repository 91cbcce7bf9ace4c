"""Rules for values that a label gives away ("password: x", "비밀번호는 x"): text in, the spans beside the label out."""

import re

from selector.engine.scrub_checks import digits_of, is_mixed
from selector.engine.scrub_names import Kind, is_about_thing, may_end_label, sensitive_kind
from selector.engine.scrub_numbers import ACCOUNT, account
from selector.engine.scrub_people import is_person_label
from selector.engine.scrub_rules import CASELESS, Rule, Span, rule, take
from selector.engine.scrub_values import secret_beside, shaped_end, value_beside


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


def spoken(match: re.Match[str]) -> Span | None:
    """The value in "password is x" and "password to x"; a word without digits counts only where the sentence ends."""
    kind = sensitive_kind(match.group(1)) or Kind.SECRET
    span = secret_beside(match.string, match.end(), kind)
    if span is None:
        return None
    value, behind = match.string[span.start : span.end], match.string[span.end : span.end + 5]
    is_last = re.match(r"[\"'”’]|\s*(?:[.,!?;)]|$|\n)|\s(?:and|but|입니다)", behind) is not None
    is_word = value.replace("-", "").isalpha()
    if is_word and (not is_last or match.group(2).lower() not in ("is", "was")):
        return None
    return span


def spoken_korean(match: re.Match[str]) -> Span | None:
    """The value in "비밀번호는 x", "비번 x"; it must hold a digit or a sign, or stand in quotes."""
    kind = sensitive_kind(match.group(1)) or Kind.SECRET
    span = secret_beside(match.string, match.end(), kind)
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
    end = shaped_end(match.string, start, kind)
    digits = digits_of(match.string[start:end])
    least = {Kind.CARD: 13, Kind.BANK_ACCOUNT: 9, Kind.PHONE: 7}.get(kind, 6)
    return Span(start, end, kind) if len(digits) >= least else None


def user_id(match: re.Match[str]) -> Span | None:
    return value_beside(match.string, match.end(), Kind.USER_ID, "")


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
        r"(?<![A-Za-z])(password|passwd|pwd|pw|pass|passcode|passphrase|pin)(?:[ \t]{1,3}|: ?)"
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
        r"(?<![A-Za-z])(?:credit card(?: number| no\.?)?|card (?:number|no\.?)|(?:bank )?account (?:number|no\.?)|bank account|passport(?: number| no\.?)?|"
        r"(?:phone|mobile|telephone|fax)(?: number| no\.?)?|tel\.?|driver'?s? licen[cs]e(?: number| no\.?)?|"
        r"date of birth|birth ?date|dob|ssn|social security (?:number|no\.?)|business (?:registration )?number))"
        r"(?:은|는|이|가|를|을|로|\s?#)?[ \t:=(\-]{0,4}(?:is |was |no\.? )?(?=[0-9A-Z+(가-힣])",
        numbered,
        "번호", "여권", "면허", "계좌", "전화", "연락처", "휴대폰", "핸드폰", "팩스", "생년월일", "생일", "card", "account",
        "passport", "phone", "mobile", "fax", "tel", "licen", "birth", "dob", "ssn", "social", "business",
        flags=CASELESS,
    ),
    rule(
        r"(?:(?<![가-힣])(?:제|내|나의)|회원|사용자|유저|고객|로그인)\s?(?:아이디|ID)(?:는|은|가|를|로)?[ \t]{0,2}(?=[A-Za-z0-9])",
        user_id,
        "아이디", "id",
    ),
    rule(
        r"(?<![가-힣] )(?<![가-힣])(?:아이디|ID)(?:는|은|가)?[ \t]{0,2}(?=[A-Za-z][\w.]{0,30}[0-9_])",
        user_id,
        "아이디", "id는", "id가",
    ),
    rule(
        r"(?:회원|고객|사용자)\s?번호(?:는|은|이|가)?[ \t]{0,2}(?=[A-Z]{0,3}[0-9]{2})(?![0-9]{1,4}\s?(?:개|명|건))",
        user_id,
        "번호",
    ),
    rule(r"계좌(?:\s?번호)?[^\d\n]{0,12}(" + ACCOUNT + r")(?![0-9])", account, "계좌"),
    rule(r"우편\s?번호[\s:은는]{0,3}([0-9]{5})(?![0-9-])", take(Kind.ADDRESS, 1), "우편"),
    rule(
        r"차(?:량)?\s?번호[\s:은는]{0,3}((?:[가-힣]{2}\s?)?[0-9]{2,3}\s?[가-힣]\s?[0-9]{4})(?![0-9])",
        take(Kind.VEHICLE_NUMBER, 1),
        "번호",
    ),
    rule(
        r"(?<![A-Za-z])(?:otp|pin|passcode|verification code|security code|cvc2?|cvv2?)[ \t:#]{1,2}([0-9]{3,8})(?![0-9.\-:/])",
        take(Kind.PASSWORD, 1),
        "otp", "pin", "code", "cv",
        flags=CASELESS,
    ),
    rule(
        r"(?<![A-Za-z])born (?:on |in )?((?:19|20)[0-9]{2}[-./][0-9]{1,2}[-./][0-9]{1,2}|[0-9]{1,2}[-./][0-9]{1,2}[-./](?:19|20)[0-9]{2})",
        take(Kind.BIRTH_DATE, 1),
        "born",
        flags=CASELESS,
    ),
    rule(
        r"(?<![A-Za-z])(?:user ?(?:id|name)|login ?id|member (?:id|number)|customer (?:id|number))[ \t]{1,2}"
        r"(?:is |was |no\.? |#)?(?=[A-Za-z0-9_])(?=[\w.@-]{0,40}(?:[0-9_@]|\.\w))",
        user_id,
        "user", "login", "member", "customer",
        flags=CASELESS,
    ),
)  # fmt: skip
