"""Steps of an ingest in, how far the whole of it has come out: in operations, so that a bar moves all the time."""

from collections.abc import Callable

Report = Callable[[int, int], None]

# Share of the time that each phase takes after the document is parsed. Measured on 1,223 and on 821 operations.
PHASES = {"read": 0.10, "make": 0.25, "fields": 0.15, "connect": 0.50}
# Reports in all; chosen: each is two percent of the bar.
REPORTS = 50


class Progress:
    """Counts steps of one phase after another. A report never goes back, and the last one says that all is done.

    >>> calls = []
    >>> progress = Progress(lambda done, total: calls.append((done, total)))
    >>> progress.begin(10)
    >>> for _ in range(10):
    ...     progress.step("read")
    >>> progress.end(10)
    >>> calls
    [(0, 10), (1, 10), (10, 10)]
    """

    def __init__(self, report: Report | None = None) -> None:
        self._report = report
        self._operations = 0
        self._steps = dict.fromkeys(PHASES, 0.0)
        self._reported = -1

    def begin(self, operations: int) -> None:
        """Say how many operations there will be."""
        self._operations = operations
        self._tell(0)

    def step(self, phase: str, steps: float = 1) -> None:
        """One operation is through a phase, or through a part of it."""
        if self._report is None or not self._operations:
            return
        self._steps[phase] += steps
        share = sum(PHASES[name] * min(count / self._operations, 1.0) for name, count in self._steps.items())
        done = int(self._operations * share)
        if (done - self._reported) * REPORTS >= self._operations:
            self._tell(done)

    def end(self, operations: int) -> None:
        """Everything is done; the number is the true one."""
        self._operations = operations
        self._tell(operations)

    def _tell(self, done: int) -> None:
        if self._report is not None and done != self._reported:
            self._reported = done
            self._report(done, self._operations)
