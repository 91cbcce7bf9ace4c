"""Cited figures: one that differs from its file, or whose file is stale, is found; `cite` writes them anew."""

import json
from pathlib import Path

import pytest

from evidence import check
from evidence.citations import rewrite, write_like
from evidence.digests import current_digests
from evidence.results import Measured, Part

PART = Part("demo", "metrics", (), lambda _folder: Measured({}, {}, {}))
FIGURES = {"hit_1": 0.4811, "tools": 1223, "meets": False, "many": [3.25, 7]}


@pytest.fixture
def room(tmp_path: Path) -> Path:
    """A repository of one engine module, one measuring module, one result and one README."""
    engine = tmp_path / "selector" / "engine"
    (engine / "lexicon_data").mkdir(parents=True)
    (engine / "ranking.py").write_text("WEIGHT = 1\n")
    (engine / "lexicon_data" / "ko_en.toml").write_text("entries = []\n")
    (tmp_path / "evidence").mkdir()
    (tmp_path / "evidence" / "metrics.py").write_text("CUT = 20\n")
    made_from = current_digests(PART.module, tmp_path)
    (tmp_path / "evidence" / "demo.json").write_text(json.dumps({"made_from": made_from, "figures": FIGURES}))
    return tmp_path


def cite(room: Path, text: str) -> list[str]:
    (room / "README.md").write_text(text, encoding="utf-8")
    stale = check.stale_results([PART], room, room / "evidence")
    return check.wrong_citations(stale, room, room / "evidence")


def cited(text: str, pointer: str) -> str:
    return f"It is {text} <!-- evidence: demo.json#{pointer} --> today."


@pytest.mark.parametrize(
    ("text", "pointer"),
    [
        (".48", "/figures/hit_1"),
        ("0.481", "/figures/hit_1"),
        ("48%", "/figures/hit_1"),
        ("1,223", "/figures/tools"),
        ("not met", "/figures/meets"),
        ("3.2", "/figures/many/0"),
        ("7", "/figures/many/1"),
    ],
)
def test_right_figure_of_a_fresh_file_passes(room: Path, text: str, pointer: str):
    assert cite(room, cited(text, pointer)) == []


@pytest.mark.parametrize(
    ("text", "pointer", "problem"),
    [
        (".49", "/figures/hit_1", "the file says .48"),
        ("met", "/figures/meets", "the file says not met"),
        ("7", "/figures/gone", "nothing there ('gone')"),
        ("7", "/figures/many/5", "nothing there ('5')"),
        ("7", "/figures/many", "is no figure"),
    ],
)
def test_wrong_figure_is_named_with_its_place(room: Path, text: str, pointer: str, problem: str):
    (line,) = cite(room, "First line.\n" + cited(text, pointer))

    assert line.startswith(f"README.md:2: {text} of demo.json#{pointer}: ")
    assert problem in line


def test_citation_of_a_missing_file_is_found(room: Path):
    (line,) = cite(room, "7 <!-- evidence: gone.json#/figures/x -->")

    assert "there is no such file" in line


def test_comment_behind_no_figure_is_found(room: Path):
    (line,) = cite(room, "Much better <!-- evidence: demo.json#/figures/hit_1 -->")

    assert line == "README.md:1: demo.json#/figures/hit_1 is cited behind no figure."


@pytest.mark.parametrize(
    "name", ["selector/engine/ranking.py", "selector/engine/lexicon_data/ko_en.toml", "evidence/metrics.py"]
)
def test_right_figure_of_a_stale_file_fails(room: Path, name: str):
    with (room / name).open("a") as file:
        file.write("# changed\n")

    (line,) = cite(room, cited(".48", "/figures/hit_1"))

    assert "the file is stale" in line


def test_a_changed_child_program_makes_the_result_of_its_parent_stale(room: Path):
    child = room / "evidence" / "metrics_child.py"
    child.write_text("from evidence.more import x\n")
    (room / "evidence" / "more.py").write_text("x = 1\n")
    before = current_digests("metrics", room)["measuring"]
    (room / "evidence" / "more.py").write_text("x = 2\n")

    assert current_digests("metrics", room)["measuring"] != before


def test_a_new_engine_module_makes_results_stale_and_an_equal_one_does_not(room: Path):
    (room / "selector" / "engine" / "__pycache__").mkdir()
    (room / "selector" / "engine" / "ranking.py").write_text("WEIGHT = 1\n")
    unchanged = check.stale_results([PART], room, room / "evidence")
    (room / "selector" / "engine" / "more.py").touch()

    changed = check.stale_results([PART], room, room / "evidence")

    assert (unchanged, changed) == ({}, {"demo.json": "changed since: engine"})


def test_writing_the_figures_keeps_their_manner_and_all_other_text(room: Path):
    text = "Hit " + cited("0.4", "/figures/hit_1") + " Tools: 9,999 <!-- evidence: demo.json#/figures/tools -->."

    written = rewrite(text, room / "evidence")

    assert written == text.replace("0.4 ", "0.5 ").replace("9,999", "1,223")


@pytest.mark.parametrize(
    ("like", "value", "written"),
    [
        (".40", 0.396, ".40"),
        ("0.400", 0.3964, "0.396"),
        ("40%", 0.396, "40%"),
        ("39.6%", 0.3964, "39.6%"),
        ("1.00", 1, "1.00"),
        (".95", 1.0, "1.00"),
        ("999", 1223, "1,223"),
        ("2.3", 72, "72.0"),
        ("not met", True, "met"),
    ],
)
def test_value_is_written_in_the_manner_of_the_text(like: str, value: float, written: str):
    assert write_like(like, value) == written


def test_documents_of_this_repository_cite_what_their_files_say():
    root = Path(__file__).parents[2]

    assert check.wrong_citations((), root) == []
