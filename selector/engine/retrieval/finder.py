"""What one input demands and what answers offer in, the edges from its likeliest producers out."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from selector.engine.artifact import Edge
from selector.engine.retrieval.demands import READS, STATE_WORDS, Demand, Reader, one_ending
from selector.engine.retrieval.offers import Offer, endings_fit, types_fit

# Producers kept for one input: readers of the thing itself, lists and single reads of something that refers to it, and
# makers of it. Chosen: a person compares no more, and the closure takes one.
LIMITS = {"own": 6, "list": 10, "single": 8, "maker": 2}
# Of those that refer to a thing, producers of one resource; chosen, so that each resource that refers to it is there.
MAX_SAME_RESOURCE = 2
# Offers of one thing that are looked at for one input, best first by what does not depend on the consumer; measured:
# GitHub has 700 answers with a user in them.
MAX_STATIC, MAX_STATIC_SAME = 60, 16
# Levels below the carried thing at which a name that fits by its last word only still counts; chosen.
MAX_LOOSE_DEPTH = 2
# Levels at which a list inside an answer still holds the things of its own; chosen.
MAX_WITHIN_DEPTH = 3
# Weights of the ranking among producers of one input. Only their order matters: the collection in front of a parameter
# beats the same thing elsewhere, that beats a reference, and a missing input of the producer costs more than a level of
# depth. Chosen on that order, and checked on the documents here.
FRONT = 60
OWN = 25
MAIN = 30
SAME_COLLECTION = 14
NAMED = 8
LEVEL = 20
LIST = 5
LABEL = 4
FIT = 3
PREFIX = 2
DEPTH = 4
BURIED = 20
MISSING = 9
OUT_OF_WAY = 10
UNTYPED = 9
OLD = 12
MAKER = 80
# Confidence says two things. At OWN_BASE and above an answer holds the very thing, below it only refers to it; within
# each band a confidence grows with the ranking, up to its full width at the points given. Chosen.
OWN_BASE, OWN_WIDTH, OWN_POINTS = 0.6, 0.35, 210
REF_BASE, REF_WIDTH, REF_POINTS = 0.2, 0.39, 150

# Words of paths that hold what is not in use, or that only some may call; a caller of the same kind is meant by them.
ASIDE = frozenset(
    "trash trashed deleted archived archive removed draft admin legacy migration template revision".split()
)

# The points of an offer, whether its answer holds the very thing, and the offer.
Candidate = tuple[int, bool, Offer]


class Finder:
    """Finds producers for demands; what does not depend on the consumer is worked out once per kind of demand."""

    def __init__(self, readers: Mapping[int, Reader], index: Mapping[str, list[Offer]]) -> None:
        self._readers = readers
        self._index = index
        self._static: dict[tuple[str, str, str, str], list[Candidate]] = {}
        self._fronts: dict[str, list[Reader]] = defaultdict(list)
        self._main: dict[int, list[Offer]] = defaultdict(list)
        for reader in readers.values():
            if reader.action in READS:
                self._fronts[reader.collection].append(reader)
        for offers in index.values():
            for offer in offers:
                if offer.main:
                    self._main[offer.tool].append(offer)
        # Things that some call is about; a field of an answer that refers to no such thing is a value.
        self._listed = {reader.resource for reader in readers.values()}
        self._listed |= {offer.thing for offers in self._main.values() for offer in offers if offer.own}
        self._joined = {name: name.replace("_", "") for name in index}
        self._spellings: dict[str, list[str]] = defaultdict(list)
        for name, plain in self._joined.items():
            self._spellings[plain].append(name)

    def edges(self, consumer: Reader, demand: Demand) -> Iterable[Edge]:
        best: dict[int, Candidate] = {}
        # Where the collection in front has an answer that the document does not describe, others only refer to it.
        fronts = self._fronts.get(demand.front, ()) if demand.front else ()
        blind = bool(fronts) and not any(self._main[producer.number] for producer in fronts)
        for score, holds, offer in self._candidates(demand):
            producer = self._readers[offer.tool]
            if producer.number == consumer.number or self._circular(producer, demand):
                continue
            refers = not offer.main and not (offer.own and offer.within and not offer.bare)
            if demand.field.location == "body" and refers and offer.thing not in self._listed:
                continue
            # A name that another answer merely repeats is a text of its own.
            if demand.field.location == "body" and demand.ending == "name" and not holds:
                continue
            if demand.plain and not (offer.own and offer.main and offer.bare):
                continue
            full = score + self._nearness(consumer, producer, demand, offer)
            # Another list of the very things, or one inside the parent's own answer, is as good as the list in front.
            near = (offer.own and offer.main) or (
                offer.within and demand.front.startswith(f"{producer.collection}/{{}}")
            )
            far = blind and not near
            row = (full - FRONT * far, holds and not far, offer)
            known = best.get(offer.tool)
            if known is None or (row[1], row[0], offer.path) > (known[1], known[0], known[2].path):
                best[offer.tool] = row
        kept: Counter[str] = Counter()
        referring: Counter[tuple[str, str]] = Counter()
        ranked = sorted(best.values(), key=lambda row: (-row[0], self._readers[row[2].tool].name))
        for score, holds, offer in ranked:
            producer = self._readers[offer.tool]
            kind = _kind(producer, offer)
            if kind == "maker" and not (offer.own and offer.main):
                continue
            if kind in ("list", "single"):
                referring[kind, producer.resource] += 1
                if referring[kind, producer.resource] > MAX_SAME_RESOURCE:
                    continue
            if kept[kind] < LIMITS[kind]:
                kept[kind] += 1
                yield _edge(consumer, producer, demand, offer, _confidence(score, holds))

    def _candidates(self, demand: Demand) -> list[Candidate]:
        # What the parameter is named after counts first; the segment before it only where that is nowhere to be had.
        found: list[Candidate] = []
        for thing in demand.things:
            found = found or list(self._by_thing(thing, demand))
        for producer in self._fronts.get(demand.front, ()) if demand.front else ():
            offer = self._front_offer(producer, demand)
            if offer is not None:
                fit = FIT * endings_fit(demand.ending, offer.ending)
                score = OWN * offer.own + MAIN + fit + LIST * producer.is_list - DEPTH * offer.depth
                found.append((score, offer.own, offer))
        return found

    def _front_offer(self, producer: Reader, demand: Demand) -> Offer | None:
        """What the collection in front gives: a field that names the wanted thing, else its own identifier."""
        offers = [offer for offer in self._main[producer.number] if self._typed(demand, offer)]
        named = [
            offer for offer in offers if offer.thing == demand.things[0] and endings_fit(demand.ending, offer.ending)
        ]
        return max(
            named or [offer for offer in offers if offer.own],
            key=lambda offer: (
                endings_fit(demand.ending, offer.ending),
                offer.ending == "id",
                -offer.depth,
                offer.path,
            ),
            default=None,
        )

    @staticmethod
    def _typed(demand: Demand, offer: Offer) -> bool:
        """A text stands for a number only where it is the identifier of the thing itself."""
        if types_fit(demand.field.type, offer.type):
            return True
        return offer.own and endings_fit(demand.ending, offer.ending) == 3

    def _by_thing(self, thing: str, demand: Demand) -> list[Candidate]:
        kind = "number" if demand.field.type in ("integer", "number") else "string"
        key = (thing, demand.ending, kind, demand.segment)
        if key not in self._static:
            found = []
            names = self._names_like(thing)
            own = [offer for name, level in names if level == 3 for offer in self._index[name] if offer.own]
            exact, listed = bool(own), any(offer.main for offer in own)
            for name, level in names:
                # Where the very thing is to be had, likeness by letters is chance (`user` and `usergroup`).
                if (exact and level == 1) or (listed and self._abbreviates(name, thing)):
                    continue
                for offer in self._index[name]:
                    fit = endings_fit(demand.ending, offer.ending)
                    # A `name` inside a thing of another kind names that thing, whatever its last word is.
                    if level < 3 and not offer.main and (offer.bare or offer.depth > MAX_LOOSE_DEPTH):
                        continue
                    if fit and self._typed(demand, offer):
                        inside = level == 3 and offer.within and offer.depth <= MAX_WITHIN_DEPTH
                        holds = offer.own and (offer.main or inside)
                        found.append((self._score(demand, offer, level, fit), holds, offer))
            self._static[key] = self._varied(sorted(found, key=lambda row: (-row[0], row[2].tool, row[2].path)))
        return self._static[key]

    def _score(self, demand: Demand, offer: Offer, level: int, fit: int) -> int:
        """What speaks for an offer whoever the consumer is."""
        producer = self._readers[offer.tool]
        score = LEVEL * level + FIT * fit + MAIN * offer.main - DEPTH * offer.depth
        score += OWN * (offer.own and (level == 3 or offer.main))
        if producer.is_list and demand.ending not in STATE_WORDS:
            score += LIST + LABEL * offer.labelled
        score -= len(producer.segments)
        score += SAME_COLLECTION * (bool(demand.segment) and producer.segments[-1] == demand.segment)
        score -= BURIED * (offer.depth > MAX_WITHIN_DEPTH)
        score += NAMED * (producer.resource == offer.thing)
        score -= UNTYPED * (not types_fit(demand.field.type, offer.type))
        return score - MAKER * (producer.action == "create") - OLD * producer.deprecated

    def _varied(self, ranked: list[Candidate]) -> list[Candidate]:
        """The best of each resource, so that one resource with many answers does not crowd out the others."""
        kept: list[Candidate] = []
        counts: Counter[str] = Counter()
        for candidate in ranked:
            resource = self._readers[candidate[2].tool].resource
            counts[resource] += 1
            if counts[resource] <= MAX_STATIC_SAME:
                kept.append(candidate)
                if len(kept) == MAX_STATIC:
                    break
        return kept

    def _names_like(self, thing: str) -> list[tuple[str, int]]:
        """Names in the index that mean `thing`: the same (3), or one ends in the other by words (2) or letters (1)."""
        joined = thing.replace("_", "")
        if len(joined) < 2:
            return []
        found = []
        # `persistentvolumes` in a path is the persistent_volume of a schema, whose words can be told apart.
        forms = {thing, *self._spellings.get(joined, ())}
        ends = tuple("_" + form for form in sorted(forms))
        for name, plain in self._joined.items():
            if plain == joined:
                found.append((name, 3))
            elif (
                name.endswith(ends)
                or any(form.endswith("_" + name) for form in forms)
                or self._abbreviates(name, thing)
            ):
                found.append((name, 2))
            elif len(joined) > 2 and len(plain) > 3 and (plain.endswith(joined) or joined.endswith(plain)):
                found.append((name, 1))
        return sorted(found)

    def _abbreviates(self, name: str, other: str) -> bool:
        """Whether one word is the beginning of the other (`repo`, `org`, `app`) and not a part of a compound."""
        short, long = sorted((name, other), key=len)
        if not (2 < len(short) <= 0.6 * len(long) and long.startswith(short) and "_" not in long):
            return False
        spelled = any("_" in form for form in self._spellings.get(long, ()))
        return not spelled and long[len(short) :] not in self._joined

    def _circular(self, producer: Reader, demand: Demand) -> bool:
        """A producer that must itself be given the very thing is of no help."""
        return any((thing, one_ending(demand.ending)) in producer.needs for thing in demand.things)

    def _nearness(self, consumer: Reader, producer: Reader, demand: Demand, offer: Offer) -> int:
        score = 0
        if demand.front and producer.collection == demand.front and producer.action in READS:
            score = FRONT if demand.generic else FRONT * 3 // 4 if offer.own else FRONT // 2
            # What is set now (`/user/all/menu`) is seldom what is to be set.
            if not producer.is_list and consumer.method in ("POST", "PUT"):
                score = 0
            # What is put into a place (`/levels/{location_id}`) need not be among what is there already.
            if not demand.generic and not offer.own and consumer.method in ("POST", "PUT"):
                score = -SAME_COLLECTION
        # What is added to a collection is not among what is in it already.
        adds = demand.field.location == "body" and consumer.action == "create"
        if adds and producer.collection == consumer.collection:
            score -= FRONT
        missing = len(producer.required - consumer.inputs)
        if demand.ending in STATE_WORDS:
            # The state of a thing is read from the very thing, whose identifier the caller has.
            missing -= sum(1 for thing, _ in producer.needs if thing in demand.things)
            score += 0 if producer.is_list else 2 * LIST
        shared = _shared_prefix(consumer.segments, producer.segments)
        aside = (producer.words & ASIDE) - consumer.words
        score -= OUT_OF_WAY * len(aside)
        return score - MISSING * missing + PREFIX * shared + PREFIX * (consumer.module == producer.module)


def _kind(producer: Reader, offer: Offer) -> str:
    """Which of `LIMITS` a producer falls under."""
    if producer.action == "create":
        return "maker"
    if offer.own and offer.main:
        return "own"
    return "list" if producer.is_list else "single"


def _shared_prefix(first: tuple[str, ...], second: tuple[str, ...]) -> int:
    count = 0
    for one, other in zip(first, second, strict=False):
        if one != other:
            break
        count += 1
    return min(count, 6)


def _confidence(score: int, holds: bool) -> float:
    base, width, points = (OWN_BASE, OWN_WIDTH, OWN_POINTS) if holds else (REF_BASE, REF_WIDTH, REF_POINTS)
    return round(base + width * min(1.0, max(0.0, score / points)), 3)


def _edge(consumer: Reader, producer: Reader, demand: Demand, offer: Offer, confidence: float) -> Edge:
    field = demand.field
    return (
        producer.number,
        consumer.number,
        "contract",
        offer.path,
        offer.name,
        field.json_path,
        field.location,
        field.semantic_tag,
        confidence,
    )
