"""The folder of documents and labelled cases that stands beside the repository: found, or named as missing."""

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SETTING = "EVIDENCE_DATA"
BESIDE = ROOT.parent / "shared" / "data"
DOCUMENT_SUFFIXES = (".json", ".yaml", ".yml")
OWN_REQUESTS = ROOT / "evidence" / "own_requests.json"
# Operations of each document, as the data's own table counts them.
OPERATIONS = {
    "github": 1223,
    "kubernetes": 1123,
    "commercetools": 821,
    "jira": 468,
    "spree-admin": 318,
    "medusa-admin": 308,
    "box": 296,
    "openai": 288,
    "asana": 247,
    "slack": 174,
    "portone": 147,
    "line-messaging": 73,
    "adyen-checkout": 28,
    "petstore": 19,
    "museum": 8,
}
KOREAN_DOCUMENTS = frozenset({"portone"})


class DataMissing(Exception):
    """The data is neither beside the repository nor where the setting says."""


@dataclass(frozen=True, slots=True)
class Case:
    """One labelled request: operation ids that answer it, and a wrong one that nearly does."""

    id: str
    document: str
    query: str
    expected: str
    acceptable: tuple[str, ...]
    sibling: str
    language: str
    difficulty: str

    @property
    def pair(self) -> str:
        """Language of the query / language of the document."""
        return f"{self.language}/{'ko' if self.document in KOREAN_DOCUMENTS else 'en'}"


def data_folder() -> Path:
    """Return the folder of the data; DataMissing says where it was looked for and how to name another one."""
    folder = Path(os.environ.get(SETTING) or BESIDE)
    if not (folder / "cases").is_dir():
        raise DataMissing(
            f"The data to measure on is not at {folder}. Put it there, or name its folder in the "
            f"environment variable {SETTING}. Results already made can still be checked: make evidence-check."
        )
    return folder


def document_path(folder: Path, name: str) -> Path:
    """Return the one OpenAPI file of a document's folder."""
    return next(path for path in sorted((folder / "specs" / name).iterdir()) if path.suffix in DOCUMENT_SUFFIXES)


def read_json(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def labelled_cases(folder: Path) -> tuple[Case, ...]:
    """Return the labelled retrieval cases in the order of the file."""
    return tuple(_case(row) for row in read_json(folder / "cases" / "retrieval.json"))


def own_requests() -> tuple[Case, ...]:
    """Return the project's own labelled requests, on documents that the labelled cases do not have."""
    return tuple(_case(row) for row in read_json(OWN_REQUESTS))


def _case(row: dict[str, Any]) -> Case:
    also = tuple(row["also_acceptable"])
    head = (row["id"], row["spec"], row["query"], row["expected_target"])
    return Case(*head, also, row["sibling"], row["language"], row["difficulty"])
