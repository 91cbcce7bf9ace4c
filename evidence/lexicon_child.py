"""`python -m evidence.lexicon_child DATA DOCUMENT...` prints ranks by case, by the lexicons of the copy it is in."""

import json
import sys
from pathlib import Path

from evidence.labelled import judge_cases, plain_rows, read_graphs


def main(data: str, *documents: str) -> None:
    json.dump(plain_rows(judge_cases(Path(data), read_graphs(Path(data), documents))), sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
