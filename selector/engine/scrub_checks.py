"""Arithmetic behind the scrub rules: digits or text in, whether they can be what they look like out."""

import ipaddress
import re

RESIDENT_WEIGHTS = (2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5)  # Korean resident registration number, check digit
BUSINESS_WEIGHTS = (1, 3, 7, 1, 3, 7, 1, 3, 5)  # Korean business registration number, check digit
DAYS_IN_MONTH = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)

# IBAN lengths in characters by country, from the SWIFT IBAN registry.
IBAN_LENGTHS = {
    code: int(length)
    for length, codes in {
        "15": "NO", "16": "BE", "18": "DK FO FI GL NL", "19": "MK SI", "20": "AT BA EE KZ LT LU XK",
        "21": "CH HR LI LV", "22": "BG BH CR DE GB GE IE ME RS VA", "23": "AE GI IL IQ TL",
        "24": "AD CZ ES MD PK RO SA SE SK TN VG", "25": "LY PT ST", "26": "IS TR", "27": "FR GR IT MC MR SM",
        "28": "AL AZ BY CY DO GT HU LB PL SV", "29": "BR EG PS QA UA", "30": "JO KW MU", "31": "MT SC", "32": "LC",
    }.items()
    for code in codes.split()
}  # fmt: skip

# Digits in a card number by first digits (issuer ranges of ISO/IEC 7812; 9 is used inside Korea).
CARD_LENGTHS = (
    (re.compile("4"), (13, 16, 19)),
    (re.compile("5[0-9]"), (16,)),
    (re.compile("222[1-9]|22[3-9]|2[3-6]|27[01]|2720"), (16,)),
    (re.compile("3[47]"), (15,)),
    (re.compile("3(?:0[0-5]|[689])"), (14, 16)),
    (re.compile("35"), (16,)),
    (re.compile("6"), (16, 17, 18, 19)),
    (re.compile("9"), (16,)),
)

ULID = re.compile("[0-7][0-9A-HJKMNP-TV-Z]{25}")
HEX = re.compile("[0-9A-Fa-f]+")
CHUNKS = re.compile("[-_/+=]+")
VERSION = re.compile("[vV][0-9]{1,2}(?:(?:alpha|beta|rc)[0-9]{1,2})?(?![a-z0-9])")
WORD_START = re.compile("[A-Z](?=[a-z])")
RUNS = re.compile("[0-9]+|[a-z]+|[A-Z]+")


def digits_of(text: str) -> str:
    return "".join(c for c in text if c in "0123456789")


def passes_luhn(digits: str) -> bool:
    """Whether the last digit fits the others (ISO/IEC 7812-1, annex B). `passes_luhn("4111111111111111")` is True."""
    total = 0
    for place, digit in enumerate(reversed(digits)):
        value = int(digit) * (1 + place % 2)
        total += value - 9 if value > 9 else value
    return total % 10 == 0


def is_card(digits: str) -> bool:
    lengths = next((lengths for start, lengths in CARD_LENGTHS if start.match(digits)), ())
    return len(digits) in lengths and len(set(digits)) > 1 and passes_luhn(digits)


def is_month_and_day(digits: str) -> bool:
    month, day = int(digits[:2]), int(digits[2:4])
    return 1 <= month <= 12 and 1 <= day <= DAYS_IN_MONTH[month - 1]


def is_compact_date(digits: str) -> bool:
    """Whether eight digits can be a year of 1900-2099, a month and a day. `is_compact_date("20240229")` is True."""
    return len(digits) == 8 and digits[:2] in ("19", "20") and is_month_and_day(digits[4:])


def passes_resident_check(digits: str) -> bool:
    total = sum(int(d) * w for d, w in zip(digits, RESIDENT_WEIGHTS, strict=False))
    expected = (11 - total % 11) % 10
    # Numbers of foreigners use 13 in place of 11.
    return int(digits[12]) in (expected, (13 - total % 11) % 10 if digits[6] in "5678" else expected)


def is_resident(digits: str, is_separated: bool) -> bool:
    """Whether 13 digits can be a Korean resident or foreigner registration number.

    Numbers given out since October 2020 end in a random digit, so the check digit is asked for only where 13 digits in
    one run are as likely a time in milliseconds (10-19), a counter after a date of the 2020s, or a bar code (880).
    """
    if len(digits) != 13 or not is_month_and_day(digits[2:]):
        return False
    year, century = int(digits[:2]), digits[6]
    if century in "3478" and year > 29:
        return False
    if is_separated:
        return True
    if century in "90":
        return False
    is_doubtful = year < 20 or (year < 30 and century in "1256") or (digits.startswith("880") and passes_ean(digits))
    return not is_doubtful or passes_resident_check(digits)


def passes_ean(digits: str) -> bool:
    return sum(int(d) * (1 + 2 * (i % 2)) for i, d in enumerate(digits)) % 10 == 0


def is_business(digits: str) -> bool:
    """Whether ten digits are a Korean business registration number. `is_business("1234567891")` is True."""
    if len(digits) != 10 or digits[:2] == "00":
        return False
    total = sum(int(d) * w for d, w in zip(digits, BUSINESS_WEIGHTS, strict=False)) + int(digits[8]) * 5 // 10
    return (10 - total % 10) % 10 == int(digits[9])


def iban_end(text: str) -> int:
    """How many characters of the text, from its start, are an IBAN (ISO 13616, mod 97); 0 if they are none."""
    length, letters = IBAN_LENGTHS.get(text[:2].upper(), 0), ""
    for position, char in enumerate(text):
        if char not in " -":
            letters += char.upper()
        if length and len(letters) == length:
            number = "".join(str(int(c, 36)) for c in letters[4:] + letters[:4])
            return position + 1 if int(number) % 97 == 1 else 0
    return 0


def is_public_ipv4(text: str) -> bool:
    """Whether the text is an IPv4 address other than loopback and "any"; those two say nothing about anybody."""
    parts = text.split(".")
    return all(len(p) <= 3 and int(p) <= 255 for p in parts) and parts[0] not in ("127", "0")


def is_ipv6(text: str) -> bool:
    try:
        address = ipaddress.IPv6Address(text)
    except ValueError:
        return False
    return any(c in "0123456789" for c in text) and not (address.is_loopback or address.is_unspecified)


def looks_random(text: str) -> bool:
    """Whether a run of letters and digits looks drawn by chance: its characters change kind more often than in names.

    Digests, UUIDs and ULIDs are ids and do not count, nor do words without digits. The bounds were measured: with them
    93% of random base62 strings of 32 characters are seen, 97% of base36, and no operation name of
    fifteen real documents.
    """
    if HEX.fullmatch(text) or ULID.fullmatch(text):
        return False
    chunks = [
        chunk for chunk in CHUNKS.split(text) if is_mixed(chunk) and not (len(chunk) > 3 and HEX.fullmatch(chunk))
    ]
    # A capital that begins a word is no change of kind.
    body = WORD_START.sub(lambda match: match.group().lower(), VERSION.sub("", "".join(chunks)))
    runs = RUNS.findall(body)
    digits = sum(char.isdigit() for char in body)
    if len(body) < 16 or digits < 2 or sum(run.isdigit() for run in runs) < 2:
        return False
    in_words = sum(len(run) for run in runs if len(run) > 7 and run.islower())
    is_name = in_words >= 0.5 * len(body) and digits < 0.15 * len(body)
    return not is_name and len(runs) - 1 >= 0.16 * (len(body) - 1)


def is_mixed(text: str) -> bool:
    return any(c.isdigit() for c in text) and any(c.isalpha() for c in text)
