"""Plans of the demo run against the demo shop as it answers on this machine, and fail for each reason on request."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from console.demo import connection
from console.demo.seed import import_shop
from console.demo.shop import ShopApp, running_shop
from console.demo.shop_contract import operations
from selector.engine.selection.mutations import is_mutating
from selector.execution import Limits
from selector.models import Collection, RunEvent, RunPlan, SelectorRun
from selector.queries.graphs import head_graph
from selector.services import (
    Actor,
    change_collection,
    confirm_mutation,
    create_collection,
    prepare_plan,
    provide_inputs,
    set_server,
    start_execution,
    start_run,
)

pytestmark = pytest.mark.django_db(transaction=True)

# What only a person knows: nothing in the shop lists the names of its secrets.
TYPED = {"secretName": "carrier-link"}


@pytest.fixture
def shop(monkeypatch: pytest.MonkeyPatch) -> Iterator[Collection]:
    """The demo's collection, connected to a shop on a port of its own."""
    actor = Actor.for_command()
    monkeypatch.setenv(connection.KEY_VARIABLE, "made-for-this-test")
    collection = create_collection(actor=actor, slug="demo-shop", name="Shop")
    import_shop(actor, collection)
    with running_shop(ShopApp("made-for-this-test", slow_seconds=1.5)) as address:
        monkeypatch.setattr(connection, "PORT", int(address.rpartition(":")[2].partition("/")[0]))
        connection.connect_shop(actor, collection)
        set_server(actor=actor, collection_id=collection.pk, url=address)
        collection.refresh_from_db()
        yield collection


def run_of(shop: Collection, target: str, query: str = "조회해줘", **entities: Any) -> RunPlan:
    run = start_run(
        actor=Actor.for_command(),
        collection=shop,
        query=query,
        llm_target=target,
        entities=entities,
        idempotency_key="",
    )
    SelectorRun.objects.filter(pk=run.pk).update(selected_target=target)
    return prepare_plan(actor=Actor.for_command(), run_id=run.pk)


def execute(plan: RunPlan) -> SelectorRun:
    start_execution(actor=Actor.for_command(), run_id=plan.run_id, version=plan.version, run_now=True)
    return SelectorRun.objects.get(pk=plan.run_id)


def test_every_plan_of_a_read_runs_to_its_end(shop: Collection) -> None:
    tools = head_graph(shop.pk)[1].tools
    reads = sorted(name for name in operations() if not is_mutating(name, tools[name]))
    ends: dict[str, Any] = {}

    for name in reads:
        plan = run_of(shop, name, f"{name} 조회해줘")
        values = {slot["name"]: TYPED[slot["field"]] for slot in plan.slots}
        if values:
            plan = provide_inputs(actor=Actor.for_command(), run_id=plan.run_id, version=plan.version, values=values)
        run = execute(plan)
        ends[name] = (run.status, run.failed_reason)

    # Every GET, and the search that takes its condition as a body.
    gets = {name for name, operation in operations().items() if operation.method == "GET"}
    assert set(reads) == gets | {"findOrdersByCondition"}
    assert {name: end for name, end in ends.items() if end != ("succeeded", "")} == {}


@pytest.mark.parametrize(
    ("tenant", "failed"),
    [
        ("demo-slow", "execute timeout"),
        ("demo-fail", "execute http_5xx"),
        ("demo-denied", "execute auth_failed"),
        ("demo-drop", "execute network_error"),
        ("demo-away", "execute host_not_allowed"),
        ("demo-large", "execute binding_failed"),
    ],
)
def test_each_failure_is_shown_on_request(shop, monkeypatch: pytest.MonkeyPatch, tenant: str, failed: str) -> None:
    from selector.services import auth

    monkeypatch.setattr(auth, "LIMITS", Limits(step_seconds=0.5, total_seconds=1))

    run = execute(run_of(shop, "getInventory", **{"X-Tenant-Id": tenant}))

    assert f"{run.failed_stage} {run.failed_reason}" == failed


@pytest.mark.parametrize(
    ("target", "entities", "failed"),
    [("getInventory", {"skuId": "none"}, "execute http_4xx"), ("getMemberInfo", {"memberNo": 999}, "execute http_4xx")],
)
def test_what_is_not_there_is_a_failure_of_the_api(shop: Collection, target, entities, failed) -> None:
    run = execute(run_of(shop, target, **entities))

    assert f"{run.failed_stage} {run.failed_reason}" == failed


def test_a_wrong_key_is_an_auth_failure(shop: Collection, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(connection.KEY_VARIABLE, "another-key")

    run = execute(run_of(shop, "getInventory"))

    assert (run.failed_stage, run.failed_reason) == ("execute", "auth_failed")
    assert "another-key" not in str(list(RunEvent.objects.values_list("payload", flat=True)))


def test_a_change_is_planned_confirmed_and_made(shop: Collection) -> None:
    changes = {"mutation_allowed": True}
    allowed = change_collection(actor=Actor.for_command(), collection_id=shop.pk, version=shop.version, changes=changes)
    plan = run_of(allowed, "restockInventory", "SKU-9 재고 입고해줘", skuId="SKU-9", quantity=4)

    plan = confirm_mutation(actor=Actor.for_command(), run_id=plan.run_id, version=plan.version)
    run = execute(plan)
    after = execute(run_of(allowed, "getInventory", skuId="SKU-9"))

    assert (run.status, after.status) == ("succeeded", "succeeded")
    preview = RunEvent.objects.filter(attempt__run=after, kind="plan.completed").get().payload["output_preview"]
    # SKU-9 starts with 90, and 4 came in.
    assert preview["availableQuantity"] == 94


def test_a_file_is_noted_and_not_kept(shop: Collection) -> None:
    run = execute(run_of(shop, "downloadInvoice", orderNo="O-20391"))

    preview = RunEvent.objects.get(attempt__run=run, kind="plan.completed").payload["output_preview"]
    assert (preview["binary"], preview["media_type"]) == (True, "application/pdf")
