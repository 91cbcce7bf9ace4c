"""The engine's lexicon files in; their lines, which requests use them, and files without some of them, out."""

import json
import shutil
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evidence.data import ROOT
from selector.engine.lexicon import find_matches
from selector.engine.phrases import phrase_stems
from selector.engine.text import normalise, word_tokens

FILES = ("ko_en.toml", "everyday_en.toml", "everyday_ko.toml")
LEXICONS = Path("selector") / "engine" / "lexicon_data"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a lexicon: its place, and the phrases of both sides as stems."""

    file: str
    number: int
    phrases: frozenset[tuple[str, ...]]


def read_lines(root: Path = ROOT) -> tuple[Line, ...]:
    """Return every line of the three lexicons in their order."""
    lines = []
    for file in FILES:
        entries = tomllib.loads((root / LEXICONS / file).read_text(encoding="utf-8"))["entries"]
        for number, entry in enumerate(entries):
            texts = (text for side in entry.values() for text in side)
            lines.append(Line(file, number, frozenset(phrase_stems(text) for text in texts)))
    return tuple(lines)


def used_by(query: str) -> frozenset[tuple[str, ...]]:
    """Return the phrases of the lexicons, as stems, that the engine finds in a request."""
    stems = tuple(word.stem for word in word_tokens(normalise(query)))
    return frozenset(match.pattern.stems for match in find_matches(stems))


def lines_used(lines: Iterable[Line], queries: Mapping[str, Iterable[str]]) -> dict[Line, frozenset[str]]:
    """Return for each line the keys (documents, cases) a request of which says a phrase of either of its sides."""
    said = {key: frozenset().union(*(used_by(query) for query in rows)) for key, rows in queries.items()}
    return {line: frozenset(key for key, phrases in said.items() if line.phrases & phrases) for line in lines}


def lines_only_for(document: str, used: Mapping[Line, frozenset[str]]) -> frozenset[Line]:
    """Return the lines that requests of this document use and requests of no other one."""
    return frozenset(line for line, documents in used.items() if documents == {document})


def write_engine(target: Path, drop: Callable[[str, int], bool], root: Path = ROOT) -> None:
    """Copy the engine and the measuring to `target`, without the lexicon lines that `drop` names by file and number."""
    ignore = shutil.ignore_patterns("__pycache__", "*.json")
    shutil.copytree(root / "selector" / "engine", target / "selector" / "engine", ignore=ignore)
    shutil.copytree(root / "evidence", target / "evidence", ignore=ignore)
    (target / "selector" / "__init__.py").touch()
    for file in FILES:
        path = target / LEXICONS / file
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        table["entries"] = [row for number, row in enumerate(table["entries"]) if not drop(file, number)]
        path.write_text(_toml(table), encoding="utf-8")


def _toml(table: Mapping[str, Any]) -> str:
    """Return lists of words, and `entries` as inline tables; a JSON string of words is a TOML string too."""
    words = {key: value for key, value in table.items() if key != "entries"}
    head = [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in words.items()]
    rows = [
        "  { " + ", ".join(f"{key} = {json.dumps(side, ensure_ascii=False)}" for key, side in entry.items()) + " },"
        for entry in table["entries"]
    ]
    return "\n".join([*head, "entries = [", *rows, "]", ""])
