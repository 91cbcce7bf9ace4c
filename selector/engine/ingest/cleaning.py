"""Texts of a document in, the same without private values out; most hold none, which one quick look tells."""

import re
from collections import Counter

from selector.engine.scrub import scrub_text

# What no private value of a document does without: an address of mail, a value behind the name of a secret or in a
# query string, a credential in front of a host, the beginning of a known key, seven digits that belong together, or a
# long run of letters with digits in it. Reading every text by all rules would cost half as much as the rest of an
# ingest (measured on 1,223 operations); this look costs a fiftieth.
NEEDLES = (
    "@ %40 = 골뱅이 :// token secret passw pwd key authorization cookie session signature 비밀번호 토큰 bearer basic "
    "-----begin eyj akia asia ghp_ gho_ ghu_ ghs_ ghr_ github_pat sk- xox _live_ _test_ aiza glpat- npm_"
).split()
SUSPECT = re.compile(
    r"@|%40|골뱅이"
    r"|(?:token|secret|passw(?:or)?d|pwd|key|authorization|cookie|session|signature|비밀번호|토큰)[\"'`\]]{0,2}\s{0,2}[:=]"
    r"|[?&;][\w.\-\[\]%]{1,64}=|://[^\s/]{0,80}:|(?:bearer|basic) [a-z0-9+/=._~-]{8}"
    r"|-----begin|eyj[\w-]{5}|a[ks]ia[a-z0-9]{12}|gh[pousr]_|github_pat|sk-[\w-]{16}|xox[a-z]-|[spr]k_(?:live|test)_"
    r"|aiza[\w-]{20}|glpat-|npm_[a-z0-9]{20}"
)
DIGITS = re.compile(r"[0-9](?:[ .()\-/·]{0,3}[0-9]){6}")
LONG_RUN = re.compile(r"[A-Za-z0-9+/_-]{32}")
# Characters of a text that comes again and again (a title, a value of an enum) and is remembered. Chosen.
SHORT = 100


def is_suspect(text: str) -> bool:
    """Whether a text is worth reading by all rules.

    >>> is_suspect("Get a repository by its token"), is_suspect("GET /x?token=abc")
    (False, True)
    """
    lowered = text.lower()
    return (
        (any(needle in lowered for needle in NEEDLES) and SUSPECT.search(lowered) is not None)
        or DIGITS.search(text) is not None
        or any(character.isdigit() for run in LONG_RUN.findall(text) for character in run)
    )


class Cleaner:
    """Removes private values from the texts of one document, and counts them by kind.

    >>> cleaner = Cleaner()
    >>> cleaner.clean("Ask hong@example.com"), dict(cleaner.kinds)
    ('Ask <email>', {'email': 1})
    """

    def __init__(self) -> None:
        self.kinds: Counter[str] = Counter()
        self._known: dict[str, str] = {}

    def clean(self, text: str, limit: int | None = None) -> str:
        """The text without private values, at most `limit` characters of it."""
        if not is_suspect(text[: 2 * limit] if limit else text):
            return text[:limit]
        if len(text) > SHORT:
            return self._scrub(text, limit)
        if text not in self._known:
            self._known[text] = self._scrub(text, None)
        return self._known[text][:limit]

    def _scrub(self, text: str, limit: int | None) -> str:
        scrubbed = scrub_text(text, max_chars=limit) if limit else scrub_text(text)
        self.kinds.update(scrubbed.kinds)
        return scrubbed.text if scrubbed.kinds else text[:limit]
