"""Optional parts: looks at machine and settings and says for each part whether it is there and what it gives."""

import shutil
from dataclasses import dataclass

from django.db import connection

CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome")


@dataclass(frozen=True, slots=True)
class Part:
    """An optional part: its name, whether it was found, and what that means for the person at the screen."""

    name: str
    found: bool
    note: str


def find_parts() -> list[Part]:
    """Return every optional part, found or not, in the order they are shown."""
    postgres = connection.vendor == "postgresql"
    database = "by DATABASE_URL" if postgres else f"SQLite at {connection.settings_dict['NAME']}; set DATABASE_URL"
    chromium = next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)
    return [
        Part("PostgreSQL", postgres, database),
        Part("Chromium", chromium is not None, chromium or "only the browser tests need it"),
    ]
