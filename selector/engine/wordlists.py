"""The engine's own word lists: data files in, frozen tables out, read once."""

import tomllib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent / "lexicon_data"

# Weight of each canonical action for a verb of that family; chosen, on the contract's scale of 1 to 3.
ACTION_WEIGHTS: dict[str, dict[str, int]] = {
    "read": {"read": 3, "search": 2},
    "search": {"search": 3, "read": 2},
    "create": {"create": 3, "action": 1},
    "update": {"update": 3, "action": 1},
    "delete": {"delete": 3, "action": 1},
    "action": {"action": 3, "update": 1},
}
READING = frozenset({"read", "search"})


@dataclass(frozen=True, slots=True)
class Verb:
    """One verb family: what a request that uses it asks for."""

    name: str
    action: str
    weights: tuple[tuple[str, int], ...]
    light: bool
    english: tuple[str, ...]
    korean_nouns: tuple[str, ...]
    korean_natives: tuple[tuple[str, str], ...]

    @property
    def writes(self) -> bool:
        return self.action not in READING


@dataclass(frozen=True, slots=True)
class Pairing:
    """One lexicon line: phrases of two sides that stand for the same thing."""

    left: tuple[str, ...]
    right: tuple[str, ...]


@lru_cache(maxsize=8)
def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / name).read_text(encoding="utf-8"))


@lru_cache(maxsize=1)
def verb_families() -> tuple[Verb, ...]:
    """Return every verb family of verbs.toml in file order."""
    rows: list[dict[str, object]] = _read("verbs.toml")["verbs"]
    return tuple(_verb(row) for row in rows)


def _verb(row: dict[str, object]) -> Verb:
    action = str(row["action"])
    own = row.get("weights")
    weights = dict(own) if isinstance(own, dict) else ACTION_WEIGHTS[action]
    ordered = tuple(sorted(weights.items(), key=lambda item: (-item[1], item[0] != action, item[0])))
    natives = tuple((str(pair).split("/")[0], str(pair).split("/")[1]) for pair in _texts(row, "native"))
    english = (str(row["name"]), *_texts(row, "en"))
    return Verb(str(row["name"]), action, ordered, bool(row.get("light")), english, _texts(row, "ko"), natives)


def _texts(row: dict[str, object], key: str) -> tuple[str, ...]:
    value = row.get(key, [])
    return tuple(str(item) for item in value) if isinstance(value, list) else ()


@lru_cache(maxsize=2)
def noun_like_verbs(kind: str) -> frozenset[str]:
    """Return the English verbs that are nouns first ("nouns_first") or as well ("nouny")."""
    words: list[str] = _read("verbs.toml")[kind]
    return frozenset(words)


@lru_cache(maxsize=1)
def korean_english() -> tuple[Pairing, ...]:
    """Return the Korean-English pairings: left Korean, right English."""
    return tuple(Pairing(tuple(row["ko"]), tuple(row["en"])) for row in _read("ko_en.toml")["entries"])


@lru_cache(maxsize=1)
def everyday_pairings() -> tuple[Pairing, ...]:
    """Return the everyday-API pairings: left everyday wording of either language, right English API wording."""
    rows = [*_read("everyday_en.toml")["entries"], *_read("everyday_ko.toml")["entries"]]
    return tuple(Pairing(tuple(row["everyday"]), tuple(row["api"])) for row in rows)


@lru_cache(maxsize=1)
def weak_words() -> frozenset[str]:
    """Return the short forms that stand for other things as well (PR, CM)."""
    words: list[str] = _read("everyday_en.toml")["weak"]
    return frozenset(words)


# A word of a lexicon phrase that ends so is a form of another word (로그인한 사용자), no noun to keep whole.
INFLECTED = (
    "든",
    "긴",
    "린",
    "낸",
    "운",
    "쓴",
    "본",
    "준",
    "킨",
    "둔",
    "한",
    "된",
    "는",
    "른",
    "은",
    "할",
    "에서",
    "에게",
    "로",
    "게",
    "를",
    "을",
    "의",
    "다",
)


@lru_cache(maxsize=1)
def korean_nouns() -> frozenset[str]:
    """Return every Korean word that must be kept whole: lexicon words, verbal nouns, guarded nouns."""
    guarded: list[str] = _read("ko_en.toml")["nouns"]
    phrases = [phrase for pairing in korean_english() for phrase in pairing.left if not phrase.endswith("다")]
    whole = [phrase for phrase in phrases if " " not in phrase]
    parts = [word for phrase in phrases if " " in phrase for word in phrase.split()]
    verbal = [noun for verb in verb_families() for noun in verb.korean_nouns]
    nouns = [word for word in parts if len(word) > 1 and not word.endswith(INFLECTED)]
    return frozenset([*whole, *nouns, *verbal, *guarded])


@lru_cache(maxsize=1)
def korean_things() -> frozenset[str]:
    """Return the verbal nouns that name things as often as acts (주문, 환불): bare, they command nothing."""
    words: list[str] = _read("verbs.toml")["korean_things"]
    return frozenset(words)


@lru_cache(maxsize=1)
def light_nouns() -> frozenset[str]:
    """Return the stems of plain verbs that name a thing where they do not act: the query, an edit, 설정."""
    words: list[str] = _read("verbs.toml")["light_nouns"]
    return frozenset(words)


@lru_cache(maxsize=1)
def plain_natives() -> tuple[tuple[str, str], ...]:
    """Return (stem, infinitive) of Korean verbs of no family (속하다, 남다); known only to find their stem."""
    pairs: list[str] = _read("verbs.toml")["korean_plain"]
    return tuple((pair.split("/")[0], pair.split("/")[1]) for pair in pairs)


@dataclass(frozen=True, slots=True)
class Idiom:
    """Korean words in a row whose last one asks for the family `name`: 없던 일로 해줘; each part opens its word."""

    parts: tuple[str, ...]
    name: str


@lru_cache(maxsize=1)
def korean_idioms() -> tuple[Idiom, ...]:
    rows: list[dict[str, object]] = _read("verbs.toml")["idioms"]
    return tuple(Idiom(tuple(part.split()), str(row["name"])) for row in rows for part in _texts(row, "ko"))


@dataclass(frozen=True, slots=True)
class Sense:
    """A verb that means the family `name` with one of `objects` beside it."""

    verb: str
    name: str
    objects: frozenset[str]


@lru_cache(maxsize=2)
def _senses(table: str) -> tuple[Sense, ...]:
    rows: list[dict[str, object]] = _read("verbs.toml")[table]
    return tuple(Sense(str(row["verb"]), str(row["name"]), frozenset(_texts(row, "objects"))) for row in rows)


def korean_senses() -> tuple[Sense, ...]:
    return _senses("senses")


def english_senses() -> tuple[Sense, ...]:
    """Return the senses of English verbs; `objects` are stems that stand among the words behind the verb."""
    return _senses("senses_en")
