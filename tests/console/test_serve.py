"""`manage.py serve`: it starts everything on a machine, answers, and leaves nothing behind."""

import os
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from django.core.management.base import CommandError

from console.management.commands import serve

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


@pytest.fixture
def served(tmp_path: Path, free_port: int) -> Iterator[subprocess.Popen[str]]:
    """`make run` without the demo, on a machine where nothing has been made yet."""
    env = {"PATH": os.environ["PATH"], "VAR_DIR": str(tmp_path / "var"), "PORT": str(free_port)}
    command = [sys.executable, "manage.py", "serve", "--no-demo"]
    process = subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    yield process
    process.kill()
    process.communicate()


@pytest.mark.slow
def test_serve_answers_and_ends_all_it_started_on_ctrl_c(served: subprocess.Popen[str], free_port: int):
    greeting = next(line for line in served.stdout if "The console is at" in line)
    with urllib.request.urlopen(f"http://127.0.0.1:{free_port}/") as response:
        status, policy = response.status, response.headers["Content-Security-Policy"]
    family = psutil.Process(served.pid).children(recursive=True)

    served.send_signal(signal.SIGINT)
    rest = served.communicate(timeout=30)[0]

    assert f"http://localhost:{free_port}/" in greeting
    assert (status, "default-src 'self'" in policy) == (200, True)
    assert len(family) >= 5
    assert [child for child in family if child.is_running()] == []
    assert (served.returncode, rest.strip().splitlines()[-1]) == (0, "Stopped.")


def test_busy_port_is_refused_with_the_way_to_choose_another():
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]

        with pytest.raises(CommandError, match=f"PORT={port + 1} make run"):
            serve.refuse_busy_port("127.0.0.1", port)


@pytest.mark.parametrize(
    ("host", "is_closed"),
    [("127.0.0.1", True), ("::1", True), ("localhost", True), ("0.0.0.0", False), ("10.0.0.5", False)],
)
def test_demo_is_made_only_where_nobody_else_can_connect(host: str, is_closed: bool):
    loopback = serve.is_loopback(host)

    assert loopback is is_closed


@pytest.mark.parametrize(
    ("is_running", "text"),
    [(True, "answers at http://127.0.0.1:8790/v1"), (False, "was not started: 127.0.0.1:8790 is taken")],
)
def test_greeting_says_where_the_demo_shop_answers_or_that_it_does_not(is_running: bool, text: str):
    assert text in serve.demo_shop_lines(is_running=is_running)[0]


@pytest.mark.slow
def test_demo_shop_runs_as_a_program_and_takes_the_key_of_its_environment(free_port: int):
    env = {"PATH": os.environ["PATH"], "SECRET_KEY": "x" * 50, "TOOL_AUTH_DEMO_SHOP": "made-for-this-test"}
    command = [*serve.shop_program().command, "--port", str(free_port)]
    process = subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True)
    try:
        said = process.stdout.readline()
        headers = {"Authorization": "Bearer made-for-this-test", "X-Tenant-Id": "demo"}
        address = f"http://127.0.0.1:{free_port}/v1/members/count"
        with urllib.request.urlopen(urllib.request.Request(address, headers=headers)) as answer:
            body = answer.read()
    finally:
        process.terminate()
        process.communicate()

    assert said.strip() == f"The demo shop answers at http://127.0.0.1:{free_port}/v1"
    assert body == b'{"count": 12}'
