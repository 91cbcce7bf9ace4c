"""People have roles that rank, choose for themselves, and are changed by admins with an audit row."""

import pytest
from django.test import RequestFactory

from selector.models import AuditEvent, Role, User
from selector.services import Actor, RuleBroken, StaleWrite, change_preferences, change_user, create_user, set_password

from .factories import UserFactory, an_actor

pytestmark = pytest.mark.django_db

ROLES = ["viewer", "operator", "engineer", "admin"]


@pytest.mark.parametrize("mine", ROLES)
@pytest.mark.parametrize("asked", ROLES)
def test_a_role_may_do_what_lower_roles_may(mine, asked):
    assert UserFactory(role=mine).can(asked) == (ROLES.index(mine) >= ROLES.index(asked))


def test_a_deactivated_person_may_do_nothing():
    assert not UserFactory(role=Role.ADMIN, is_active=False).can(Role.VIEWER)


def test_only_admins_enter_the_admin_site():
    flags = {role: UserFactory(role=role).is_staff for role in ROLES}

    assert flags == {"viewer": False, "operator": False, "engineer": False, "admin": True}
    assert User.objects.create_superuser("root").role == Role.ADMIN


def test_preferences_change_with_an_audit_row_and_what_is_not_given_stays():
    user = UserFactory(theme="dark")

    change_preferences(actor=Actor.for_user(user, "page"), user=user, language="ko", time_zone="Asia/Seoul")

    user.refresh_from_db()
    event = AuditEvent.objects.get(action="user.preferences")
    assert (user.language, user.time_zone, user.theme, user.version) == ("ko", "Asia/Seoul", "dark", 2)
    assert event.after == {"language": "ko", "time_zone": "Asia/Seoul"}


@pytest.mark.parametrize(
    ("field", "value"), [("language", "fr"), ("time_zone", "Mars/Base"), ("theme", "pink"), ("time_zone", "")]
)
def test_an_unknown_preference_is_refused_with_its_field(field, value):
    user = UserFactory()

    with pytest.raises(RuleBroken) as caught:
        change_preferences(actor=Actor.for_user(user, "page"), user=user, **{field: value})

    assert (caught.value.reason, caught.value.field) == ("value_unknown", field)


def test_a_new_role_opens_and_closes_the_admin_site():
    admin, user = an_actor(Role.ADMIN), UserFactory()

    raised = change_user(actor=admin, user_id=user.pk, version=1, changes={"role": "admin"})
    lowered = change_user(actor=admin, user_id=user.pk, version=2, changes={"role": "viewer"})

    assert (raised.is_staff, lowered.is_staff) == (True, False)
    assert AuditEvent.objects.filter(action="user.change").count() == 2


def test_the_last_admin_stays_admin():
    admin = an_actor(Role.ADMIN)

    for changes in ({"role": "viewer"}, {"is_active": False}):
        with pytest.raises(RuleBroken) as caught:
            change_user(actor=admin, user_id=admin.user.pk, version=1, changes=changes)
        assert caught.value.reason == "last_admin"


def test_a_change_on_an_older_version_of_a_person_is_refused():
    admin, user = an_actor(Role.ADMIN), UserFactory()
    change_user(actor=admin, user_id=user.pk, version=1, changes={"first_name": "A"})

    with pytest.raises(StaleWrite):
        change_user(actor=admin, user_id=user.pk, version=1, changes={"first_name": "B"})


def test_flags_are_nobodys_to_set():
    with pytest.raises(RuleBroken):
        change_user(actor=an_actor(Role.ADMIN), user_id=UserFactory().pk, version=1, changes={"is_staff": True})


def test_a_password_is_never_in_the_audit():
    user = create_user(actor=an_actor(Role.ADMIN), username="new", password="first-secret", role="viewer")
    set_password(actor=an_actor(Role.ADMIN), user=user, password="second-secret")

    user.refresh_from_db()
    text = " ".join(str([event.before, event.after, event.reason]) for event in AuditEvent.objects.all())
    assert user.check_password("second-secret")
    assert "secret" not in text


def test_an_actor_is_who_signed_in_with_the_id_of_the_request():
    request = RequestFactory().get("/")
    request.user, request.request_id = UserFactory(username="kim", role="operator"), "r-1"

    actor = Actor.from_request(request, "page")

    assert (actor.name, actor.role, actor.channel, actor.request_id) == ("kim", "operator", "page", "r-1")
