"""`python -m evidence.lexicons_child DATA FOLDER DOCUMENT...` prints outcomes by case, by the lexicons of its own copy.

FOLDER holds the tool graphs as they were saved; documents are not read again.
"""

import json
import sys
from pathlib import Path

from evidence.labelled import judge_cases, plain_rows
from selector.engine import ToolGraph


def main(data: str, folder: str, *documents: str) -> None:
    graphs = {name: ToolGraph.load(Path(folder) / f"{name}.json") for name in documents}
    json.dump(plain_rows(judge_cases(Path(data), graphs)), sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
