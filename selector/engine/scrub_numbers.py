"""Rules for addresses of mail and for numbers of people (phone, official, card, bank): text in, the spans out."""

import re

from selector.engine.scrub_checks import digits_of, iban_end, is_business, is_card, is_compact_date, is_resident
from selector.engine.scrub_names import Kind
from selector.engine.scrub_rules import CASELESS, Rule, Span, rule, take

SEP = r"[\s.\-()·/]{0,3}"
NOT_BEFORE = r"(?<![0-9A-Za-z_])(?<![0-9][.\-])"
NOT_BEHIND = r"(?![0-9A-Za-z_])(?![-.][0-9])"
KOREAN_DIGIT = "[공영일이삼사오육륙칠팔구]"
# The regions that stand on Korean driver's licences.
LICENCE_REGION = "(?:서울|부산|경기|강원|충북|충남|전북|전남|경북|경남|제주|대구|인천|광주|대전|울산)"
BANKS = ("농협", "신협", "수협", "우체국", "국민", "신한", "기업", "새마을")
ACCOUNT = r"[0-9]{2,7}(?:-[0-9]{1,8}){1,4}|[0-9]{9,16}|[0-9]{2,6}(?: [0-9]{2,7}){2,4}"
DOMAIN = r"(?:[A-Za-z0-9가-힣-]{1,63}\.){1,8}[A-Za-z]{2,24}"


def resident(match: re.Match[str]) -> Span | None:
    value = match.group()
    kind = Kind.FOREIGNER_NUMBER if match.group(2) in "5678" else Kind.RESIDENT_NUMBER
    if "*" in value:
        return Span(match.start(), match.end(), kind)
    is_real = is_resident(digits_of(value), is_separated=not value.isdigit())
    return Span(match.start(), match.end(), kind) if is_real else None


def card(match: re.Match[str]) -> Span | None:
    return Span(match.start(), match.end(), Kind.CARD) if is_card(digits_of(match.group())) else None


def iban(match: re.Match[str]) -> Span | None:
    length = iban_end(match.group())
    return Span(match.start(), match.start() + length, Kind.IBAN) if length else None


def international(match: re.Match[str]) -> Span | None:
    value = match.group()
    return Span(match.start(), match.end(), Kind.PHONE) if 8 <= len(digits_of(value)) <= 15 else None


def old_passport(value: str) -> bool:
    return not is_compact_date(value[1:])


def account(match: re.Match[str]) -> Span | None:
    digits = digits_of(match.group(1))
    # A run that begins with a date is an order number.
    is_plain = (match.group(1).isdigit() and is_compact_date(digits[:8])) or not 9 <= len(digits) <= 16
    return None if is_plain else Span(match.start(1), match.end(1), Kind.BANK_ACCOUNT)


MAIL_RULES: tuple[Rule, ...] = (
    rule(
        rf"(?<![A-Za-z0-9._%+\-])(?!git@)[A-Za-z0-9._%+\-]+(?:@|%40){DOMAIN}", take(Kind.EMAIL), "@", "%40"
    ),
    rule(rf"(?<![\w.@])[가-힣][\w.]{{0,30}}@{DOMAIN}", take(Kind.EMAIL), "@"),
    rule(
        r"(?<![A-Za-z0-9._%+\-])[A-Za-z0-9._%+\-]+ ?(?:[\[(] ?at ?[\])]|골뱅이|앳) ?[A-Za-z0-9-]{1,63}"
        r"(?: ?(?:\.|[\[(] ?dot ?[\])]|닷|점) ?[A-Za-z0-9-]{2,63}){1,3}",
        take(Kind.EMAIL),
        "at]", "at)", "at ]", "at )", "골뱅이", "앳",
        flags=CASELESS,
    ),
    rule(
        r"(?<![A-Za-z0-9._%+\-])[A-Za-z0-9._%+\-]+ at [A-Za-z0-9-]{1,63}(?: dot [A-Za-z]{2,12}){1,3}(?![A-Za-z])",
        take(Kind.EMAIL),
        " dot ",
        flags=CASELESS,
    ),
)  # fmt: skip

