"""Jobs whose worker is gone in, the same jobs queued again or failed out; once, or every quarter of a minute."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.db import OperationalError, close_old_connections

from selector.services import forget_old_values, reap_jobs

# Seconds between two rounds. Chosen: a lost job waits at most a quarter longer than the minute that proves it lost.
ROUND_SECONDS = 15.0


class Command(BaseCommand):
    help = "Queue jobs again whose worker has stopped, or fail them once their attempts are used up."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--loop", action="store_true", help="go on until stopped")

    def handle(self, *, loop: bool, **options: Any) -> None:
        if not loop:
            self.stdout.write(f"{reap_jobs()} jobs rescued")
            forget_old_values()
            return
        while True:
            self._round()
            time.sleep(ROUND_SECONDS)

    def _round(self) -> None:
        close_old_connections()
        try:
            rescued = reap_jobs()
            forget_old_values()
        except OperationalError as error:
            # A database that is busy or being restarted is no reason to stop watching.
            self.stderr.write(f"reap_jobs: {error}")
            return
        if rescued:
            self.stdout.write(f"{rescued} jobs rescued")
