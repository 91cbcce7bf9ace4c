"""The demo's data: people, the shop's document imported as a person would, and runs that the engine really decided."""

import hashlib
from dataclasses import dataclass

from django.db import transaction

from selector.engine import ENGINE_VERSION
from selector.models import Collection, ImportState, RunOrigin, SelectorRun, Source, User, VersionState
from selector.services import (
    Actor,
    confirm_import,
    create_collection,
    mark_expected_target,
    start_import,
    start_run,
)

from . import SHOP_DOCUMENT
from .connection import connect_shop
from .people import make_people
from .questions import QUESTIONS, Question

SLUG = "demo-shop"
NAME = "데모 상점 · Demo shop"
DESCRIPTION = (
    "회원, 주문, 환불, 상품, 재고, 쿠폰이 있는 견본 상점입니다. A sample shop: members, orders, refunds, products, "
    "inventory and coupons."
)
SOURCE = "shop"
CHANNEL = "command"


class DemoError(Exception):
    """The demo could not be made; the message says what stood in the way."""


@dataclass(frozen=True, slots=True)
class Seeded:
    """How much a seeding made; all zero where everything was there."""

    people: int
    imports: int
    runs: int


def seed_demo() -> Seeded:
    """Make what is missing of the demo and leave alone what is there, whatever people have done to it since."""
    people = make_people(Actor.for_command("demo"))
    engineer = Actor.for_user(User.objects.get(username="engineer"), CHANNEL)
    operator = Actor.for_user(User.objects.get(username="operator"), CHANNEL)
    collection = Collection.objects.filter(slug=SLUG).first() or create_collection(
        actor=engineer, slug=SLUG, name=NAME, description=DESCRIPTION
    )
    imports = import_shop(engineer, collection)
    connect_shop(Actor.for_command("demo"), collection)
    runs = sum(ask(engineer, operator, collection, question) for question in QUESTIONS)
    return Seeded(people, imports, runs)


def import_shop(actor: Actor, collection: Collection) -> int:
    """Import the shop's document unless it has been, and return how many imports that took.

    It is read again only where it is live as an older engine read it; a document that people put in its place stays.
    """
    document = SHOP_DOCUMENT.read_bytes()
    source = Source.objects.filter(collection=collection, name=SOURCE).first()
    if source is not None and not _needs_reading(source, document):
        return 0
    record = start_import(
        actor=actor,
        collection=collection,
        document=document,
        source_name=SOURCE,
        file_name=SHOP_DOCUMENT.name,
        run_now=True,
    )
    if record.state == ImportState.READY:
        record = confirm_import(actor=actor, import_id=record.pk, version=record.version)
    if record.state not in {ImportState.CONFIRMED, ImportState.UNCHANGED}:
        raise DemoError(f"{SHOP_DOCUMENT.name} could not be imported: {record.error_reason} {record.error_message}")
    return 1


def _needs_reading(source: Source, document: bytes) -> bool:
    versions = source.versions.defer("artifact")
    known = versions.filter(content_digest=hashlib.sha256(document).hexdigest())
    live = versions.filter(state=VersionState.LIVE).first()
    if live is None or not known.exists():
        return True
    return known.filter(pk=live.pk).exclude(engine_version=ENGINE_VERSION).exists()


@transaction.atomic
def ask(engineer: Actor, operator: Actor, collection: Collection, question: Question) -> bool:
    """Make the run of a question with its mark; False where it has been made before."""
    if SelectorRun.objects.filter(created_by=engineer.user, idempotency_key=question.key).exists():
        return False
    run = start_run(
        actor=engineer,
        collection=collection,
        query=question.query,
        llm_target=question.llm_target,
        expected_target=question.expected,
        entities=question.entities,
        top_k=question.top_k,
        idempotency_key=question.key,
        origin=RunOrigin.DEMO,
    )
    if question.marked:
        mark_expected_target(actor=operator, run_id=run.pk, target=question.marked, version=run.version)
    return True
