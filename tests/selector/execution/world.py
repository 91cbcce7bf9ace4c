"""A collection whose document leads to a real server on this machine, with a profile, and runs of its tools."""

from __future__ import annotations

import json
from typing import Any

from selector.models import Collection, RunPlan, SelectorRun
from selector.services import (
    Actor,
    allow_host,
    change_collection,
    prepare_plan,
    save_auth_profile,
    save_overlay_row,
    start_execution,
)
from tests.selector.factories import a_live_collection, a_run, an_actor

from .loopback import Loopback

VARIABLE = "TOOL_AUTH_ORDERS"
TEXT = {"type": "string"}
ORDER = {"type": "object", "properties": {"orderNo": TEXT, "total": {"type": "integer"}}}


def answer(schema: dict[str, Any]) -> dict[str, Any]:
    return {"200": {"description": "", "content": {"application/json": {"schema": schema}}}}


def document(server: Loopback, *, secured: bool = True) -> bytes:
    """Orders that are listed, read, searched by a phone number and cancelled."""
    number = {"name": "orderNo", "in": "path", "required": True, "schema": TEXT}
    shop = {"name": "X-Tenant-Id", "in": "header", "required": True, "schema": TEXT}
    reason = {"type": "string", "enum": ["LATE", "WRONG"]}
    cancel = {"type": "object", "required": ["cancelReason"], "properties": {"cancelReason": reason, "note": TEXT}}
    login = {"type": "object", "required": ["loginId", "password"], "properties": {"loginId": TEXT, "password": TEXT}}
    paths = {
        "/orders": {
            "get": {
                "operationId": "listOrders",
                "summary": "주문 목록 List orders",
                "parameters": [shop],
                "responses": answer({"type": "array", "items": ORDER}),
            }
        },
        "/orders/{orderNo}": {
            "get": {
                "operationId": "getOrder",
                "summary": "주문 상세 Order detail",
                "parameters": [number, shop],
                "responses": answer(ORDER),
            }
        },
        "/orders/{orderNo}/cancel": {
            "post": {
                "operationId": "cancelOrder",
                "summary": "주문 취소 Cancel an order",
                "parameters": [number, shop],
                "requestBody": {"required": True, "content": {"application/json": {"schema": cancel}}},
                "responses": answer(ORDER),
            }
        },
        "/notes/{noteNo}": {
            "get": {
                "operationId": "getNote",
                "summary": "쪽지 보기 Show a note",
                "parameters": [
                    {**number, "name": "noteNo", "schema": {"type": "integer"}},
                    {
                        "name": "kind",
                        "in": "query",
                        "required": True,
                        "schema": {"type": "string", "enum": ["IN", "OUT"]},
                    },
                ],
                "responses": answer({"type": "object", "properties": {"text": TEXT}}),
            }
        },
        "/sessions": {
            "post": {
                "operationId": "createSession",
                "summary": "로그인 Sign in",
                "requestBody": {"required": True, "content": {"application/json": {"schema": login}}},
                "responses": answer({"type": "object", "properties": {"text": TEXT}}),
            }
        },
    }
    row: dict[str, Any] = {"openapi": "3.0.3", "info": {"title": "Orders", "version": "1"}, "paths": paths}
    row["servers"] = [{"url": server.url}]
    if secured:
        row["security"] = [{"ordersKey": []}]
        row["components"] = {"securitySchemes": {"ordersKey": {"type": "http", "scheme": "bearer"}}}
    return json.dumps(row, ensure_ascii=False).encode()


def orders(seen: Any) -> tuple[int, dict[str, str], Any]:
    """The server's answers."""
    if seen.target == "/orders":
        return 200, {}, [{"orderNo": "O-1", "total": 7}, {"orderNo": "O-2", "total": 8}]
    return 200, {}, {"orderNo": "O-1", "total": 7, "text": "안녕"}


def a_world(
    server: Loopback,
    *,
    hosts: bool = True,
    profile: bool = True,
    secured: bool = True,
    mutations: bool = False,
) -> Collection:
    """The collection, ready to be called unless something is left out."""
    server.answer = orders
    collection = a_live_collection(document=document(server, secured=secured))
    actor = Actor.for_command()
    if hosts:
        allow_host(actor=actor, collection_id=collection.pk, host=f"127.0.0.1:{server.port}", is_private=True)
    if profile:
        fields = {"name": "orders key", "kind": "bearer", "variable": VARIABLE}
        save_auth_profile(actor=actor, collection_id=collection.pk, **fields)
    fields = {"kind": "context_default", "tool_name": "", "key": "X-Tenant-Id", "value": "demo", "reason": "one shop"}
    save_overlay_row(actor=actor, collection_id=collection.pk, **fields)
    collection.refresh_from_db()
    if mutations:
        changes = {"mutation_allowed": True}
        collection = change_collection(
            actor=actor, collection_id=collection.pk, version=collection.version, changes=changes
        )
    return collection


def a_target(collection: Collection, target: str, query: str = "", **fields: Any) -> SelectorRun:
    """A run that chose a tool, whatever the evidence says."""
    run = a_run(collection, query or f"{target} 보여줘", llm_target=target, **fields)
    run.selected_target = target
    run.save(update_fields=["selected_target"])
    return run


def a_plan(collection: Collection, target: str, query: str = "", **fields: Any) -> RunPlan:
    """A run with its plan."""
    run = a_target(collection, target, query, **fields)
    return prepare_plan(actor=an_actor(), run_id=run.pk)


def executed(plan: RunPlan) -> SelectorRun:
    """The run of a plan after it has been executed here."""
    start_execution(actor=an_actor(), run_id=plan.run_id, version=plan.version, run_now=True)
    return SelectorRun.objects.get(pk=plan.run_id)
