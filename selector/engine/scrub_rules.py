"""How a rule of the scrubber looks, and the rules for machine secrets: text in, the spans that hold a secret out."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from selector.engine.scrub_checks import is_ipv6, is_public_ipv4, looks_random
from selector.engine.scrub_names import Kind, sensitive_kind

# While rules run, a removed value is one private-use character, so that no rule can match across it.
FIRST_MARK = 0xE000
MARKS = "\ue000-\ue0ff"


class Span(NamedTuple):
    """Characters `start` up to `end` hold a value of this kind."""

    start: int
    end: int
    kind: Kind


Find = Callable[[re.Match[str]], Span | None]


@dataclass(frozen=True, slots=True)
class Rule:
    """One kind of thing to remove.

    `find` gets each match of `pattern` and says which characters go, or None. `needs`: the rule runs only on text that
    holds one of these in lower case. A weak rule is left out where the field's name says that the value is an id.

    Every pattern must take linear time: a run that repeats begins behind a look-behind for its own characters, or is
    bounded, and nothing repeats inside a repeat without a separator.
    """

    pattern: re.Pattern[str]
    find: Find
    needs: tuple[str, ...] = ()
    is_weak: bool = False


def take(kind: Kind, group: int = 0, check: Callable[[str], bool] | None = None) -> Find:
    """A `find` that removes one group of the match if the check accepts its text."""

    def find(match: re.Match[str]) -> Span | None:
        if check is not None and not check(match.group(group)):
            return None
        return Span(match.start(group), match.end(group), kind)

    return find


def rule(pattern: str, find: Find, *needs: str, flags: int = 0, is_weak: bool = False) -> Rule:
    return Rule(re.compile(pattern, flags), find, needs, is_weak)


def is_opaque(value: str) -> bool:
    """Whether a credential is more than a word: it has a digit, padding, or a capital behind its start."""
    is_variable = value.isupper() and not any(c.isdigit() for c in value)
    return len(value) >= 6 and not is_variable and any(c.isdigit() or c in "=+" or c.isupper() for c in value[1:])


def is_template(value: str) -> bool:
    return (len(value) < 200 and value[:1] in "{$<[(:*%") or value.startswith(("...", "xxx", "XXX"))


URL_ONLY_NAMES = {"key", "sig", "signature", "xamzsignature", "auth", "hmac", "x-amz-signature", "access", "ticket"}


def url_parameter(match: re.Match[str]) -> Span | None:
    name, value = match.group(1), match.group(2)
    kind = sensitive_kind(name) or (Kind.TOKEN if name.lower() in URL_ONLY_NAMES else None)
    if kind is None or is_template(value) or (kind in (Kind.TOKEN, Kind.USER_ID) and len(value) < 3):
        return None
    return Span(match.start(2), match.end(2), kind)


VERSION_WORD = re.compile(r"(?:\bv|versions?|ver\.?|release|버전|firmware|펌웨어)[\s:=]{0,3}$", re.IGNORECASE)


def ipv4(match: re.Match[str]) -> Span | None:
    before = match.string[max(0, match.start() - 14) : match.start()]
    if VERSION_WORD.search(before) or not is_public_ipv4(match.group()):
        return None
    return Span(match.start(), match.end(), Kind.IP_ADDRESS)


KEY = r"(?<![A-Za-z0-9_-])"
CASELESS = re.IGNORECASE

SECRET_RULES: tuple[Rule, ...] = (
    rule(
        r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?s:.*?)(?:-----END [A-Z0-9 ]{0,40}-----|\Z)",
        take(Kind.PRIVATE_KEY),
        "private key",
    ),
    rule(
        rf"(?<![A-Za-z])authorization\\?[\"']?[ \t]{{0,3}}[:=][ \t]{{0,3}}\\?[\"']?"
        rf"((?:digest|aws4-hmac-sha256|oauth|hawk)[ \t]+[^\r\n{MARKS}]+)",
        take(Kind.AUTHORIZATION, 1),
        "authorization",
        flags=CASELESS,
    ),
    rule(
        rf"(?<![A-Za-z])authorization\\?[\"']?[ \t]{{0,3}}[:=][ \t]{{0,3}}\\?[\"']?"
        rf"(?:[a-z][a-z0-9-]{{1,20}}[ \t]+(?=[!-~]))?([^\s\"',;<>\\{MARKS}]+)",
        take(Kind.AUTHORIZATION, 1, lambda value: is_opaque(value) and not is_template(value)),
        "authorization",
        flags=CASELESS,
    ),
    rule(
        r"(?<![A-Za-z])(?:basic|bearer)[ \t]{1,3}([A-Za-z0-9+/=._~-]+)",
        take(Kind.AUTHORIZATION, 1, lambda value: len(value) >= 8 and is_opaque(value.rstrip("."))),
        "basic", "bearer",
        flags=CASELESS,
    ),
    rule(
        rf"(?<![A-Za-z])cookie2?\\?[\"']?[ \t]{{0,3}}[:=][ \t]{{0,3}}\\?[\"']?([\w!#$%&'*+.^`|~-]+=[^\r\n\"{MARKS}]+)",
        take(Kind.COOKIE, 1),
        "cookie",
        flags=CASELESS,
    ),
    rule(
        rf"://([^\s/@:<>{MARKS}]{{0,256}}:[^\s/@<>{MARKS}]{{1,256}})@", take(Kind.URL_CREDENTIALS, 1), "://"
    ),
    rule(rf"[?&;#](?:amp;)?([\w.\-\[\]%]{{1,64}})=([^&#\s\"'<>;{MARKS}]+)", url_parameter, "?", "&", "#", ";"),
    rule(r"https://hooks\.slack\.com/(?:services|workflows|triggers)/[\w/-]+", take(Kind.SLACK_KEY), "hooks.slack"),
    rule(KEY + r"eyJ[\w-]{5,}\.[\w-]{5,}(?:\.[\w-]*){0,3}", take(Kind.JWT), "eyj"),
    rule(KEY + r"(?:AKIA|ASIA|AROA|AIDA|AGPA|ANPA|ANVA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])", take(Kind.AWS_KEY)),
    rule(KEY + r"(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,})", take(Kind.GITHUB_KEY), "gh", "github_"),
    rule(
        KEY + r"sk-(?:proj-|ant-|live-|svcacct-|admin-|or-)?[A-Za-z0-9_-]{16,}",
        take(Kind.OPENAI_KEY, 0, lambda value: any(c.isdigit() for c in value)),
        "sk-",
    ),
    rule(KEY + r"(?:xox[abeoprs]|xapp|xoxe\.xox[bp])-[A-Za-z0-9-]{10,}", take(Kind.SLACK_KEY), "xox", "xapp"),
    rule(
        KEY + r"(?:[spr]k_(?:live|test)_[A-Za-z0-9]{10,}|whsec_[A-Za-z0-9+/=]{16,})", take(Kind.STRIPE_KEY), "k_", "c_",
    ),
    rule(
        KEY + r"(?:AIza[\w-]{30,}|ya29\.[\w-]{20,}|GOCSPX-[\w-]{20,}|1//0[\w-]{30,})",
        take(Kind.GOOGLE_KEY),
        "aiza", "ya29", "gocspx", "1//0",
    ),
    rule(
        KEY + r"(?:glpat-[\w-]{16,}|npm_[A-Za-z0-9]{30,}|pypi-AgE[\w-]{40,}|hf_[A-Za-z0-9]{30,}|dop_v1_[a-f0-9]{60,}"
        r"|SG\.[\w-]{16,}\.[\w-]{16,}|shp(?:at|ss|ca|pa)_[a-fA-F0-9]{30,}|dckr_pat_[\w-]{20,}|lin_api_[A-Za-z0-9]{30,}"
        r"|sq0(?:atp|csp)-[\w-]{20,}|AGE-SECRET-KEY-1[A-Z0-9]{50,}|[0-9]{8,10}:AA[\w-]{32,})",
        take(Kind.API_KEY),
    ),
)  # fmt: skip

NETWORK_RULES: tuple[Rule, ...] = (
    rule(
        r"(?<![0-9A-Fa-f:.\-])[0-9A-Fa-f]{2}([:-])(?:[0-9A-Fa-f]{2}\1){4}[0-9A-Fa-f]{2}(?![0-9A-Fa-f:\-])",
        take(Kind.MAC_ADDRESS),
    ),
    rule(
        r"(?<![\w:.])(?:[0-9A-Fa-f]{0,4}:){2,7}[0-9A-Fa-f]{0,4}(?![\w:])", take(Kind.IP_ADDRESS, 0, is_ipv6), ":"
    ),
    rule(r"(?<![\w.])(?:[0-9]{1,3}\.){3}[0-9]{1,3}(?!\.?[0-9A-Za-z_])", ipv4, "."),
)  # fmt: skip

# The last resort, for what has no shape and no name beside it.
ENTROPY_RULES: tuple[Rule, ...] = (
    rule(
        r"(?<![A-Za-z0-9+/_=-])[A-Za-z0-9+/_-]{20,}={0,2}",
        take(Kind.HIGH_ENTROPY, 0, looks_random),
        is_weak=True,
    ),
)
