"""The people of the demo: who may sign in to a console that only its own machine can reach, and with what."""

from dataclasses import dataclass

from selector.models import Role, User
from selector.services import Actor, create_user


@dataclass(frozen=True, slots=True)
class DemoPerson:
    """Somebody to sign in as; the password is public, so none of them belongs on a server that others reach."""

    username: str
    password: str
    role: Role
    first_name: str


DEMO_PEOPLE = (
    DemoPerson("viewer", "demo-viewer", Role.VIEWER, "Vera"),
    DemoPerson("operator", "demo-operator", Role.OPERATOR, "Owen"),
    DemoPerson("engineer", "demo-engineer", Role.ENGINEER, "Erin"),
    DemoPerson("admin", "demo-admin", Role.ADMIN, "Ada"),
)
# What `serve` prints: name and password.
DEMO_LOGINS = tuple((person.username, person.password) for person in DEMO_PEOPLE)


def make_people(actor: Actor) -> int:
    """Make those who are not there yet and return how many; a person who is there stays as they are."""
    known = set(User.objects.filter(username__in=[person.username for person in DEMO_PEOPLE]).values_list("username"))
    missing = [person for person in DEMO_PEOPLE if (person.username,) not in known]
    for person in missing:
        create_user(
            actor=actor,
            username=person.username,
            password=person.password,
            role=person.role,
            first_name=person.first_name,
        )
    return len(missing)
