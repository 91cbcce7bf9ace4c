"""What the browser finds: the demo with its people, and an import in each state that a page can show."""

from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from console.demo.seed import seed_demo
from selector.models import Collection, SelectorRun, User
from selector.services import Actor, create_collection, start_import
from tests.selector.factories import a_document, operation

BROKEN = {"/orders": {"get": operation("listOrders", "다른 말 Other words", many=True), "post": 3}}


@dataclass(frozen=True)
class World:
    """The demo, with the addresses of its pages by a name that says what is on them."""

    addresses: dict[str, str]

    def person(self, role: str) -> User:
        return User.objects.get(username=role)


def make_world() -> World:
    """Seed the demo and make imports that wait, failed and changed nothing, and a collection without tools."""
    seed_demo()
    actor = Actor.for_user(User.objects.get(username="engineer"), "page")
    create_collection(actor=actor, slug="empty", name="빈 모음 Empty")
    shop = Collection.objects.get(slug="demo-shop")
    return World(_pages() | _imports(actor, shop) | _runs())


def _pages() -> dict[str, str]:
    shop = reverse("collection", args=["demo-shop"])
    return {
        "account": reverse("account"),
        "collections": reverse("collections"),
        "collection_new": reverse("collection_new"),
        "collection": shop,
        "collection_filtered": f"{shop}?text=배송&action=read",
        "tool": reverse("tool", args=["demo-shop", "getMemberDeliveryDetail"]),
        "tool_named": reverse("tool_named", args=["demo-shop"]) + "?name=getMemberDeliveryList",
        "collection_empty": reverse("collection", args=["empty"]),
        "import_new": reverse("import_new", args=["demo-shop"]),
        "runs": reverse("runs"),
        "runs_nothing_fits": reverse("runs") + "?text=zzzz",
        "run_new": reverse("run_new"),
        "api_docs": reverse("api_docs"),
    }


def _imports(actor: Actor, shop: Collection) -> dict[str, str]:
    def read(document: bytes, **fields: Any) -> str:
        record = start_import(actor=actor, collection=shop, document=document, run_now=True, **fields)
        return reverse("import", args=[record.pk])

    confirmed = shop.sources.get().imports.get()
    return {
        "import_confirmed": reverse("import", args=[confirmed.pk]),
        "import_waits": read(a_document(BROKEN), source_name="shop", file_name="changed.json"),
        "import_failed": read(b"<!doctype html><p>Sign in", source_name="shop", file_name="login.json"),
        "import_second_source": read(a_document(), source_name="orders", file_name="orders.json"),
    }


def _runs() -> dict[str, str]:
    runs = dict(SelectorRun.objects.values_list("idempotency_key", "pk"))
    named = {
        "run_overridden": "demo-detail",
        "run_kept": "demo-summary",
        "run_unknown_llm": "demo-unknown",
        "run_not_retrieved": "demo-papers",
        "run_no_candidates": "demo-weather",
        "run_scrubbed": "demo-phone",
    }
    return {name: reverse("run", args=[runs[key]]) for name, key in named.items()}
