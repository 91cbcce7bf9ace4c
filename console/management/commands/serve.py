"""`manage.py serve`: brings a machine up to date, starts web server and workers together, and stops them together."""

import ipaddress
import os
import secrets
import socket
import sys
import time
from argparse import BooleanOptionalAction
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connections

from console.catalogues import compile_catalogues
from console.demo import shop
from console.demo.people import DEMO_LOGINS
from console.parts import find_parts
from console.supervisor import Program, Supervisor

# Seconds the web server may take to answer before the address is printed anyway.
START_SECONDS = 30.0
# Two processes, so that one long page does not stop the rest; threads, as most of a request waits for the database.
WEB_OPTIONS = (
    "--workers 2 --threads 4 --timeout 60 --graceful-timeout 5 --no-control-socket --config python:console.web_hooks"
).split()


class Command(BaseCommand):
    help = "Start the console on this machine: database, static files, demo, web server, workers. Ctrl-C stops it all."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default=os.environ.get("HOST") or "127.0.0.1", help="or HOST; 127.0.0.1")
        parser.add_argument("--port", type=int, default=os.environ.get("PORT") or 8000, help="or PORT; 8000")
        parser.add_argument(
            "--demo",
            action=BooleanOptionalAction,
            default=None,
            help="make demo logins and data; only where nobody else can connect, unless given",
        )

    def handle(self, *_args: Any, host: str, port: int, demo: bool | None, **_options: Any) -> None:
        refuse_busy_port(host, port)
        with_demo = is_loopback(host) if demo is None else demo
        self.prepare(with_demo=with_demo)
        wanted = programs(host, port)
        with_shop = with_demo and is_free(shop.HOST, shop.PORT)
        if with_shop:
            # The shop and the workers that call it inherit one key, made for this start alone.
            os.environ.setdefault(shop.KEY_VARIABLE, secrets.token_urlsafe(24))
            wanted.append(shop_program())
        supervisor = Supervisor(wanted, settings.VAR_DIR / "log")
        supervisor.run(lambda: self.greet(host, port, with_demo=with_demo, with_shop=with_shop))
        self.stdout.write("Stopped.")

    def prepare(self, *, with_demo: bool) -> None:
        settings.VAR_DIR.mkdir(parents=True, exist_ok=True)
        call_command("migrate", interactive=False, verbosity=0, stdout=self.stdout)
        compile_catalogues()
        call_command("collectstatic", interactive=False, verbosity=0, stdout=self.stdout)
        if with_demo:
            self.stdout.write("Making the demo ...")
            self.stdout.flush()
            call_command("seed_demo", stdout=self.stdout)
        # The children make their own connections; an inherited one would be shared.
        connections.close_all()

    def greet(self, host: str, port: int, *, with_demo: bool, with_shop: bool) -> None:
        wait_for_server(host, port)
        lines = ["", f"The console is at http://{'localhost' if is_loopback(host) else host}:{port}/", ""]
        if with_demo:
            lines += [*demo_login_lines(), *demo_shop_lines(is_running=with_shop)]
        lines += ["Optional parts:"]
        lines += [f"  {'found    ' if part.found else 'not found'}  {part.name}: {part.note}" for part in find_parts()]
        lines += ["", f"Logs: {settings.VAR_DIR / 'log'}. Ctrl-C stops everything.", ""]
        connections.close_all()
        self.stdout.write("\n".join(lines))
        self.stdout.flush()


def programs(host: str, port: int) -> list[Program]:
    """Return what runs on one machine: the web server, one worker for each queue, and the reaper of dead jobs."""
    manage = [sys.executable, str(settings.BASE_DIR / "manage.py")]
    worker = [*manage, "db_worker", "--interval", "0.5", "--queue-name"]
    bind = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    web = [sys.executable, "-m", "gunicorn", "console.wsgi", "--bind", bind, "--chdir", str(settings.BASE_DIR)]
    return [
        Program("web", [*web, *WEB_OPTIONS]),
        Program("worker-interactive", [*worker, "interactive"]),
        Program("worker-bulk", [*worker, "bulk"]),
        Program("reaper", [*manage, "reap_jobs", "--loop"]),
    ]


def shop_program() -> Program:
    """Return the demo shop, which answers the demo's document on this machine."""
    return Program("demo-shop", [sys.executable, str(settings.BASE_DIR / "manage.py"), "demo_shop"])


def demo_shop_lines(*, is_running: bool) -> list[str]:
    """Return where the demo shop answers, or why it does not, as lines to print."""
    if is_running:
        return [f"The demo shop answers at http://{shop.HOST}:{shop.PORT}{shop.PREFIX}", ""]
    return [f"The demo shop was not started: {shop.HOST}:{shop.PORT} is taken. Plans of the demo may not run.", ""]


def demo_login_lines() -> list[str]:
    """Return the demo logins as lines to print."""
    rows = [f"  {name:<10} {password}" for name, password in DEMO_LOGINS]
    return ["Demo logins (name, password), for this machine only:", *rows, ""]


def is_loopback(host: str) -> bool:
    """Say whether only this machine can reach the address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def refuse_busy_port(host: str, port: int) -> None:
    """Raise `CommandError` with what to do where the address cannot be bound."""
    try:
        bind(host, port)
    except OSError as error:
        text = f"{host}:{port} cannot be used: {error.strerror}. Choose another port: PORT={port + 1} make run"
        raise CommandError(text) from error


def is_free(host: str, port: int) -> bool:
    """Say whether the address can be bound."""
    try:
        bind(host, port)
    except OSError:
        return False
    return True


def bind(host: str, port: int) -> None:
    """Bind the address and let go of it; OSError where that is not possible."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind((host, port))


def wait_for_server(host: str, port: int) -> None:
    """Return as soon as the web server takes connections."""
    target = "127.0.0.1" if host == "0.0.0.0" else host  # noqa: S104
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        try:
            socket.create_connection((target, port), timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
