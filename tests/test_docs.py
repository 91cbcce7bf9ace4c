"""What the documents name must exist: commands, files, codes, logins; and what they list must be listed in full."""

import re
from pathlib import Path

import pytest
from django.core.management import get_commands

from console.demo.people import DEMO_LOGINS
from selector.engine.failures import REASONS_BY_STAGE, Reason, ReasonCode
from selector.engine.selection.grounds import Ground
from selector.engine.selection.reasons import InputReason
from selector.models import Role

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
GUIDE = (ROOT / "docs" / "operator-guide.md").read_text(encoding="utf-8")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
DOCUMENTS = {path.relative_to(ROOT).as_posix(): path for path in (ROOT / "README.md", *(ROOT / "docs").glob("*.md"))}


def targets() -> set[str]:
    return set(re.findall(r"^([a-z-]+):.*## ", MAKEFILE, re.MULTILINE))


@pytest.mark.parametrize("name", DOCUMENTS)
def test_named_make_target_exists(name: str):
    named = set(re.findall(r"(?:`|^)make ([a-z-]+)", DOCUMENTS[name].read_text(encoding="utf-8"), re.MULTILINE))

    assert named <= targets()


def test_readme_names_every_way_to_test():
    ways = {target for target in targets() if target.startswith("test")} | {"check"}

    assert {target for target in ways if f"`make {target}`" not in README} == set()


def test_readme_gives_the_two_commands_before_anything_else():
    first_block = README.partition("```sh\n")[2].partition("```")[0]

    assert [line.split("#")[0].strip() for line in first_block.splitlines()] == ["make run", "make test"]
    assert README.index("make run") < README.index("## ")


@pytest.mark.parametrize("name", DOCUMENTS)
def test_link_leads_to_a_file_of_the_repository(name: str):
    path = DOCUMENTS[name]
    links = re.findall(r"\]\(([^)#]+)\)|(?:src|srcset)=\"([^\"]+)\"", path.read_text(encoding="utf-8"))

    local = [link for pair in links for link in pair if link and not link.startswith("http")]

    assert [link for link in local if not (path.parent / link).exists()] == []


@pytest.mark.parametrize("image", ["run.png", "run-dark.png"])
def test_screenshot_is_small_enough_to_load_with_the_page(image: str):
    size = (ROOT / "docs" / "images" / image).stat().st_size

    assert size < 300_000


@pytest.mark.parametrize("name", DOCUMENTS)
def test_named_command_exists(name: str):
    text = DOCUMENTS[name].read_text(encoding="utf-8")

    named = set(re.findall(r"manage\.py ([a-z_]+)", text))

    assert named <= set(get_commands())


@pytest.mark.parametrize("username", [name for name, _password in DEMO_LOGINS])
def test_named_login_is_one_of_the_demo(username: str):
    passwords = dict(DEMO_LOGINS)

    named = set(re.findall(r"demo-[a-z]+", README)) - {"demo-shop"}

    assert username in passwords
    assert named <= set(passwords.values())


def test_guide_explains_every_code_of_a_decision_and_no_other():
    table = GUIDE.partition("### Codes of a decision")[2].partition("###")[0]

    assert re.findall(r"^\| `([a-z_]+)`", table, re.MULTILINE) == [code.value for code in ReasonCode]


def test_guide_names_failures_as_the_engine_does():
    table = GUIDE.partition("### Why a run failed")[2]
    rows = re.findall(r"^\| ([a-z_]+) \| `([a-z_]+)`", table, re.MULTILINE)

    known = {(stage.value, reason.value) for stage, reasons in REASONS_BY_STAGE.items() for reason in reasons}

    assert rows
    assert set(rows) <= known


def test_closure_page_explains_every_reason_of_an_input():
    table = (
        DOCUMENTS["docs/closure.md"].read_text(encoding="utf-8").partition("| reason of an input")[2].partition("##")[0]
    )

    named = set(re.findall(r"`([a-z_]+)`", table))

    assert {reason.value for reason in InputReason if reason is not InputReason.PAGING} <= named


@pytest.mark.parametrize("name", DOCUMENTS)
def test_code_in_the_text_is_a_code_of_the_engine(name: str):
    text = DOCUMENTS[name].read_text(encoding="utf-8")
    known = {code.value for code in [*ReasonCode, *Reason, *InputReason]} | {"read_to_mutation"}

    looks_like_one = set(
        re.findall(r"`((?:llm|selected|no|not)_[a-z_]+|[a-z]+_(?:target|tie|mismatch|mutation))`", text)
    )

    assert looks_like_one <= known


def test_guide_names_every_role():
    table = GUIDE.partition("## Roles")[2].partition("## ")[0]

    assert re.findall(r"^\| ([a-z]+) \|", table, re.MULTILINE)[1:] == [role.value for role in Role]


def test_python_example_of_the_readme_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    monkeypatch.chdir(ROOT)
    example = README.partition("```python\n")[2].partition("```")[0]

    exec(compile(example, "README.md", "exec"), {})

    assert capsys.readouterr().out.startswith("getMemberDeliveryDetail ")


def test_guide_lists_every_ground_of_an_override():
    part = GUIDE.partition("### What an override rests on")[2].partition("\n#")[0]

    assert set(re.findall(r"^\| `([a-z_]+)` \|", part, re.MULTILINE)) == {ground.value for ground in Ground}
