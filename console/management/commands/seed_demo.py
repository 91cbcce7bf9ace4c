"""`manage.py seed_demo`: makes the demo's people, collection and runs, and one line that says what was missing."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from console.demo.seed import SLUG, DemoError, seed_demo
from selector.services import ServiceError


class Command(BaseCommand):
    help = "Make the demo: four logins with public passwords, the sample shop and its runs. Safe to repeat."

    def handle(self, *_args: Any, **_options: Any) -> None:
        try:
            made = seed_demo()
        except (DemoError, ServiceError) as error:
            raise CommandError(str(error)) from error
        if not (made.people or made.imports or made.runs):
            self.stdout.write(f"{SLUG}: everything is there")
            return
        self.stdout.write(f"{SLUG}: {made.people} logins, {made.imports} imports and {made.runs} runs made")
