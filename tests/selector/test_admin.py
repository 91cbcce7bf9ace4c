"""The admin site shows every table to admins only, edits few of them, and never past the audit."""

import json

import pytest
from django.apps import apps
from django.contrib import admin
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from selector.models import (
    ApiToken,
    AuditEvent,
    AuthProfile,
    Collection,
    OverlayRow,
    Role,
    RunEvent,
    RunValues,
    SelectorRun,
    User,
)
from selector.services import (
    Actor,
    allow_host,
    change_collection,
    prepare_plan,
    save_auth_profile,
    set_server,
    start_execution,
)

from .factories import UserFactory, a_collection, a_live_collection, a_run, a_token, an_actor, an_import

pytestmark = pytest.mark.django_db

MODELS = list(apps.get_app_config("selector").get_models())
EDITABLE = {"User", "Collection", "OverlayRow", "AuthProfile", "AllowedHost"}
DELETABLE = {"overlayrow", "authprofile", "allowedhost"}
BACKEND = "django.contrib.auth.backends.ModelBackend"
NAMES = [model._meta.model_name for model in MODELS]


@pytest.fixture
def site(client: Client) -> Client:
    client.force_login(
        UserFactory(username="root", role=Role.ADMIN), backend="django.contrib.auth.backends.ModelBackend"
    )
    return client


def url(name: str, page: str, *args) -> str:
    return reverse(f"admin:selector_{name}_{page}", args=args)


@pytest.fixture
def rows():
    collection = a_live_collection()
    an_import(collection)
    run = a_run(collection, llm_target="listOrders", entities={"email": "kim@example.com"})
    a_token()
    a_called_world(collection)
    start_execution(actor=an_actor(), run_id=run.pk, version=prepare_plan(actor=an_actor(), run_id=run.pk).version)
    _finish_nothing(run)
    OverlayRow.objects.create(
        collection=collection, kind="alias", tool_name="getOrder", key="k", value=True, reason="r",
        created_by_name="x", updated_by_name="x",
    )  # fmt: skip
    return collection


def a_called_world(collection):
    """What calls may use."""
    actor = Actor.for_command()
    allow_host(actor=actor, collection_id=collection.pk, host="api.example.com")
    set_server(actor=actor, collection_id=collection.pk, url="https://api.example.com/v1")
    save_auth_profile(actor=actor, collection_id=collection.pk, name="key", kind="bearer", variable="TOOL_AUTH_KEY")


def _finish_nothing(run):
    """One event of an attempt that waits in its queue, and what was typed for it."""
    RunEvent.objects.create(attempt=run.attempts.get(), sequence=1, kind="plan.started", stage="execute")


def test_every_table_of_the_room_has_an_admin_page():
    assert [model for model in MODELS if not admin.site.is_registered(model)] == []


@pytest.mark.parametrize("role", ["viewer", "operator", "engineer"])
def test_nobody_but_an_admin_enters(client, role):
    client.force_login(UserFactory(role=role), backend=BACKEND)

    assert client.get(reverse("admin:index")).status_code == 302
    assert client.get(url("selectorrun", "changelist")).status_code == 302


def test_every_list_and_every_row_opens_and_read_only_ones_refuse_a_write(site, rows):
    for model in MODELS:
        name, row = model._meta.model_name, model.objects.first()
        detail = url(name, "change", row.pk)
        assert site.get(url(name, "changelist")).status_code == 200, name
        assert site.get(detail).status_code == 200, name
        if model.__name__ not in EDITABLE:
            assert site.post(detail, {}).status_code == 403, name
            assert site.get(url(name, "add")).status_code == 403, name


@pytest.mark.parametrize("name", [name for name in NAMES if name not in DELETABLE])
def test_nothing_but_what_operators_and_admins_say_can_be_deleted(site, rows, name):
    row = apps.get_model("selector", name).objects.first()

    assert site.post(url(name, "delete", row.pk), {"post": "yes"}).status_code == 403