NUMBER_RULES: tuple[Rule, ...] = (
    rule(r"(?<![A-Za-z0-9])[A-Za-z]{2}[0-9]{2}(?:[ -]?[A-Za-z0-9]{2,4}){2,9}", iban),
    rule(
        NOT_BEFORE + r"([0-9]{6})\s?[-–.~]?\s?([0-9])(?:[0-9]{6}|\*{6})" + NOT_BEHIND,
        resident,
    ),
    rule(NOT_BEFORE + r"[0-9](?:[ .\-]?[0-9]){12,18}" + NOT_BEHIND, card),
    rule(
        NOT_BEFORE + r"(?:[가-힣]{2}[ \-]?)?[0-9]{2}[ \-][0-9]{2}[ \-][0-9]{6}[ \-][0-9]{2}(?![0-9A-Za-z_-])"
        + "|" + LICENCE_REGION + r" ?[0-9]{2}-[0-9]{6}-[0-9]{2}(?![0-9])",
        take(Kind.DRIVER_LICENCE),
    ),
    rule(
        NOT_BEFORE + r"[0-9]{3}[ .\-][0-9]{2}[ .\-][0-9]{5}(?![0-9A-Za-z_-])",
        take(Kind.BUSINESS_NUMBER, 0, lambda value: is_business(digits_of(value))),
    ),
    rule(
        rf"(?<![0-9A-Za-z_])(?:\(?(?:\+|00)?82\)?{SEP}(?:\(0\))?{SEP}0?|0)1[016789]{SEP}[0-9]{{3,4}}{SEP}[0-9]{{4}}(?![0-9A-Za-z_])",
        take(Kind.PHONE),
    ),
    rule(
        rf"(?<![0-9A-Za-z_])\(?(?:\+|00)82\)?{SEP}(?:\(0\))?0?{SEP}(?:2|[3-6][1-5]|[57]0[0-9]?){SEP}[0-9]{{3,4}}{SEP}[0-9]{{4}}(?![0-9])",
        take(Kind.PHONE),
    ),
    rule(
        NOT_BEFORE + r"\(?0(?:2|3[1-3]|4[1-4]|5[1-5]|6[1-4]|70|80|50[0-9])\)?[\s.\-)·]{1,3}"
        r"[0-9]{3,4}[\s.\-·]{1,3}[0-9]{4}(?![0-9A-Za-z_])",
        take(Kind.PHONE),
    ),
    rule(
        NOT_BEFORE + r"0(?:2|3[1-3]|4[1-4]|5[1-5]|6[1-4]|70|80|50[0-9])[0-9]{7,8}(?![0-9A-Za-z_])(?![.\-][0-9])",
        take(Kind.PHONE),
        is_weak=True,
    ),
    rule(NOT_BEFORE + r"0 ?1 ?[016789](?:[ .\-]{1,3}[0-9]){7,8}(?![0-9A-Za-z_])", take(Kind.PHONE)),
    rule(
        NOT_BEFORE + r"1(?:5[4-9]|6[046-8]|8[0-9])[0-9]-[0-9]{4}(?![0-9A-Za-z_-])",
        take(Kind.PHONE),
        is_weak=True,
    ),
    rule(r"(?<![\w+])\+[1-9](?:[ .\-()/]{0,2}[0-9]){7,14}(?![0-9])", international, "+"),
    rule(NOT_BEFORE + r"00[1-9][0-9]{0,2}(?:[ .\-][0-9]{1,4}){2,5}(?![0-9])", international),
    rule(
        NOT_BEFORE + r"(?:\([2-9][0-9]{2}\) ?|[2-9][0-9]{2}[-. ])[2-9][0-9]{2}[-. ][0-9]{4}" + NOT_BEHIND,
        take(Kind.PHONE),
    ),
    rule(NOT_BEFORE + r"0[1-9][0-9]{0,3}[ \-][0-9]{3,4}[ \-][0-9]{3,4}" + NOT_BEHIND, take(Kind.PHONE)),
    rule(
        rf"공일[공영일육칠팔구][\s\-]{{0,2}}{KOREAN_DIGIT}{{3,4}}[\s\-]{{0,2}}{KOREAN_DIGIT}{{4}}",
        take(Kind.PHONE),
        "공일",
    ),
    rule(NOT_BEFORE + r"(?!000|666|9)[0-9]{3}-(?!00)[0-9]{2}-(?!0000)[0-9]{4}(?![0-9A-Za-z_-])",
         take(Kind.SOCIAL_SECURITY_NUMBER)),
    rule(r"(?<![0-9A-Za-z_-])M[0-9]{3}[A-Z][0-9]{4}(?![0-9A-Za-z_-])", take(Kind.PASSPORT), "m"),
    rule(r"(?<![0-9A-Za-z_-])[MSRODG][0-9]{8}(?![0-9A-Za-z_-])", take(Kind.PASSPORT, 0, old_passport), is_weak=True),
    rule(
        r"(?:[가-힣A-Za-z]{1,8}(?:은행|뱅크|금고|bank)|" + "|".join(BANKS) + r"|(?<![A-Za-z])(?:KB|NH|IBK|SC|KEB|KDB))"
        rf"[^\d\n]{{0,16}}({ACCOUNT})(?![0-9])",
        account,
        *("은행", "뱅크", "금고", "bank", *BANKS, "kb", "nh", "ibk", "sc", "keb", "kdb"),
        flags=CASELESS,
    ),
)  # fmt: skip
