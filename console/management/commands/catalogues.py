"""`manage.py catalogues update|compile|check`: keeps the Korean and English texts of the interface complete."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from console.catalogues import check_catalogues, compile_catalogues, update_catalogues


class Command(BaseCommand):
    help = "Keep the catalogues of the interface: update from the code, compile for use, check that nothing is missing."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("action", choices=("update", "compile", "check"))

    def handle(self, *_args: Any, action: str, **_options: Any) -> None:
        if action == "update":
            waiting = update_catalogues()
            self.stdout.write("catalogues: waiting for a translation: " + ", ".join(map(_count, waiting.items())))
        elif action == "compile":
            self.stdout.write(f"catalogues: {len(compile_catalogues())} compiled")
        elif faults := check_catalogues():
            raise CommandError(
                "\n".join([*faults, f"catalogues: {len(faults)} faults; `make catalogues` lists new texts"])
            )
        else:
            self.stdout.write("catalogues: complete")


def _count(item: tuple[str, int]) -> str:
    return f"{item[0]} {item[1]}"
