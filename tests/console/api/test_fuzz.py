"""Whatever JSON is sent, the answer is an answer or a problem that says why, never a fault of ours."""

import json

import pytest
from django.core.cache import cache
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from tests.console.api.conftest import problem_of

LEAVES = some.none() | some.booleans() | some.integers() | some.floats() | some.text() | some.just("getOrder")
VALUES = some.recursive(LEAVES, lambda inner: some.lists(inner) | some.dictionaries(some.text(), inner), max_leaves=6)
# Half of the time what fits, so that what follows the first check is met too.
FIELDS = {
    "query": some.sampled_from(["주문 상세", "delete order"]) | some.text() | VALUES,
    "top_k": some.integers(-1, 60) | VALUES,
    "llm_target": some.just("getOrder") | some.text() | VALUES,
    "candidates": some.lists(some.sampled_from(["getOrder", "listOrders"])) | VALUES,
    "include_evidence": some.booleans() | VALUES,
    "collection": some.just("orders") | VALUES,
    "entities": some.dictionaries(some.text(), VALUES) | VALUES,
    "expected_target": some.text() | VALUES,
}
TARGETS = {
    "collections/orders/retrieve": ("query", "top_k", "include_evidence"),
    "collections/orders/select": ("query", "top_k", "llm_target", "candidates"),
    "runs": ("collection", "query", "top_k", "llm_target", "entities", "expected_target"),
}


@pytest.mark.parametrize("path", TARGETS)
def test_no_body_breaks_the_api(orders, program, path):
    known = {name: FIELDS[name] for name in TARGETS[path]}
    bodies = some.fixed_dictionaries({}, optional=known)

    @settings(max_examples=80, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck), database=None)
    @given(body=bodies, number=some.integers())
    def sent(body: dict, number: int) -> None:
        cache.clear()
        response = program.post(path, json.dumps(body), **{"Idempotency-Key": f"k{number}"})

        assert response.status_code in (200, 201) or problem_of(response)["status"] in (400, 409, 422)

    sent()


def test_no_parameter_breaks_the_api(orders, program):
    names = some.sampled_from(["text", "cursor", "action", "since", "overridden", "status", "adapter_request_id"])

    @settings(max_examples=80, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck), database=None)
    @given(query=some.dictionaries(names, some.text(some.characters(codec="utf-8"), max_size=40), max_size=3))
    def sent(query: dict[str, str]) -> None:
        cache.clear()
        for path in ("runs", "collections/orders/tools"):
            response = program.client.get(f"/api/v1/{path}", query, headers=program.headers)
            assert response.status_code == 200 or problem_of(response)["status"] == 422

    sent()
