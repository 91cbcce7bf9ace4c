#!/usr/bin/env python
"""Command line of the console: takes a command and its arguments and runs it with the console's settings."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "console.settings")
    if sys.argv[1:2] == ["serve"]:
        # Settings refuse to load without a key, so the one-machine start makes its key first.
        from console.secret_key import ensure_secret_key

        ensure_secret_key()

    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
