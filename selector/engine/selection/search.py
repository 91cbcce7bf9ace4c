"""A target and what is known in, the cheapest set of calls that fills its inputs out, with what stayed open."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from selector.engine.retrieval.finder import OWN_BASE
from selector.engine.selection.given import Given
from selector.engine.selection.inputs import Input, whole_input
from selector.engine.selection.needs import is_callers_choice, is_catalogue, needed_inputs
from selector.engine.selection.producers import Link, Producers
from selector.engine.selection.reasons import HELD_UP, InputReason

# Costs in calls. One more call is what everything else is weighed against; chosen on that order and checked on the
# labelled cases. WEAK: one of confidence that the surest link has ahead of this one, REFERS: an answer that
# does not hold the very thing. ASK: an input of a producer that a
# person must be asked for, PAYLOAD: a field of what it makes. CONTEXT: one that the collection's defaults know.
CALL = 1.0
WEAK_OWN, WEAK_REF, REFERS = 17.0, 11.0, 4.2
ASK = 0.8
PAYLOAD = 0.1
# A producer that lacks an identifier of its own cannot be called, and a way that costs more than LEAVE is none: the
# input is asked for. FLOOR: confidence below which a link is only followed if what is given speaks for its producer.
STUCK, LEAVE = 7.0, 6.0
FLOOR = 0.4
# What a promoted run adds to a link that contracts hold level with others.
SHOWN = 0.3
CONTEXT = 0.05
# Producers that are tried for one input, by hop; the ranking puts the right one among the first.
WIDTHS = (10, 6, 3)
Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Binding:
    """How one input is met: by a `link` with a producer at `hop`, or (link None) for the `reason` given.

    `chain` is the circle of tools where that reason is one.
    """

    wanted: Input
    reason: str
    hop: int
    link: Link | None = None
    chain: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """What has been decided so far. `calls` are producers, each after those that it needs."""

    calls: tuple[str, ...] = ()
    bindings: tuple[Binding, ...] = ()
    known: Mapping[Key, Link | None] = field(default_factory=dict)
    hints: frozenset[tuple[str, str]] = frozenset()


@dataclass(slots=True)
class Search:
    """Fills inputs backwards from the target. `may_write` says whether a producer may change something."""

    producers: Producers
    given: Given
    max_hops: int
    may_write: bool
    wants_maker: bool = False

    def close(self, target: str) -> State:
        return self._fill(target, 1, (target,), State(known=self.given.keys(self.producers.inputs(target))))[1]

    def add_optional(self, target: str, state: State) -> State:
        """The state with producers for optional inputs, where an operator, the document or a run says who they are."""
        met = {(row.wanted.location, row.wanted.json_path) for row in state.bindings if row.wanted.tool == target}
        for wanted in self.producers.inputs(target):
            if wanted.required or wanted.kind != "data" or (wanted.location, wanted.json_path) in met:
                continue
            links, _, _ = self._candidates(wanted, 1, (target,))
            stated = [link for link in links if link.tier != "contract"]
            if stated and not wanted.keys & state.known.keys():
                _, after = self._call(stated[0], 1, (target,), state)
                state = _learn(after, Binding(wanted, stated[0].tier, 1, stated[0]), stated[0])
        return state

    def _fill(self, tool: str, hop: int, trail: tuple[str, ...], state: State) -> tuple[float, State]:
        cost = 0.0
        for link in self.producers.whole_links(tool):
            if link.producer not in trail and hop <= self.max_hops and self._may_call(link.producer):
                spent, state = self._call(link, hop, trail, state)
                state = replace(state, bindings=(*state.bindings, Binding(whole_input(tool), link.tier, hop, link)))
                cost += spent
        for wanted in needed_inputs(self.producers, tool, self.given, is_target=hop == 1):
            spent, state = self._meet(wanted, hop, trail, state)
            cost += spent
        return cost, state

    def _meet(self, wanted: Input, hop: int, trail: tuple[str, ...], state: State) -> tuple[float, State]:
        """Meets one input; what it costs, and the state afterwards."""
        if self.given.has(wanted):
            return 0.0, _learn(state, Binding(wanted, "provided", hop), None)
        shared = next((key for key in sorted(wanted.keys) if key in state.known), None)
        if shared is not None:
            link = state.known[shared]
            usable = link is None or (link.producer != wanted.tool and link.producer not in trail)
            if usable:
                return 0.0, _learn(state, Binding(wanted, "shared", hop, link), link)
        if wanted.kind != "data":
            return CONTEXT, _learn(state, Binding(wanted, wanted.kind, hop), None)
        return self._produce(wanted, hop, trail, state)

    def _produce(self, wanted: Input, hop: int, trail: tuple[str, ...], state: State) -> tuple[float, State]:
        links, reason, chain = self._candidates(wanted, hop, trail)
        if links and links[0].tier != "manual" and is_callers_choice(self.producers, wanted):
            links, reason = [], InputReason.NEW_IDENTIFIER.value
        best: tuple[float, State] | None = None
        hope = self.given.hope(state.hints)
        least = min((_weakness(link) for link in links), default=0.0)
        for link in self._tried(links, hop):
            weak = _weakness(link) - least - SHOWN * self.producers.is_promoted(link, wanted)
            call = 0.0 if link.producer in state.calls else CALL - hope
            if best is not None and weak + call >= best[0]:
                continue
            cost, after = self._call(link, hop, trail, state)
            if best is None or cost + weak < best[0] - 1e-9:
                best = cost + weak, _learn(after, Binding(wanted, link.tier, hop, link), link)
        if best is None or (best[0] > LEAVE and links[0].tier != "manual"):
            if best is not None:
                reason, chain = _why_stuck(best[1].bindings[len(state.bindings) :])
            left = Binding(wanted, reason or InputReason.NO_PRODUCER.value, hop, None, chain)
            return self._price(wanted, hop, reason), _learn(state, left, None)
        return best

    def _tried(self, links: list[Link], hop: int) -> list[Link]:
        """The likeliest links, and any whose producer has an input that is given."""
        width = WIDTHS[min(hop, len(WIDTHS)) - 1]
        spoken = [link for link in links if self.given.speaks_for(link.producer, self.producers.inputs(link.producer))]
        likely = [link for link in links[:width] if not self._is_far(link)]
        return likely + [link for link in spoken if link not in likely]

    def _is_far(self, link: Link) -> bool:
        made = self.producers.mutates(link.producer)
        return link.tier == "contract" and link.confidence < FLOOR and not made

    def _price(self, wanted: Input, hop: int, reason: str) -> float:
        """What an input costs that nothing fills: an identifier holds its producer up, a value is asked for."""
        if hop > 1 and (wanted.location == "path" or reason in HELD_UP):
            return STUCK
        return PAYLOAD if wanted.location == "body" else ASK

    def _call(self, link: Link, hop: int, trail: tuple[str, ...], state: State) -> tuple[float, State]:
        if link.producer in state.calls:
            return 0.0, state
        gain, hints = self.given.gain(link.producer, self.producers.inputs(link.producer), state.hints)
        cost, after = self._fill(link.producer, hop + 1, (*trail, link.producer), replace(state, hints=hints))
        return CALL + cost - gain, replace(after, calls=(*after.calls, link.producer))

    def _may_call(self, name: str) -> bool:
        return self.may_write or not self.producers.mutates(name)

    def _candidates(self, wanted: Input, hop: int, trail: tuple[str, ...]) -> tuple[list[Link], str, tuple[str, ...]]:
        """The links that may be used, of the strongest tier there is; why there is none otherwise, and the circle."""
        links = self.producers.links_to(wanted)
        if not links:
            return [], (InputReason.ENUM_REQUIRED if wanted.enum else InputReason.NO_PRODUCER).value, ()
        allowed = [link for link in links if self._may_call(link.producer)]
        if not allowed:
            return [], InputReason.MUTATION_BLOCKED.value, ()
        if hop > self.max_hops:
            return [], InputReason.MAX_DEPTH.value, ()
        free = [link for link in allowed if link.producer not in trail]
        if not free:
            start = trail.index(allowed[0].producer)
            return [], InputReason.CYCLE.value, (*trail[start:], allowed[0].producer)
        manual = [link for link in free if link.tier == "manual"]
        proven = [link for link in free if link.tier in ("openapi_link", "contract")]
        listed = [] if wanted.required else [link for link in proven if is_catalogue(link)]
        return self._ordered(manual or listed or proven or free), "", ()

    def _ordered(self, links: list[Link]) -> list[Link]:
        """Reads before makers, unless the request itself asks for something to be made on the way."""
        makers = [link for link in links if self.producers.mutates(link.producer)]
        reads = [link for link in links if not self.producers.mutates(link.producer)]
        if makers and self.wants_maker:
            return makers
        return reads or makers


def _weakness(link: Link) -> float:
    """What speaks against a link, in calls: its answer only refers to the thing, or stands lower in the ranking."""
    if link.tier != "contract" or link.confidence >= OWN_BASE:
        return WEAK_OWN * (1.0 - link.confidence)
    return REFERS + WEAK_REF * (OWN_BASE - link.confidence)


def _why_stuck(bindings: tuple[Binding, ...]) -> tuple[str, tuple[str, ...]]:
    """What held up a way that was given up: the circle, the depth or the blocked call in it."""
    for row in reversed(bindings):
        if row.reason in HELD_UP:
            return row.reason, row.chain
    return InputReason.NO_PRODUCER.value, ()


def _learn(state: State, binding: Binding, link: Link | None) -> State:
    known = dict(state.known)
    for key in binding.wanted.keys:
        known.setdefault(key, link)
    return State(state.calls, (*state.bindings, binding), known, state.hints)
