"""Documents and result files in; figures that differ from their file, or whose file is stale, out.

A figure is cited by a comment right behind it: `.40 <!-- evidence: retrieval.json#/figures/labelled/all/hit_1 -->`.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

CITATION = re.compile(
    r"(?P<text>not met|met|-?(?:\d[\d,]*)?\.?\d+%?)(?P<space>[ ]?)"
    r"<!-- evidence: (?P<file>[\w-]+\.json)#(?P<pointer>/\S*) -->"
)
# A comment that the pattern above does not take is a citation of nothing, and an error.
ANY_COMMENT = re.compile(r"<!-- evidence: (?P<target>\S+) -->")
WORDS = {True: "met", False: "not met"}


@dataclass(frozen=True, slots=True)
class Citation:
    """One cited figure: the text in the document, and where its value stands."""

    document: str
    line: int
    text: str
    file: str
    pointer: str


def documents_of(root: Path) -> tuple[Path, ...]:
    """Return the documents that may cite figures."""
    named = (root / "README.md", root / "CHANGELOG.md", *sorted((root / "docs").rglob("*.md")))
    return tuple(path for path in named if path.is_file())


def citations_in(text: str, document: str) -> Iterator[Citation]:
    for number, line in enumerate(text.splitlines(), start=1):
        for found in CITATION.finditer(line):
            yield Citation(document, number, found["text"], found["file"], found["pointer"])


def strays_in(text: str, document: str) -> list[str]:
    """Return a line for every citation comment without a figure in front of it."""
    rows = enumerate(text.splitlines(), start=1)
    return [
        f"{document}:{number}: {target} is cited behind no figure."
        for number, line in rows
        for target in ANY_COMMENT.findall(CITATION.sub("", line))
    ]


def check_document(path: Path, root: Path, folder: Path, stale: frozenset[str]) -> list[str]:
    """Return what is wrong with the figures of one document, a line each; `stale` are names of result files."""
    name, text = path.relative_to(root).as_posix(), path.read_text(encoding="utf-8")
    problems = strays_in(text, name)
    for cited in citations_in(text, name):
        place = f"{cited.document}:{cited.line}: {cited.text} of {cited.file}#{cited.pointer}"
        try:
            expected = write_like(cited.text, value_at(folder, cited.file, cited.pointer))
        except LookupError as missing:
            problems.append(f"{place}: {missing.args[0]}")
            continue
        if expected != cited.text:
            problems.append(f"{place}: the file says {expected}. Write it with: make evidence-cite")
        if cited.file in stale:
            problems.append(f"{place}: the file is stale. Make it again: make evidence PART={Path(cited.file).stem}")
    return problems


def rewrite(text: str, folder: Path) -> str:
    """Return the text with every cited figure as its file has it, written as it was: decimals, percent, commas."""

    def replace(found: re.Match[str]) -> str:
        value = value_at(folder, found["file"], found["pointer"])
        return found[0].replace(found["text"], write_like(found["text"], value), 1)

    return CITATION.sub(replace, text)


def value_at(folder: Path, file: str, pointer: str) -> Any:
    """Return the value at a JSON pointer of a result file; LookupError says what is missing."""
    value = _read(folder / file)
    for key in pointer.split("/")[1:]:
        plain = key.replace("~1", "/").replace("~0", "~")
        try:
            value = value[int(plain)] if isinstance(value, list) else value[plain]
        except (KeyError, IndexError, ValueError, TypeError):
            raise LookupError(f"the file has nothing there ({plain!r}).") from None
    if not isinstance(value, bool | int | float):
        raise LookupError("what stands there is no figure.")  # noqa: TRY004 -- one error for all that is not there
    return value


def _read(path: Path) -> Any:
    try:
        return _parsed(path, path.stat().st_mtime_ns)
    except FileNotFoundError:
        raise LookupError("there is no such file.") from None


@cache
def _parsed(path: Path, _changed: int) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def write_like(text: str, value: bool | float) -> str:
    """Return a value in the manner of `text`.

    >>> write_like(".40", 0.4811), write_like("93%", 0.951), write_like("1,223", 1300), write_like("met", False)
    ('.48', '95%', '1,300', 'not met')
    """
    if isinstance(value, bool):
        return WORDS[value]
    percent = "%" if text.endswith("%") else ""
    decimals = len(text.rstrip("%").partition(".")[2])
    scaled = value * 100 if percent else value
    grouped = (
        f"{scaled:,.{decimals}f}" if "," in text or (not decimals and abs(scaled) >= 1000) else f"{scaled:.{decimals}f}"
    )
    bare = re.sub(r"^(-?)0\.", r"\1.", grouped) if re.match(r"-?\.", text) else grouped
    return bare + percent
