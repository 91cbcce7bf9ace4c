"""A plan and a way to call a tool in, the events of its run out, one after the other."""

from collections.abc import Callable, Iterator, Mapping, MutableMapping
from dataclasses import dataclass, field
from typing import Any

from selector.engine.failures import Failure, Reason, Stage
from selector.engine.plan.arguments import Inputs, missing_inputs, resolve_args
from selector.engine.plan.bindings import Missing
from selector.engine.plan.events import MAX_SLOT_ITEMS, Concealer, EventLog, size_of
from selector.engine.plan.model import Plan, PlanStep
from selector.engine.plan.replies import Outcome, read_error, read_outcome

CallTool = Callable[[str, dict[str, Any]], Any]
Event = dict[str, Any]
# Attempts of one step that a policy may ask for; chosen: more is a load on an API that has trouble already.
MAX_ATTEMPTS = 5


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """Which failures of a step are tried again, and how often in all. A step that may change something never is."""

    max_attempts: int = 1
    reasons: frozenset[Reason] = frozenset({Reason.TIMEOUT, Reason.NETWORK_ERROR, Reason.HTTP_5XX})

    @classmethod
    def everything(cls, max_attempts: int = 3) -> "RetryPolicy":
        """Every failure of a call, as far as the step only reads."""
        return cls(max_attempts, frozenset(Reason))

    def allows(self, step: PlanStep, failure: Failure, attempts: int) -> bool:
        again = failure.reason in self.reasons and attempts < min(self.max_attempts, MAX_ATTEMPTS)
        return again and step.mutates is False


@dataclass(frozen=True, slots=True)
class RunResult:
    """A whole run: `status` is succeeded, failed, cancelled or waiting_input; `results` are raw answers by step."""

    status: str
    events: tuple[Event, ...]
    output: Any = None
    results: Mapping[str, Any] = field(default_factory=dict)


class PlanRunner:
    """Runs plans. `call_tool(tool, args)` makes one call and gives a reply (see `replies.read_outcome`) or raises.

    `args` are the step's arguments with all values; `inputs.place_arguments` sorts them into path, query, header,
    cookie and body. `check_step` may refuse a step before it is called, by a Failure. `should_stop` is asked before
    each call; `before_retry(attempts)` is called before one is repeated, to wait. `clock` gives seconds that only
    grow; without it durations are None.

    >>> plan = Plan("p", "", [PlanStep("s1", "ping")])
    >>> [event["type"] for event in PlanRunner(lambda tool, args: {"ok": True}).run_stream(plan)]
    ['plan.started', 'step.started', 'step.completed', 'plan.completed']
    """

    def __init__(
        self,
        call_tool: CallTool,
        *,
        retry: RetryPolicy | None = None,
        should_stop: Callable[[], bool] | None = None,
        check_step: Callable[[PlanStep], Failure | None] | None = None,
        before_retry: Callable[[int], None] | None = None,
        clock: Callable[[], float] | None = None,
    ) -> None:
        self._call_tool = call_tool
        self._retry = retry or RetryPolicy()
        self._should_stop = should_stop or (lambda: False)
        self._check_step = check_step
        self._before_retry = before_retry
        self._clock = clock

    def run_stream(
        self,
        plan: Plan,
        input_context: Mapping[str, Any] | None = None,
        trace_metadata: Mapping[str, Any] | None = None,
        results: MutableMapping[str, Any] | None = None,
    ) -> Iterator[Event]:
        """The events of the run, each a JSON-safe dict that is scrubbed and bounded.

        `input_context` holds values for `${input.x}` and `${user_input.x}`: flat, or under `input` and `user_input`.
        Where one is missing nothing is called; the last event is then `plan.aborted` with the status waiting_input
        and the `slots` to fill. `results` is filled with the raw answers by step id; those that it holds at the start
        are done and are not called again, so that the same plan goes on where it stopped.
        """
        run = _Run(self, plan, input_context or {}, trace_metadata or {}, {} if results is None else results)
        return run.events()

    def run(
        self,
        plan: Plan,
        input_context: Mapping[str, Any] | None = None,
        trace_metadata: Mapping[str, Any] | None = None,
        results: MutableMapping[str, Any] | None = None,
    ) -> RunResult:
        """The same as one value, with the raw answer of the last step as `output`."""
        done: MutableMapping[str, Any] = {} if results is None else results
        events = tuple(self.run_stream(plan, input_context, trace_metadata, done))
        output = done.get(plan.steps[-1].id) if plan.steps else None
        return RunResult(str(events[-1]["status"]), events, output, done)