@pytest.mark.parametrize(
    ("name", "action"), [("authprofile", "auth_profile.remove"), ("allowedhost", "allowed_host.remove")]
)
def test_what_calls_may_use_is_removed_through_the_services(site, rows, name, action):
    row = apps.get_model("selector", name).objects.get()

    site.post(url(name, "delete", row.pk), {"post": "yes"})

    assert not apps.get_model("selector", name).objects.exists()
    event = AuditEvent.objects.get(action=action)
    assert (event.channel, event.object_id) == ("admin", str(row.pk))


def test_a_profile_is_made_and_changed_through_the_service(site, rows):
    profile = AuthProfile.objects.get()
    form = {"collection": rows.pk, "name": "second", "kind": "bearer", "variable": "SECRET_KEY", "seen_version": 0}

    refused = site.post(url("authprofile", "add"), form, follow=True)
    site.post(url("authprofile", "add"), {**form, "variable": "TOOL_AUTH_SECOND"})
    changed = {"name": "key", "kind": "bearer", "variable": "TOOL_AUTH_OTHER", "seen_version": 1}
    site.post(url("authprofile", "change", profile.pk), changed)

    assert "TOOL_AUTH_" in refused.content.decode()
    assert set(AuthProfile.objects.values_list("name", "variable", "version")) == {
        ("key", "TOOL_AUTH_OTHER", 2),
        ("second", "TOOL_AUTH_SECOND", 1),
    }


def test_a_host_is_allowed_through_the_service(site, rows):
    site.post(url("allowedhost", "add"), {"collection": rows.pk, "host": "API.example.com:8443", "reason": "tests"})

    assert AuditEvent.objects.filter(action="allowed_host.add", channel="admin").count() == 1
    assert rows.allowed_hosts.filter(host="api.example.com:8443").exists()


def test_what_was_typed_is_not_shown_even_encrypted(site, rows):
    kept = RunValues.objects.get()

    page = site.get(url("runvalues", "change", kept.pk)).content.decode()

    assert kept.sealed[:20] not in page


def test_a_token_is_shown_without_its_digest(site, rows):
    token = ApiToken.objects.get()

    page = site.get(url("apitoken", "change", token.pk)).content.decode()

    assert token.prefix in page
    assert token.digest not in page


def test_a_new_collection_goes_through_the_service(site):
    answer = site.post(url("collection", "add"), {"slug": "new", "name": "New", "description": "", "seen_version": 0})

    assert answer.status_code == 302
    collection = Collection.objects.get(slug="new")
    assert (collection.head.number, collection.created_by_name) == (1, "root")
    assert AuditEvent.objects.get(action="collection.create").channel == "admin"


def collection_form(**more):
    base = {"name": "Orders", "description": "", "learning_mode": "observe", "policy": "strong_evidence"}
    return {**base, "seen_version": 1, **more}


def test_a_changed_setting_goes_through_the_service(site):
    collection = a_collection()

    site.post(url("collection", "change", collection.pk), collection_form(learning_mode="shadow", four_eyes="on"))

    collection.refresh_from_db()
    event = AuditEvent.objects.get(action="collection.change")
    assert (collection.learning_mode, collection.four_eyes, collection.version) == ("shadow", True, 2)
    assert (event.channel, event.after) == ("admin", {"learning_mode": "shadow", "four_eyes": True})


def test_a_stale_form_is_refused_and_shows_both_values(site):
    collection = a_collection()
    theirs = {"name": "Their name"}
    change_collection(actor=an_actor(username="kim"), collection_id=collection.pk, version=1, changes=theirs)

    answer = site.post(url("collection", "change", collection.pk), collection_form(name="My name"))

    page = answer.content.decode()
    collection.refresh_from_db()
    assert (answer.status_code, collection.name) == (200, "Their name")
    assert all(text in page for text in ("kim", "Their name", "My name"))
    assert '<input type="hidden" name="seen_version" value="2"' in page


