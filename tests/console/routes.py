"""The console's routes and its role matrix, as the tests walk them."""

import tomllib
from pathlib import Path

from django.urls import URLPattern, reverse

from console import urls

MATRIX_PATH = Path(urls.__file__).parent / "matrix.toml"
MATRIX = tomllib.loads(MATRIX_PATH.read_text(encoding="utf-8"))
ROLES: list[str] = MATRIX["roles"]
# What a route needs in its query.
QUERIES = {"tool_names": "?collection=orders&llm_target=list", "tool_named": "?name=getOrder"}
EXPECTED: dict[str, dict[str, list[int]]] = MATRIX["routes"]


def pages() -> dict[str, URLPattern]:
    """The routes of the console's own pages, by name; what is included as a whole has tests of its own."""
    return {entry.name: entry for entry in urls.urlpatterns if isinstance(entry, URLPattern)}


def address(name: str, arguments: dict[str, object]) -> str:
    """The address of a route, with those of the arguments that it takes."""
    wanted = pages()[name].pattern.converters
    return reverse(name, kwargs={key: arguments[key] for key in wanted}) + QUERIES.get(name, "")


def statuses() -> list[tuple[str, str]]:
    """Each route with each of its methods."""
    return [(name, method) for name, methods in EXPECTED.items() for method in methods]
