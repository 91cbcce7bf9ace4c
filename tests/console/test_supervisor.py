"""The supervisor: programs run, come back after a death, and are gone after a stop."""

import io
import os
import signal
import sys
import threading
import time
from pathlib import Path

import pytest

from console import supervisor
from console.supervisor import Child, Program, Supervisor

SLEEP = [sys.executable, "-c", "import time; time.sleep(60)"]
# A child that starts a grandchild and writes its number, as a web server with workers does.
FAMILY = [
    sys.executable,
    "-c",
    "import subprocess, sys, time; p = subprocess.Popen(['sleep', '60']); print(p.pid, flush=True); time.sleep(60)",
]
STUBBORN = [
    sys.executable,
    "-c",
    "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('up', flush=True); time.sleep(60)",
]


def wait_until(condition, seconds: float = 10.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.02)


def run_until(boss: Supervisor, condition) -> None:
    """Run the supervisor here and stop it by a real SIGTERM once the condition holds."""

    def stop() -> None:
        try:
            wait_until(condition)
        finally:
            os.kill(os.getpid(), signal.SIGTERM)

    boss.run(lambda: threading.Thread(target=stop).start())


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    # A zombie has a number still, but it is dead.
    return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2][:3]


def test_stop_ends_every_program_and_returns(tmp_path: Path):
    boss = Supervisor([Program("one", SLEEP), Program("two", SLEEP)], tmp_path, io.StringIO())

    run_until(boss, lambda: all(child.process for child in boss.children))

    assert [child.process.returncode for child in boss.children] == [-signal.SIGTERM, -signal.SIGTERM]


def test_stop_ends_what_a_program_started_itself(tmp_path: Path):
    boss = Supervisor([Program("family", FAMILY)], tmp_path, io.StringIO())
    log = tmp_path / "family.log"

    run_until(boss, lambda: log.exists() and log.read_text().strip())

    wait_until(lambda: not is_alive(int(log.read_text())))


def test_program_that_ignores_the_polite_end_is_forced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(supervisor, "GRACE_SECONDS", 0.2)
    out = io.StringIO()
    boss = Supervisor([Program("stubborn", STUBBORN)], tmp_path, out)

    run_until(boss, lambda: (tmp_path / "stubborn.log").read_text())

    assert boss.children[0].process.returncode == -signal.SIGKILL
    assert "stubborn did not end" in out.getvalue()


def test_program_that_dies_is_started_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(supervisor, "FIRST_PAUSE_SECONDS", 0.01)
    out = io.StringIO()
    boss = Supervisor([Program("mayfly", [sys.executable, "-c", "print('life')"])], tmp_path, out)

    run_until(boss, lambda: (tmp_path / "mayfly.log").read_text().count("life") >= 2)

    assert "mayfly ended (status 0)" in out.getvalue()


def test_pauses_double_up_to_the_longest_and_begin_anew_after_a_steady_life(tmp_path: Path):
    child = Child(Program("any", SLEEP), tmp_path / "any.log", started_at=time.monotonic())

    pauses = [child.plan_restart() for _ in range(8)]
    child.started_at = time.monotonic() - supervisor.STEADY_SECONDS - 1

    assert pauses == [0.5, 1, 2, 4, 8, 16, 30, 30]
    assert child.plan_restart() == 0.5
