"""Facts of a running plan in, events that anyone may see out: numbered, bounded and scrubbed."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from selector.engine.failures import Failure
from selector.engine.scrub import scrub_text, scrub_value
from selector.engine.scrub_names import Kind, sensitive_kind

SCHEMA_VERSION = 1
# Bounds of what an event shows of arguments, answers and metadata; chosen: a page shows no more of one step.
MAX_TEXT = 500
MAX_ITEMS = 200
MAX_DEPTH = 8
# Entries of all slots together; an enum in them is worth showing whole.
MAX_SLOT_ITEMS = 5_000
MAX_PREVIEW_CHARS = 8_000
# Characters of a text that are looked at for known secrets, before it is cut to MAX_TEXT.
MAX_LOOKED = 4_000
# Shorter secrets stand in too many innocent texts to be replaced inside one; as a whole value they are.
MIN_INSIDE = 4
MAX_SECRETS = 500
# Values of one answer that are looked at for secrets by name.
MAX_LEARNED = 20_000
# Kinds whose short values count too, kinds that only an input makes known (in answers they are as often plain words),
# and kinds that are no secret outside their own field: a member number is as often a quantity, and hiding it everywhere
# would hide what went wrong.
SHORT_KINDS = frozenset({Kind.PASSWORD, Kind.SECRET, Kind.TOKEN})
PERSONAL_KINDS = frozenset({Kind.NAME, Kind.EMAIL, Kind.PHONE})
LOCAL_KINDS = frozenset({Kind.USER_ID, Kind.IP_ADDRESS, Kind.ADDRESS, Kind.BIRTH_DATE})
CUT = "…"


class Concealer:
    """Hides what is private: by the rules of scrubbing, and the values of this run that are secret by their names.

    A password that an API repeats in an error message has no name there any more.

    >>> Concealer({"password": "hunter2"}).hide({"message": "hunter2 is too short"})
    {'message': '<password> is too short'}
    """

    def __init__(self, *sources: Any) -> None:
        self._secrets: dict[str, str] = {}
        self._long_secrets: list[str] = []
        for source in sources:
            self.learn(source)

    def learn(self, values: Any, *, from_answer: bool = False) -> None:
        """Remembers every value that stands under the name of something secret, at any depth."""
        passed = LOCAL_KINDS | PERSONAL_KINDS if from_answer else LOCAL_KINDS
        stack: list[tuple[str, Any]] = [("", values)]
        left = MAX_LEARNED
        while stack and left > 0 and len(self._secrets) < MAX_SECRETS:
            name, value = stack.pop()
            left -= 1
            if isinstance(value, Mapping):
                rows = ((str(key).rsplit(":", 1)[-1], inner) for key, inner in list(value.items())[:MAX_ITEMS])
                stack.extend((key if sensitive_kind(key) else name, inner) for key, inner in rows)
            elif isinstance(value, list | tuple):
                stack.extend((name, inner) for inner in value[:MAX_ITEMS])
            elif isinstance(value, str | int | float) and not isinstance(value, bool):
                kind = sensitive_kind(name)
                if kind is not None and kind not in passed:
                    self._keep(str(value).strip(), kind)

    def _keep(self, text: str, kind: Kind) -> None:
        # Three syllables of Hangul are a whole name.
        is_long = len(text) >= MIN_INSIDE or (len(text) == MIN_INSIDE - 1 and not text.isascii())
        if not text or text in self._secrets or not (is_long or kind in SHORT_KINDS):
            return
        self._secrets[text] = kind.value
        if is_long:
            # The longest first, so that no part of one stays behind.
            self._long_secrets = sorted([*self._long_secrets, text], key=lambda secret: (-len(secret), secret))

    def hide(self, value: Any, max_items: int = MAX_ITEMS) -> Any:
        """A bounded, JSON-safe copy of a value without anything private."""
        known = self._walk(value, MAX_DEPTH + 1, max_items)
        return scrub_value(known, max_depth=MAX_DEPTH, max_items=max_items, max_chars=MAX_TEXT).value

    def hide_text(self, text: str) -> str:
        return scrub_text(self._without(text), max_chars=MAX_TEXT).text

    def preview(self, value: Any) -> Any:
        """What an event shows of an answer: the answer, or its beginning as text where it is large."""
        hidden = self.hide(value)
        text = json.dumps(hidden, ensure_ascii=False)
        return hidden if len(text) <= MAX_PREVIEW_CHARS else text[: MAX_PREVIEW_CHARS - 1] + CUT

    def _walk(self, value: Any, depth: int, max_items: int) -> Any:
        if isinstance(value, Mapping) and depth > 0:
            rows = list(value.items())[: max_items + 1]
            return {self._without(str(key)): self._walk(inner, depth - 1, max_items) for key, inner in rows}
        if isinstance(value, list | tuple) and depth > 0:
            return [self._walk(inner, depth - 1, max_items) for inner in value[: max_items + 1]]
        if isinstance(value, str):
            return self._without(value)
        if isinstance(value, int | float) and not isinstance(value, bool) and str(value) in self._secrets:
            return f"<{self._secrets[str(value)]}>"
        return value

    def _without(self, text: str) -> str:
        whole = self._secrets.get(text.strip())
        if whole is not None:
            return f"<{whole}>"
        looked = text[:MAX_LOOKED]
        for secret in self._long_secrets:
            if secret in looked:
                looked = looked.replace(secret, f"<{self._secrets[secret]}>")
        # A secret may lie across the cut; what is left of it there is beyond what anybody is shown.
        return looked


class EventLog:
    """Makes the events of one run, numbered from 1. `clock` gives seconds; without it durations are None."""

    def __init__(
        self,
        plan_id: str,
        trace_metadata: Mapping[str, Any],
        concealer: Concealer,
        clock: Callable[[], float] | None,
    ) -> None:
        self.concealer = concealer
        self._clock = clock
        self._plan_id = plan_id
        self._metadata = concealer.hide(dict(trace_metadata))
        self._sequence = 0

    def make(self, kind: str, stage: str = "execute", **facts: Any) -> dict[str, Any]:
        """One event. Everything in `facts` has been hidden already, or is the engine's own word."""
        self._sequence += 1
        return {
            "schema_version": SCHEMA_VERSION,
            "type": kind,
            "sequence": self._sequence,
            "stage": stage,
            "plan_id": self._plan_id,
            **facts,
            "trace_metadata": self._metadata,
        }

    def now(self) -> float | None:
        return None if self._clock is None else self._clock()

    def since(self, start: float | None) -> int | None:
        """Whole milliseconds since `start`."""
        end = self.now()
        return None if start is None or end is None else max(0, round((end - start) * 1000))

    def failure(self, failure: Failure, message: str) -> dict[str, Any]:
        """A failure as it stands in an event, with its message for people."""
        hidden = self.concealer.hide(failure.to_dict())
        return {**hidden, "stage": failure.stage.value, "reason": failure.reason.value,
                "message": self.concealer.hide_text(message)}  # fmt: skip


def size_of(value: Any) -> int:
    """About how many characters an answer has as JSON, counted up to a bound."""
    left, stack, size = 100_000, [value], 0
    while stack and left > 0:
        item = stack.pop()
        left -= 1
        if isinstance(item, Mapping):
            stack.extend(item.values())
            size += sum(len(str(key)) + 4 for key in item)
        elif isinstance(item, list | tuple):
            stack.extend(item)
            size += len(item)
        else:
            size += len(item) if isinstance(item, str | bytes) else len(str(item))
    return size
