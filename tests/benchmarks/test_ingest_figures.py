"""All fifteen real documents: operation counts, peak memory and stored size, each in a process of its own.

The time is measured by `make evidence`, not here.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
OPERATIONS = {
    "github/api.github.com.json": 1223,
    "kubernetes/swagger.json": 1123,
    "commercetools/openapi.yaml": 821,
    "jira/platform-swagger.v3.json": 468,
    "spree-admin/admin.yaml": 318,
    "medusa-admin/openapi.full.yaml": 308,
    "box/openapi.json": 296,
    "openai/openapi.yaml": 288,
    "asana/asana_oas.yaml": 247,
    "slack/slack_web_openapi_v2.json": 174,
    "portone/v2.openapi.json": 147,
    "line-messaging/messaging-api.yml": 73,
    "adyen-checkout/CheckoutService-v71.yaml": 28,
    "petstore/openapi.yaml": 19,
    "museum/openapi.yaml": 8,
}
# MB of peak memory and share of the document; from the goals for the largest document.
PEAK_MB, STORED_SHARE = 400, 2.0
PROBE = """
import json, sys
from evidence.memory import peak_mb
from selector.engine.build import read_openapi
from selector.engine.contract import contract_of
raw = open(sys.argv[1], "rb").read()
graph = read_openapi(raw)
stored = len(json.dumps(graph.to_artifact(), ensure_ascii=False, separators=(",", ":")).encode())
contracts = [contract_of(tool) for tool in graph.tools.values()]
answering = [c for c in contracts if c.response and c.table.shape(c.response.get("schema", {})).properties]
print(json.dumps({
    "operations": len(graph.tools),
    "edges": len(graph.compact_edges),
    "peak_mb": peak_mb(),
    "stored_share": round(stored / len(raw), 2),
    "resource_share": graph.readiness["counts"]["resource_known"] / len(graph.tools),
    "produced_share": sum(bool(c.produced) for c in answering) / max(len(answering), 1),
    "skipped": len(graph.readiness["skipped"]),
}))
"""


def measure(path: Path) -> dict:
    """The figures of one document, from a fresh process."""
    done = subprocess.run(
        [sys.executable, "-c", PROBE, str(path)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


@pytest.mark.parametrize("name", OPERATIONS)
def test_a_real_document_stays_within_memory_and_size(shared_data, name):
    figures = measure(shared_data / "specs" / name)

    assert figures["operations"] == OPERATIONS[name]
    assert figures["skipped"] == 0
    assert figures["peak_mb"] <= PEAK_MB
    assert figures["stored_share"] <= STORED_SHARE
    assert figures["resource_share"] >= 0.95
    assert figures["produced_share"] >= 0.95