def test_a_person_is_made_and_changed_through_the_service(site):
    form = {"username": "kim", "role": "operator", "is_active": "on", "time_zone": "UTC", "theme": "system"}
    site.post(url("user", "add"), {**form, "new_password": "Correct horse 9", "seen_version": 0})
    kim = User.objects.get(username="kim")

    site.post(url("user", "change", kim.pk), {**form, "role": "admin", "new_password": "", "seen_version": 1})

    kim.refresh_from_db()
    assert (kim.role, kim.is_staff, kim.check_password("Correct horse 9")) == ("admin", True, True)
    actions = list(AuditEvent.objects.order_by("id").values_list("action", "channel"))
    assert actions == [("user.create", "admin"), ("user.change", "admin")]


def test_the_last_admin_cannot_lower_themselves(site):
    root = User.objects.get(username="root")
    form = {"username": "root", "role": "viewer", "is_active": "on", "time_zone": "UTC", "theme": "system"}

    answer = site.post(url("user", "change", root.pk), {**form, "new_password": "", "seen_version": 1}, follow=True)

    root.refresh_from_db()
    assert root.role == "admin"
    assert "Somebody has to stay admin" in answer.content.decode()


def test_a_weak_password_is_refused(site):
    form = {"username": "kim", "role": "viewer", "is_active": "on", "time_zone": "UTC", "theme": "system"}

    site.post(url("user", "add"), {**form, "new_password": "12345", "seen_version": 0})

    assert not User.objects.filter(username="kim").exists()


def test_an_overlay_row_is_made_changed_and_removed_through_the_service(site):
    collection = a_live_collection()
    place = {"collection": collection.pk, "kind": "action", "tool_name": "getOrder", "key": ""}
    site.post(url("overlayrow", "add"), {**place, "value": json.dumps("search"), "reason": "r", "seen_version": 0})
    row = OverlayRow.objects.get()
    site.post(url("overlayrow", "change", row.pk), {"value": '"read"', "reason": "r", "seen_version": 1})
    row.refresh_from_db()
    assert (row.value, row.version) == ("read", 2)

    site.post(url("overlayrow", "delete", row.pk), {"post": "yes"})

    actions = AuditEvent.objects.filter(object_type="overlayrow").order_by("id").values_list("action", "channel")
    assert list(actions) == [("overlay.add", "admin"), ("overlay.change", "admin"), ("overlay.remove", "admin")]
    assert not OverlayRow.objects.exists()


@pytest.mark.parametrize("name", ["selectorrun", "auditevent", "toolrow", "stagerecord", "job"])
def test_long_lists_are_not_counted_to_their_end(site, rows, name):
    with CaptureQueriesContext(connection) as asked:
        site.get(url(name, "changelist"))

    counts = [query["sql"] for query in asked.captured_queries if "COUNT(" in query["sql"]]
    assert len(asked) <= 12
    assert all("LIMIT" in sql for sql in counts)


def test_lists_do_not_read_documents_or_artifacts(site, rows):
    with CaptureQueriesContext(connection) as asked:
        for name in ("import", "sourceversion", "toolrow"):
            site.get(url(name, "changelist"))

    text = " ".join(query["sql"] for query in asked.captured_queries)
    assert '"artifact"' not in text
    assert '"raw"' not in text


def test_what_a_service_refuses_is_rolled_back(site, monkeypatch):
    collection = a_collection()
    monkeypatch.setattr("selector.services.collections.make_revision", lambda **_: 1 / 0)

    with pytest.raises(ZeroDivisionError):
        site.post(url("collection", "change", collection.pk), collection_form(learning_mode="shadow"))

    collection.refresh_from_db()
    assert collection.learning_mode == "observe"
    assert not AuditEvent.objects.filter(action="collection.change").exists()


def test_the_audit_of_a_run_by_a_command_names_no_user():
    run = a_run(actor=Actor.for_command())

    event = AuditEvent.objects.get(object_type="selectorrun", object_id=str(run.pk))
    assert (event.actor, event.actor_name, SelectorRun.objects.get().created_by) == (None, "command", None)
