"""What a request already answers in, whether an input is given and which producers it speaks for out."""

from collections.abc import Iterable
from dataclasses import dataclass

from selector.engine.selection.inputs import Input

Hint = tuple[str, str]
# What speaks for a producer, in calls saved: a value given for it by name, for an input that it cannot do without, for
# one that narrows it; NEAR: the call reads the very thing that the value names. Chosen: a value given for a call is
# worth a detour of some calls, a search word is not.
SPOT, REQUIRED_HINT, HINT, NEAR = 20.0, 6.0, 1.2, 0.3


@dataclass(frozen=True, slots=True)
class Given:
    """Values that need no producer: `bare` field names, and fields of one tool (`spots`).

    A bare name is an input of the target; one that the target has not is an input of some producer, and so speaks
    for the producers that have it (`hints`).
    """

    target: str
    bare: frozenset[str]
    spots: frozenset[Hint]
    hints: frozenset[str]

    @classmethod
    def read(cls, target: str, inputs: Iterable[Input], provided: Iterable[str]) -> "Given":
        """Entries are `field` or `tool:field`; anything else is ignored."""
        provided = (provided,) if isinstance(provided, str) else provided
        entries = {entry for entry in provided if isinstance(entry, str) and entry}
        spots = {tuple(entry.rsplit(":", 1)) for entry in entries if ":" in entry}
        bare = {entry for entry in entries if ":" not in entry}
        own = list(inputs)
        hints = {name for name in bare if not any(row.is_named(name) for row in own)}
        return cls(target, frozenset(bare), frozenset((tool, name) for tool, name in spots), frozenset(hints))

    def has(self, wanted: Input) -> bool:
        if any(tool == wanted.tool and wanted.is_named(name) for tool, name in self.spots):
            return True
        names = self.bare if wanted.tool == self.target else self.hints
        return any(wanted.is_named(name) for name in names)

    def keys(self, inputs: Iterable[Input]) -> dict[tuple[str, str], None]:
        """The values that are known from the start: the target's given inputs, and bare names wherever they stand."""
        return {key: None for row in inputs if self.has(row) for key in row.keys}

    def gain(self, tool: str, inputs: Iterable[Input], used: frozenset[Hint]) -> tuple[float, frozenset[Hint]]:
        """What speaks for a producer because what is given fits its inputs, and the hints used up after it."""
        spots = {spot for spot in self.spots if spot[0] == tool} - used
        fresh = [name for name in self.hints if ("", name) not in used]
        rows = [row for row in inputs if any(row.is_named(name) for name in fresh)]
        hints = {("", name) for name in fresh if any(row.is_named(name) for row in rows)}
        gain = SPOT if spots else 0.0
        if hints:
            gain += max((REQUIRED_HINT + NEAR * row.is_last) if row.required else HINT for row in rows)
        return gain, used | spots | hints

    def hope(self, used: frozenset[Hint]) -> float:
        """The most that calls still to come may gain."""
        spots = SPOT * len(self.spots - used)
        return spots + (REQUIRED_HINT + NEAR) * sum(1 for name in self.hints if ("", name) not in used)

    def speaks_for(self, tool: str, inputs: Iterable[Input]) -> bool:
        if not self.spots and not self.hints:
            return False
        return any(spot[0] == tool for spot in self.spots) or any(
            row.is_named(name) for row in inputs for name in self.hints
        )
