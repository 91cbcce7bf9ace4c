"""The examples of the adapter guide, sent by curl to a served demo; and what the guide says of codes and scopes."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from console.demo.seed import seed_demo
from console.problem_json import PROBLEMS
from selector.models import Scope, SelectorRun
from tests.selector.factories import a_token

GUIDE = (Path(__file__).resolve().parents[3] / "docs" / "adapter-guide.md").read_text(encoding="utf-8")
EXAMPLES = [block for block in re.findall(r"```sh\n(.*?)```", GUIDE, re.DOTALL) if block.startswith("curl")]


def run_example(example: str, **variables: str) -> dict:
    done = subprocess.run(
        ["bash", "-c", example], env=os.environ | variables, capture_output=True, text=True, timeout=60, check=True
    )
    return json.loads(done.stdout)


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
def test_the_examples_work_as_they_stand(live_server):
    seed_demo()
    given = {"CONSOLE": f"{live_server.url}/api/v1", "TOKEN": a_token().value, "NO_PROXY": "*", "no_proxy": "*"}

    collections, tools, ranked, decided, kept, found = [run_example(each, **given) for each in EXAMPLES[:6]]
    marked = run_example(EXAMPLES[6], RUN=str(kept["id"]), **given)

    assert [row["slug"] for row in collections["results"]] == ["demo-shop"]
    assert {row["canonical_action"] for row in tools["results"]} == {"read"}
    assert (len(ranked["results"]), ranked["results"][0]["name"]) == (5, "getMemberDeliveryDetail")
    assert (decided["selected_target"], decided["overrode_llm"]) == ("getMemberDeliveryDetail", True)
    assert [row["id"] for row in found["results"]] == [kept["id"]]
    assert (marked["expected"]["name"], marked["version"]) == ("getRefundableOrders", 2)
    assert len(EXAMPLES) == 7
    assert SelectorRun.objects.get(pk=kept["id"]).origin == "api"


def test_the_guide_names_every_scope_and_only_reasons_that_there_are():
    scopes = re.findall(r"^\| `([a-z]+(?::[a-z]+)?)` \|", GUIDE, re.MULTILINE)
    rows = re.findall(r"^\| (\d{3}) \| (.*?) \|", GUIDE, re.MULTILINE)

    assert scopes == Scope.values
    assert rows
    for status, reasons in rows:
        assert {PROBLEMS[reason].status for reason in re.findall(r"`(\w+)`", reasons)} == {int(status)}
