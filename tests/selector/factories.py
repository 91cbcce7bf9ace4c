"""Rows for tests, made the way the product makes them: documents are imported and runs are started by the services."""

from __future__ import annotations

import json
from typing import Any

import factory

from selector.models import Collection, Import, Role, Scope, SelectorRun, User
from selector.services import Actor, confirm_import, create_collection, start_import, start_run
from selector.services.tokens import MintedToken, create_token


class UserFactory(factory.django.DjangoModelFactory):
    """A person with the role of an engineer; `role=Role.ADMIN` may enter the admin site."""

    class Meta:
        model = User

    username = factory.Sequence(lambda number: f"person{number}")
    role = Role.ENGINEER
    password = "not a hash, so nobody signs in with it"

    @classmethod
    def _create(cls, model_class: type[User], *args: Any, **kwargs: Any) -> User:
        return model_class.objects.create_user(kwargs.pop("username"), password=kwargs.pop("password"), **kwargs)


def an_actor(role: str = Role.ENGINEER, channel: str = "page", **fields: Any) -> Actor:
    """A person who acts through a page."""
    return Actor.for_user(UserFactory(role=role, **fields), channel)


def operation(operation_id: str, summary: str = "", *, many: bool = False, **more: Any) -> dict[str, Any]:
    """One operation of a document, with an answer of one order, or of many."""
    answer: dict[str, Any] = {"type": "object", "properties": {"orderNo": {"type": "string"}}}
    answer = {"type": "array", "items": answer} if many else answer
    response = {"200": {"description": "", "content": {"application/json": {"schema": answer}}}}
    return {"operationId": operation_id, "summary": summary or operation_id, "responses": response, **more}


ORDERS: dict[str, Any] = {
    "/orders": {
        "get": operation("listOrders", "주문 목록 List orders", many=True),
        "post": operation("createOrder", "Create an order"),
    },
    "/orders/{orderNo}": {
        "parameters": [{"name": "orderNo", "in": "path", "required": True, "schema": {"type": "string"}}],
        "get": operation("getOrder", "주문 상세 Order detail"),
        "delete": operation("deleteOrder", "Delete an order"),
    },
}


def a_document(paths: dict[str, Any] | None = None, title: str = "Orders") -> bytes:
    """A small OpenAPI document; four operations on orders unless other paths are given."""
    document = {"openapi": "3.0.3", "info": {"title": title, "version": "1"}, "paths": paths or ORDERS}
    return json.dumps(document, ensure_ascii=False).encode()


def a_collection(slug: str = "orders", *, actor: Actor | None = None) -> Collection:
    """An empty collection."""
    return create_collection(actor=actor or Actor.for_command(), slug=slug, name=slug.title())


def an_import(collection: Collection, document: bytes | None = None, **fields: Any) -> Import:
    """An import whose document has been read and that waits for a decision."""
    fields = {"actor": Actor.for_command(), "document": document or a_document(), **fields}
    return start_import(collection=collection, run_now=True, **fields)


def a_live_collection(slug: str = "orders", document: bytes | None = None) -> Collection:
    """A collection with a live version of a small document."""
    collection = a_collection(slug)
    record = an_import(collection, document)
    confirm_import(actor=Actor.for_command(), import_id=record.pk, version=record.version)
    collection.refresh_from_db()
    return collection


def a_run(collection: Collection | None = None, query: str = "주문 상세 보여줘", **fields: Any) -> SelectorRun:
    """A stored run of a small collection."""
    fields = {"actor": Actor.for_command(), "query": query, **fields}
    return start_run(collection=collection or a_live_collection(), **fields)


def a_token(*scopes: str, name: str = "adapter", **fields: Any) -> MintedToken:
    """A token of a program with its value; with every scope unless some are named."""
    fields = {"actor": Actor.for_command(), **fields}
    return create_token(name=name, scopes=scopes or Scope.values, **fields)
