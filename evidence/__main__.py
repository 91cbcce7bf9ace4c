"""`python -m evidence make [PART]`, `check [--cited]`, `cite`: exit 0 done, 1 something is wrong, 2 cannot be done."""

import argparse
import sys
import time
from collections.abc import Sequence

from evidence.check import count_citations, rewrite_documents, stale_results, wrong_citations
from evidence.data import BESIDE, DataMissing, data_folder
from evidence.digests import current_digests
from evidence.parts import PARTS, find_parts
from evidence.results import EngineChanged, make


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one of the three commands and return its exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m evidence", description="Measured results, and the guard over them."
    )
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("make", help="measure and write the files").add_argument("part", nargs="?", default="")
    commands.add_parser("check", help="find stale files and wrong figures").add_argument("--cited", action="store_true")
    commands.add_parser("cite", help="write the cited figures as the files have them")
    chosen = parser.parse_args(arguments)
    if chosen.command == "make":
        return make_parts(chosen.part)
    return check(cited_only=chosen.cited) if chosen.command == "check" else cite()


def make_parts(name: str) -> int:
    try:
        parts = find_parts(name)
        # A part that reads no folder of the data measures the product's own samples.
        data = data_folder() if any(part.folders for part in parts) else BESIDE
    except (ValueError, DataMissing) as problem:
        print(problem, file=sys.stderr)
        return 2
    # Taken before anything is measured: the modules that are loaded now are what is measured to the end.
    loaded = {part.name: current_digests(part.module) for part in parts}
    for part in parts:
        started = time.monotonic()
        try:
            path = make(part, data, loaded[part.name])
        except EngineChanged as problem:
            print(problem, file=sys.stderr)
            return 1
        print(f"{path.parent.name}/{path.name} made in {time.monotonic() - started:.0f} s", flush=True)
    return 0


def check(cited_only: bool) -> int:
    """Print what is wrong. Stale files that no document cites count only where not `cited_only`."""
    stale = stale_results(PARTS)
    problems = wrong_citations(stale)
    if not cited_only:
        problems += [f"evidence/{name}: {reason}. Make it again: make evidence" for name, reason in stale.items()]
    for line in problems:
        print(line, file=sys.stderr)
    if not problems:
        print(f"{count_citations()} cited figures are those of their files.")
    return 1 if problems else 0


def cite() -> int:
    try:
        changed = rewrite_documents()
    except LookupError as missing:
        print(f"A document cites what is not there: {missing.args[0]} See: make evidence-check", file=sys.stderr)
        return 1
    print("Figures written in: " + (", ".join(changed) or "no document, all were right") + ".")
    return 0


if __name__ == "__main__":
    sys.exit(main())
