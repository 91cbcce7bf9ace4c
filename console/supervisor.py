"""One machine, one command: takes programs, keeps them running and ends every one of them when asked to stop."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import IO

# Seconds, chosen: between two looks at the programs; a polite end before it is forced; the first and longest pause
# before a program that died starts again; a life after which a death counts as the first one.
POLL_SECONDS = 0.2
GRACE_SECONDS = 10.0
FIRST_PAUSE_SECONDS = 0.5
LONGEST_PAUSE_SECONDS = 30.0
STEADY_SECONDS = 60.0

# Ctrl-C, a polite end, and a terminal that was closed.
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@dataclass(frozen=True, slots=True)
class Program:
    """A program to keep running: the name people read and the command."""

    name: str
    command: Sequence[str]


@dataclass(slots=True)
class Child:
    """A program's process now, and when it may start again after a death."""

    program: Program
    log_path: Path
    process: subprocess.Popen[bytes] | None = None
    started_at: float = 0.0
    deaths: int = 0
    start_after: float = 0.0

    def start(self) -> None:
        with self.log_path.open("ab") as log:
            # A session of its own: Ctrl-C reaches the supervisor alone, which then ends each group in order.
            self.process = subprocess.Popen(
                self.program.command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
            )
        self.started_at = time.monotonic()

    def signal_group(self, number: signal.Signals) -> None:
        if self.process is not None:
            try:
                os.killpg(self.process.pid, number)
            except ProcessLookupError:
                # The whole group has ended already.
                return

    def plan_restart(self) -> float:
        """Note a death and return the pause in seconds before the next start: 0.5, 1, 2 ... 30."""
        now = time.monotonic()
        self.deaths = 1 if now - self.started_at > STEADY_SECONDS else self.deaths + 1
        pause = min(FIRST_PAUSE_SECONDS * 2 ** (self.deaths - 1), LONGEST_PAUSE_SECONDS)
        self.process, self.start_after = None, now + pause
        return float(pause)


@dataclass(slots=True)
class Supervisor:
    """Runs programs until it is told to stop; a program that dies is started again, each time a little later."""

    programs: Sequence[Program]
    log_dir: Path
    out: IO[str] = field(default_factory=lambda: sys.stdout)
    children: list[Child] = field(default_factory=list)
    stopping: threading.Event = field(default_factory=threading.Event)

    def run(self, when_started: Callable[[], None] = lambda: None) -> None:
        """Start all programs, call `when_started` once, and return after all of them have ended."""
        self.log_dir.mkdir(parents=True, exist_ok=True)
        previous = {number: signal.signal(number, self._ask_to_stop) for number in STOP_SIGNALS}
        try:
            self._start_all()
            when_started()
            while not self.stopping.wait(POLL_SECONDS):
                self._look_after()
        finally:
            self._end_all()
            for number, handler in previous.items():
                signal.signal(number, handler)

    def say(self, text: str) -> None:
        print(text, file=self.out, flush=True)

    def _ask_to_stop(self, _number: int, _frame: FrameType | None) -> None:
        self.stopping.set()

    def _start_all(self) -> None:
        for program in self.programs:
            log_path = self.log_dir / f"{program.name}.log"
            log_path.write_bytes(b"")
            child = Child(program, log_path)
            self.children.append(child)
            child.start()

    def _look_after(self) -> None:
        for child in self.children:
            if child.process is None and time.monotonic() >= child.start_after:
                child.start()
            elif child.process is not None and (status := child.process.poll()) is not None:
                # Whatever the dead process had started itself must not live on beside its successor.
                child.signal_group(signal.SIGKILL)
                pause = child.plan_restart()
                self.say(
                    f"{child.program.name} ended (status {status}); again in {pause:g} s. Its log: {child.log_path}"
                )

    def _end_all(self) -> None:
        for child in self.children:
            child.signal_group(signal.SIGTERM)
        end = time.monotonic() + GRACE_SECONDS
        for child in self.children:
            if child.process is not None:
                try:
                    child.process.wait(max(0.0, end - time.monotonic()))
                except subprocess.TimeoutExpired:
                    self.say(f"{child.program.name} did not end within {GRACE_SECONDS:g} s; forced")
                child.signal_group(signal.SIGKILL)
                child.process.wait()
