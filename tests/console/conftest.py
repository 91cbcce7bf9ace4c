"""What page tests share: people by role, and a small world with one of everything that has an address."""

from dataclasses import dataclass

import pytest
from django.test import Client

from selector.models import ApiToken, Collection, Import, SelectorRun
from tests.selector.factories import UserFactory, a_document, a_live_collection, a_run, a_token, an_import, operation


@pytest.fixture
def client_as(db):
    """Make a signed-in client: `client_as("viewer", language="ko")`."""

    def make(role: str = "engineer", **fields) -> Client:
        client = Client()
        client.force_login(UserFactory(role=role, **fields))
        return client

    return make


@dataclass(frozen=True)
class World:
    """A live collection, an import of it that waits for a decision, a run, and the token of a program."""

    collection: Collection
    waiting: Import
    run: SelectorRun
    token: ApiToken

    @property
    def arguments(self) -> dict[str, object]:
        """The arguments that the addresses of the console take, by name."""
        return {
            "slug": self.collection.slug,
            "import_id": self.waiting.pk,
            "job_id": self.waiting.job_id,
            "run_id": self.run.pk,
            "token_id": self.token.pk,
            "name": "getOrder",
        }


@pytest.fixture
def world(db) -> World:
    collection = a_live_collection()
    changed = a_document({"/orders": {"get": operation("listOrders", "Other words", many=True), "post": 3}})
    run = a_run(collection, llm_target="listOrders")
    return World(collection, an_import(collection, changed), run, a_token().token)
