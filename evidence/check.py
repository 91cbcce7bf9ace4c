"""The result files and the documents that cite them in; stale results and wrong figures out, a line each."""

import json
from collections.abc import Iterable
from pathlib import Path

from evidence.citations import check_document, citations_in, documents_of, rewrite
from evidence.data import ROOT
from evidence.digests import current_digests
from evidence.results import FOLDER, Part


def stale_results(parts: Iterable[Part], root: Path = ROOT, folder: Path = FOLDER) -> dict[str, str]:
    """Return file name -> why it is not today's; a missing one that could be made is stale as well."""
    reasons: dict[str, str] = {}
    for part in parts:
        path = folder / part.file_name
        if not path.is_file():
            if part.is_possible():
                reasons[part.file_name] = "it was never made"
            continue
        made_from = json.loads(path.read_text(encoding="utf-8"))["made_from"]
        today = current_digests(part.module, root)
        changed = [name for name, digest in today.items() if made_from.get(name) != digest]
        if changed:
            reasons[part.file_name] = f"changed since: {', '.join(changed)}"
    return reasons


def wrong_citations(stale: Iterable[str], root: Path = ROOT, folder: Path = FOLDER) -> list[str]:
    """Return a line for every cited figure that is not its file's, or whose file is stale."""
    names = frozenset(stale)
    return [line for path in documents_of(root) for line in check_document(path, root, folder, names)]


def count_citations(root: Path = ROOT) -> int:
    texts = ((path, path.read_text(encoding="utf-8")) for path in documents_of(root))
    return sum(1 for path, text in texts for _ in citations_in(text, path.name))


def rewrite_documents(root: Path = ROOT, folder: Path = FOLDER) -> list[str]:
    """Write every cited figure as its file has it; return the documents that changed."""
    changed = []
    for path in documents_of(root):
        text = path.read_text(encoding="utf-8")
        written = rewrite(text, folder)
        if written != text:
            path.write_text(written, encoding="utf-8")
            changed.append(path.relative_to(root).as_posix())
    return changed
