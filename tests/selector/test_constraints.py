"""Each database rule lets a right row through and stops a wrong one."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.db import IntegrityError, transaction
from django.utils import timezone

from selector.models import (
    AllowedHost,
    ApiToken,
    AuditEvent,
    AuthProfile,
    Collection,
    Import,
    Job,
    OverlayRow,
    Revision,
    RunAttempt,
    RunCandidate,
    RunEvent,
    RunPlan,
    SelectorRun,
    ServerAddress,
    Source,
    SourceVersion,
    StageRecord,
    ToolRow,
    User,
)

from .factories import a_collection

pytestmark = pytest.mark.django_db


def refused(make: Any, rule: str) -> bool:
    with pytest.raises(IntegrityError) as caught, transaction.atomic():
        make()
    text = str(caught.value)
    # SQLite names the columns of a broken unique rule instead of the rule.
    return rule in text or "UNIQUE constraint failed" in text


def a_source(**fields: Any) -> Source:
    collection = fields.pop("collection", None) or a_collection()
    values = {"name": "main", "namespace": "main", "created_by_name": "x", **fields}
    return Source.objects.create(collection=collection, **values)


def a_version(source: Source, number: int = 1, **fields: Any) -> SourceVersion:
    sizes = {"operation_count": 0, "document_bytes": 1, "stored_bytes": 1, "artifact": b"x", "document_format": "x"}
    return SourceVersion.objects.create(source=source, number=number, created_by_name="x", **sizes, **fields)


LIVE = {"state": "live", "published_at": timezone.now(), "published_by_name": "x"}


@pytest.mark.parametrize(
    ("rule", "fields"),
    [
        ("selector_user_role_known", {"role": "owner"}),
        ("selector_user_language_known", {"language": "fr"}),
        ("selector_user_theme_known", {"theme": "pink"}),
        ("selector_user_staff_follows_role", {"role": "viewer", "is_staff": True}),
        ("selector_user_staff_follows_role", {"role": "admin"}),
    ],
)
def test_users_have_known_roles_and_choices(rule: str, fields: dict[str, Any]):
    User.objects.create(username="right", role="admin", is_staff=True, is_superuser=True)

    assert refused(lambda: User.objects.create(username="wrong", **fields), rule)


@pytest.mark.parametrize(
    ("rule", "fields"),
    [
        ("selector_collection_slug_filled", {"slug": ""}),
        ("selector_collection_name_filled", {"name": ""}),
        ("selector_collection_learning_mode_known", {"learning_mode": "loud"}),
        ("selector_collection_policy_known", {"policy": "coin"}),
    ],
)
def test_collections_have_names_and_known_settings(rule: str, fields: dict[str, Any]):
    right = {"slug": "a", "name": "A", "created_by_name": "x"}
    Collection.objects.create(**right)

    assert refused(lambda: Collection.objects.create(**{**right, "slug": "b", **fields}), rule)


def test_a_source_has_one_live_version():
    source = a_source()
    a_version(source, 1, state="archived", published_at=timezone.now(), published_by_name="x")
    a_version(source, 2, **LIVE)

    assert refused(lambda: a_version(source, 3, **LIVE), "selector_sourceversion_one_live")
    assert refused(lambda: a_version(source, 2), "selector_sourceversion_number_unique")


@pytest.mark.parametrize(
    ("rule", "fields"),
    [
        ("selector_sourceversion_state_known", {"state": "half"}),
        ("selector_sourceversion_published_paired", {**LIVE, "published_by_name": ""}),
        ("selector_sourceversion_published_unless_draft", {"state": "live"}),
        ("selector_sourceversion_published_unless_draft", {**LIVE, "state": "draft"}),
    ],
)
def test_a_version_says_when_and_by_whom_it_was_published(rule: str, fields: dict[str, Any]):
    source = a_source()
    a_version(source, 1)

    with pytest.raises(IntegrityError), transaction.atomic():
        a_version(source, 2, **fields)


def test_sources_of_a_collection_differ_in_name_and_namespace():
    source = a_source()
    more = {"collection": source.collection}

    a_source(**more, name="b", namespace="b")

    assert refused(lambda: a_source(**more, namespace="c"), "selector_source_name_unique")
    assert refused(lambda: a_source(**more, name="c"), "selector_source_namespace_unique")
    assert refused(lambda: a_source(**more, name="c", namespace=""), "selector_source_namespace_filled")
    assert refused(lambda: a_source(**more, name="", namespace="c"), "selector_source_name_filled")


def test_a_version_lists_a_tool_once():
    version = a_version(a_source())
    ToolRow.objects.create(version=version, name="getOrder")

    assert refused(lambda: ToolRow.objects.create(version=version, name="getOrder"), "selector_toolrow_name_unique")


@pytest.mark.parametrize(
    ("rule", "fields"),
    [
        ("selector_import_state_known", {"state": "lost"}),
        ("selector_import_origin_known", {"origin": "post"}),
        ("selector_import_bytes_emptied", {"state": "unchanged", "raw": b"{}"}),
        ("selector_import_ready_has_draft", {"state": "ready"}),
        ("selector_import_decided_paired", {"state": "dropped", "decided_at": timezone.now()}),
        ("selector_import_decided_in_state", {"state": "dropped"}),
        ("selector_import_failed_has_reason", {"state": "failed"}),
    ],
)
def test_an_import_keeps_bytes_and_decision_in_step_with_its_state(rule: str, fields: dict[str, Any]):
    source = a_source()
    base = {"source": source, "document_digest": "d", "document_bytes": 2, "created_by_name": "x"}
    Import.objects.create(**base, raw=b"{}")

    assert refused(lambda: Import.objects.create(**base, **fields), rule)


@pytest.mark.parametrize(
    ("rule", "fields"),
    [
        ("selector_job_queue_known", {"queue": "slow"}),
        ("selector_job_state_known", {"state": "lost"}),
        ("selector_job_finished_when_ended", {"state": "done"}),
        ("selector_job_finished_when_ended", {"finished_at": timezone.now()}),
        ("selector_job_running_has_heartbeat", {"state": "running"}),
        ("selector_job_attempts_bounded", {"attempts": 4}),
        ("selector_job_failed_has_reason", {"state": "failed", "finished_at": timezone.now()}),
    ],
)
def test_a_job_keeps_its_times_in_step_with_its_state(rule: str, fields: dict[str, Any]):
    base = {"kind": "import", "queue": "bulk", "created_by_name": "x"}
    Job.objects.create(**base, state="running", heartbeat_at=timezone.now())

    with pytest.raises(IntegrityError), transaction.atomic():
        Job.objects.create(**{**base, **fields})


def a_bare_run(collection: Collection, **fields: Any) -> SelectorRun:
    base = {
        "collection": collection,
        "revision": collection.head,
        "query": "q",
        "origin": "page",
        "created_by_name": "x",
    }
    return SelectorRun.objects.create(**{**base, "idempotency_key": "k", "status": "succeeded", **fields})


@pytest.mark.parametrize(
    ("rule", "fields"),
    [
        ("selector_selectorrun_status_known", {"status": "fine"}),
        ("selector_selectorrun_origin_known", {"origin": "dream"}),
        ("selector_selectorrun_expected_paired", {"expected_target": "getOrder"}),
        ("selector_selectorrun_expected_paired", {"expected_at": timezone.now()}),
        ("selector_selectorrun_failed_has_stage", {"status": "failed"}),
        ("selector_selectorrun_failed_has_stage", {"failed_stage": "select", "failed_reason": "x"}),
        ("selector_selectorrun_override_has_llm_target", {"overrode_llm": True}),
        ("selector_selectorrun_confidence_ratio", {"confidence": 1.2}),
        ("selector_selectorrun_key_unique_nobody", {"idempotency_key": "k"}),
    ],
)
def test_a_run_says_why_it_failed_and_who_expected_what(rule: str, fields: dict[str, Any]):
    collection = a_collection()
    a_bare_run(collection)

    assert refused(lambda: a_bare_run(collection, **{"idempotency_key": "other", **fields}), rule)


def test_a_person_uses_a_key_once_and_another_person_may_use_it_too():
    collection = a_collection()
    first, second = (User.objects.create_user(name) for name in ("first", "second"))
    a_bare_run(collection, created_by=first)
    a_bare_run(collection, created_by=second)

    assert refused(lambda: a_bare_run(collection, created_by=first), "selector_selectorrun_key_unique")


def test_a_run_has_one_record_for_a_stage_and_a_failed_one_has_a_reason():
    run = a_bare_run(a_collection())
    StageRecord.objects.create(run=run, stage="select", status="ok")

    for rule, fields in {
        "selector_stagerecord_stage_unique": {"stage": "select", "status": "ok"},
        "selector_stagerecord_stage_known": {"stage": "dream", "status": "ok"},
        "selector_stagerecord_status_known": {"stage": "plan", "status": "fine"},
        "selector_stagerecord_failed_has_reason": {"stage": "plan", "status": "failed"},
    }.items():
        assert refused(lambda fields=fields: StageRecord.objects.create(run=run, **fields), rule)


def test_a_run_names_each_tool_once_and_selects_one():
    run = a_bare_run(a_collection())
    RunCandidate.objects.create(run=run, collection=run.collection, tool_name="a", selected=True)

    for rule, fields in {
        "selector_runcandidate_tool_unique": {"tool_name": "a"},
        "selector_runcandidate_one_selected": {"tool_name": "b", "selected": True},
        "selector_runcandidate_tool_named": {"tool_name": ""},
    }.items():
        make = lambda fields=fields: RunCandidate.objects.create(run=run, collection=run.collection, **fields)  # noqa: E731
        assert refused(make, rule)


def test_a_token_is_named_once_opens_something_and_ends():
    later = timezone.now() + timedelta(days=1)
    whole = {"name": "a", "prefix": "sel_a", "digest": "a", "scopes": ["select"], "expires_at": later}
    ApiToken.objects.create(**{**whole, "name": "b", "prefix": "sel_b", "digest": "b"})

    for rule, fields in {
        "selector_apitoken_name_filled": {"name": ""},
        "selector_apitoken_scopes_filled": {"scopes": []},
        "selector_apitoken_revoked_paired": {"revoked_at": timezone.now()},
        "selector_apitoken_expires_later": {"expires_at": timezone.now() - timedelta(days=9)},
        "selector_apitoken_name_unique": {"name": "b"},
    }.items():
        assert refused(lambda fields=fields: ApiToken.objects.create(**{**whole, **fields}), rule)


def test_overlay_revision_and_audit_rows_are_complete():
    collection = a_collection()
    overlay = {"collection": collection, "value": "read", "created_by_name": "x", "updated_by_name": "x"}
    revision = {"collection": collection, "digest": "d", "policy": "strong_evidence", "created_by_name": "x"}
    audit = {"object_type": "collection", "object_id": "1", "channel": "page", "actor_name": "x", "action": "a.b"}
    OverlayRow.objects.create(**overlay, kind="action", tool_name="a", reason="because")
    AuditEvent.objects.create(**audit)

    wrong = {
        "selector_overlayrow_kind_known": lambda: OverlayRow.objects.create(**overlay, kind="x", reason="r"),
        "selector_overlayrow_reason_filled": lambda: OverlayRow.objects.create(**overlay, kind="shape"),
        "selector_overlayrow_place_unique": lambda: OverlayRow.objects.create(
            **overlay, kind="action", tool_name="a", reason="again"
        ),
        "selector_revision_number_unique": lambda: Revision.objects.create(**revision, number=1),
        "selector_revision_number_from_one": lambda: Revision.objects.create(**revision, number=0),
        "selector_auditevent_channel_known": lambda: AuditEvent.objects.create(**{**audit, "channel": "x"}),
        "selector_auditevent_action_filled": lambda: AuditEvent.objects.create(**{**audit, "action": ""}),
        "selector_auditevent_actor_named": lambda: AuditEvent.objects.create(**{**audit, "actor_name": ""}),
    }

    for rule, make in wrong.items():
        assert refused(make, rule)


def test_what_calls_may_use_is_named_once_and_whole():
    collection = a_collection()
    names = {"created_by_name": "x", "updated_by_name": "x"}
    profile = {"collection": collection, "name": "a", "kind": "bearer", "variable": "V", **names}
    AuthProfile.objects.create(**profile)
    AllowedHost.objects.create(collection=collection, host="a.example", created_by_name="x")
    ServerAddress.objects.create(collection=collection, url="https://a.example", updated_by_name="x")

    for rule, fields in {
        "selector_authprofile_name_unique": {},
        "selector_authprofile_name_filled": {"name": ""},
        "selector_authprofile_kind_known": {"name": "b", "kind": "guess"},
        "selector_authprofile_variable_filled": {"name": "b", "variable": ""},
        "selector_authprofile_key_has_parameter": {"name": "b", "kind": "api_key_header"},
        "selector_authprofile_client_has_token_url": {"name": "b", "kind": "client_credentials", "user_variable": "U"},
    }.items():
        assert refused(lambda fields=fields: AuthProfile.objects.create(**{**profile, **fields}), rule)
    for rule, host in {"selector_allowedhost_host_unique": "a.example", "selector_allowedhost_host_filled": ""}.items():
        assert refused(lambda host=host: AllowedHost.objects.create(collection=collection, host=host), rule)
    for rule, fields in {
        "selector_serveraddress_place_unique": {"url": "https://b.example"},
        "selector_serveraddress_url_filled": {"url": "", "namespace": "b"},
    }.items():
        assert refused(lambda fields=fields: ServerAddress.objects.create(collection=collection, **fields), rule)


def test_plans_and_attempts_say_how_they_ended():
    collection, now = a_collection(), timezone.now()
    revision = Revision.objects.get(collection=collection)
    run = a_selector_run(collection, revision, "a")
    plan = {"revision": revision, "created_by_name": "x"}
    RunPlan.objects.create(run=run, state="ready", **plan)
    attempt = RunAttempt.objects.create(run=run, number=1, job=a_job(), started_by_name="x")
    RunEvent.objects.create(attempt=attempt, sequence=1, kind="plan.started", stage="execute")
    other = a_selector_run(collection, revision, "b")

    for rule, fields in {
        "selector_runplan_state_known": {"state": "lost"},
        "selector_runplan_confirmed_paired": {"state": "ready", "confirmed_at": now},
    }.items():
        assert refused(lambda fields=fields: RunPlan.objects.create(run=other, **plan, **fields), rule)
    for rule, fields in {
        "selector_runattempt_number_unique": {"number": 1, "state": "cancelled", "finished_at": now},
        "selector_runattempt_one_running": {"number": 2},
        "selector_runattempt_state_known": {"number": 2, "state": "lost", "finished_at": now},
        "selector_runattempt_finished_when_over": {"number": 2, "state": "cancelled"},
        "selector_runattempt_failed_has_stage": {"number": 2, "state": "failed", "finished_at": now},
    }.items():
        assert refused(lambda fields=fields: RunAttempt.objects.create(run=run, job=a_job(), **fields), rule)
    again = {"attempt": attempt, "sequence": 1, "kind": "x", "stage": "execute"}
    assert refused(lambda: RunEvent.objects.create(**again), "selector_runevent_sequence_unique")


def a_selector_run(collection: Collection, revision: Revision, key: str) -> SelectorRun:
    names = {"idempotency_key": key, "origin": "page", "created_by_name": "x", "bigrams": []}
    return SelectorRun.objects.create(collection=collection, revision=revision, query="q", **names)


def a_job() -> Job:
    return Job.objects.create(kind="run.execute", queue="interactive", created_by_name="x")


def test_every_rule_of_every_model_is_tested_here():
    text = Path(__file__).read_text(encoding="utf-8")

    for model in apps.get_app_config("selector").get_models():
        named = [rule for rule in model._meta.constraints if rule.name.startswith("selector_")]
        assert all(rule.name.startswith(f"selector_{model._meta.model_name}_") for rule in named)
        for constraint in named:
            assert constraint.name in text
