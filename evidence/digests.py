"""Files in, SHA-256 digests out: what a result was made from, to tell whether it still is today's."""

import ast
import hashlib
from collections.abc import Iterable
from pathlib import Path

from evidence.data import ROOT

# Hex digits kept of a digest; 64 bits tell versions of one file apart.
DIGEST_LENGTH = 16


def digest_files(base: Path, paths: Iterable[Path]) -> str:
    """Return one digest over the relative names and the bytes of files, whatever the order they are given in."""
    total = hashlib.sha256()
    for path in sorted(paths):
        total.update(path.relative_to(base).as_posix().encode() + b"\0")
        total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()[:DIGEST_LENGTH]


def engine_digest(root: Path = ROOT) -> str:
    """Return the digest of the engine's whole source."""
    engine = root / "selector" / "engine"
    return digest_files(engine, engine.rglob("*.py"))


def lexicon_digest(root: Path = ROOT) -> str:
    """Return the digest of the lexicons and the table of verbs."""
    lexicons = root / "selector" / "engine" / "lexicon_data"
    return digest_files(lexicons, lexicons.glob("*.toml"))


def measuring_digest(part: str, root: Path = ROOT) -> str:
    """Return the digest of the module that measures a part, of all modules here that it imports, and of their children.

    The child of a module is the program of the same name with `_child` behind it, which it starts as a process.
    """
    folder = root / "evidence"
    found: set[str] = set()
    waiting = [part]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            child = f"{name}_child"
            waiting += [*imported(folder / f"{name}.py"), *([child] if (folder / f"{child}.py").exists() else [])]
    sample = [folder / "actions_sample.json"] if "actions" in found else []
    return digest_files(folder, [*(folder / f"{name}.py" for name in found), *sample])


def imported(path: Path) -> list[str]:
    """Return the modules of this package that a module imports."""
    nodes = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.ImportFrom)]
    return [node.module.split(".")[1] for node in nodes if node.module and node.module.startswith("evidence.")]


def current_digests(part: str, root: Path = ROOT) -> dict[str, str]:
    """Return what a result of `part` would be made from today, but for the data."""
    return {
        "engine": engine_digest(root),
        "lexicons": lexicon_digest(root),
        "measuring": measuring_digest(part, root),
    }


def data_digest(folder: Path, names: Iterable[str]) -> str:
    """Return the digest of all files under the named folders of the data."""
    files = (path for name in names for path in (folder / name).rglob("*") if path.is_file())
    return digest_files(folder, files)