class _Run:
    """One run of one plan."""

    def __init__(
        self,
        runner: PlanRunner,
        plan: Plan,
        context: Mapping[str, Any],
        metadata: Mapping[str, Any],
        results: MutableMapping[str, Any],
    ) -> None:
        self.runner = runner
        self.plan = plan
        self.results = results
        self.inputs = Inputs(plan.inputs, context)
        self.concealer = Concealer(plan.inputs, context, metadata)
        self.log = EventLog(plan.id, metadata, self.concealer, runner._clock)
        self.begun = self.log.now()

    def events(self) -> Iterator[Event]:
        steps = self.plan.steps
        done = [step.id for step in steps if step.id in self.results]
        goal = self.concealer.hide_text(self.plan.goal)
        yield self.log.make("plan.started", goal=goal, target=self.plan.target, total=len(steps), done_steps=done)
        slots = missing_inputs(self.plan, self.inputs, done)
        if slots:
            yield self._aborted("waiting_input", slots=slots)
            return
        for index, step in enumerate(steps, start=1):
            if step.id in done:
                continue
            if self.runner._should_stop():
                yield self._aborted("cancelled")
                return
            failed: Event | None = None
            for event in self._step(step, index):
                yield event
                failed = event if event["type"] == "step.failed" else failed
            if failed is not None:
                cancelled = failed["failure"] is None
                status = "cancelled" if cancelled else "failed"
                yield self._aborted(status, step=step, failure=failed["failure"])
                return
        output = self.results.get(steps[-1].id) if steps else None
        preview = self.concealer.preview(output)
        yield self.log.make(
            "plan.completed", status="succeeded", output_preview=preview, done_steps=[step.id for step in steps],
            duration_ms=self.log.since(self.begun),
        )  # fmt: skip

    def _step(self, step: PlanStep, index: int) -> Iterator[Event]:
        facts: dict[str, Any] = {"step_id": step.id, "tool": step.tool, "index": index, "total": len(self.plan.steps)}
        args = resolve_args(step, self.results, self.inputs)
        shown = {} if isinstance(args, Missing) else self._shown(args)
        yield self.log.make("step.started", **facts, args=shown, mutates=step.mutates)
        start = self.log.now()
        if isinstance(args, Missing):
            failure = Failure(Stage.EXECUTE, Reason.BINDING_FAILED, args.evidence)
            message = f"{step.tool}: {args.evidence.get('argument', 'an argument')} found no value to take."
            yield self._failed(facts, Outcome(failure=failure, message=message), start, 0)
            return
        refused = self.runner._check_step(step) if self.runner._check_step else None
        if refused is not None:
            message = f"{step.tool} was not called: {refused.reason.value}."
            yield self._failed(facts, Outcome(failure=refused, message=message), start, 0)
            return
        outcome, attempts = self._call(step, args)
        if outcome is None or outcome.failure is not None:
            yield self._failed(facts, outcome, start, attempts)
            return
        self.results[step.id] = outcome.body
        self.concealer.learn(outcome.body, from_answer=True)
        yield self.log.make(
            "step.completed", **facts, status=outcome.status, attempts=attempts, duration_ms=self.log.since(start),
            output_preview=self.concealer.preview(outcome.body), output_size=size_of(outcome.body),
        )  # fmt: skip

    def _call(self, step: PlanStep, args: dict[str, Any]) -> tuple[Outcome | None, int]:
        """The outcome of the last attempt and their number; None where the run was cancelled between two."""
        attempts = 0
        while True:
            attempts += 1
            outcome = self._attempt(step, args)
            if outcome.failure is None or not self.runner._retry.allows(step, outcome.failure, attempts):
                return outcome, attempts
            if self.runner._before_retry is not None:
                self.runner._before_retry(attempts)
            if self.runner._should_stop():
                return None, attempts

    def _attempt(self, step: PlanStep, args: dict[str, Any]) -> Outcome:
        try:
            reply = self.runner._call_tool(step.tool, args)
        # The caller is foreign code over a network; a run must end with an event, whatever it raises.
        except Exception as error:  # noqa: BLE001
            return read_error(error)
        return read_outcome(reply, step.data_fields)

    def _shown(self, args: Mapping[str, Any]) -> Any:
        self.concealer.learn(args)
        return self.concealer.hide(args)

    def _failed(self, facts: Mapping[str, Any], outcome: Outcome | None, start: float | None, attempts: int) -> Event:
        failure = None
        if outcome is not None and outcome.failure is not None:
            self.concealer.learn(outcome.body, from_answer=True)
            failure = self.log.failure(outcome.failure, outcome.message)
        preview = None if outcome is None or outcome.body is None else self.concealer.preview(outcome.body)
        return self.log.make(
            "step.failed", failure["stage"] if failure else "execute", **facts, failure=failure, attempts=attempts,
            status=outcome.status if outcome else None, output_preview=preview, duration_ms=self.log.since(start),
        )  # fmt: skip

    def _aborted(self, status: str, *, step: PlanStep | None = None, failure: Any = None, slots: Any = ()) -> Event:
        stage = "plan" if status == "waiting_input" else failure["stage"] if failure else "execute"
        ids = [one.id for one in self.plan.steps]
        facts = {
            "status": status,
            "failed_step": step.id if step else "",
            "failure": failure,
            "slots": self.concealer.hide(list(slots), MAX_SLOT_ITEMS),
            "done_steps": [name for name in ids if name in self.results],
            "remaining_steps": [name for name in ids if name not in self.results],
            "duration_ms": self.log.since(self.begun),
        }
        return self.log.make("plan.aborted", stage, **facts)
