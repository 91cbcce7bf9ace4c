"""Figures of a part in, a result file out: figures with data set, sizes, settings, command, engine and digests."""

import json
import os
import platform
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evidence.data import ROOT
from evidence.digests import current_digests, data_digest
from selector.engine import ENGINE_VERSION

SCHEMA_VERSION = 1
FOLDER = ROOT / "evidence"


@dataclass(frozen=True, slots=True)
class Measured:
    """What the measuring of a part gives: sizes of its data, its settings, its figures."""

    sizes: Mapping[str, Any]
    settings: Mapping[str, Any]
    figures: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Part:
    """A result file: the module that makes it, and the folders of the data that it reads."""

    name: str
    module: str
    folders: tuple[str, ...]
    measure: Callable[[Path], Measured]
    # The program that makes it where that is installed; left out of `make evidence` elsewhere.
    is_possible: Callable[[], bool] = lambda: True

    @property
    def file_name(self) -> str:
        return f"{self.name}.json"


class EngineChanged(Exception):
    """The engine's files changed while a part was measured; the figures belong to no version."""


def make(part: Part, data: Path, loaded: Mapping[str, str], folder: Path = FOLDER) -> Path:
    """Measure a part and write its file.

    `loaded` are the digests of the sources when this program took them in; EngineChanged where they are no longer
    today's at the end, as the figures may then belong to either or to neither.
    """
    measured = part.measure(data)
    if current_digests(part.module) != loaded:
        raise EngineChanged(f"The engine or the measuring of {part.name} changed while it ran: run it again.")
    result = {
        "schema_version": SCHEMA_VERSION,
        "part": part.name,
        "command": f"make evidence PART={part.name}",
        "made_from": {
            "engine_version": ENGINE_VERSION,
            "commit": _commit(),
            **loaded,
            "data": data_digest(data, part.folders),
        },
        "machine": {"processors": os.cpu_count(), "python": platform.python_version(), "system": platform.system()},
        "data": {"folders": list(part.folders), "sizes": measured.sizes},
        "settings": measured.settings,
        "figures": measured.figures,
    }
    path = folder / part.file_name
    path.write_text(render(result), encoding="utf-8")
    return path


def _commit() -> str:
    done = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return done.stdout.strip() or "unknown"


def render(value: Any, indent: str = "") -> str:
    """Return JSON whose innermost objects and lists stand on one line, so that a changed figure is a changed line.

    >>> print(render({"a": {"b": [1, 2]}, "c": {}}), end="")
    {
      "a": {"b": [1, 2]},
      "c": {}
    }
    """
    return _rendered(value, indent) + "\n"


def _rendered(value: Any, indent: str) -> str:
    flat = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, dict | list) or (len(flat) + len(indent) <= 100 and _depth(value) <= 2):
        return flat
    inner = indent + "  "
    if isinstance(value, dict):
        rows = [f"{inner}{json.dumps(key)}: {_rendered(item, inner)}" for key, item in value.items()]
        return "{\n" + ",\n".join(rows) + f"\n{indent}}}"
    rows = [inner + _rendered(item, inner) for item in value]
    return "[\n" + ",\n".join(rows) + f"\n{indent}]"


def _depth(value: Any) -> int:
    items = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + max(map(_depth, items), default=0) if isinstance(value, dict | list) else 0
