"""Which words of a request only say where, whose or when: words in, positions that stand beside the point out.

"Commits on the main branch" asks for commits; "그룹에 있는 사용자" asks for users. What stands beside the point still
counts, but less.
"""

from collections.abc import Collection, Sequence

from selector.engine import korean
from selector.engine.conjugation import Ending
from selector.engine.text import Word

# Prepositions and openers of clauses: what follows them up to the next verb or comma speaks about what came before.
OPENERS = frozenset(
    "of in on from for with by at to into onto within under inside via through per about against between during before "
    "after without among across that which who whose whom where when while because since if so unless until".split()
)
CLOSERS = frozenset("and or but then".split())
# Korean endings of a noun that says where, to whom, of what, from when, by what or with whom.
PLACE_PARTICLES = frozenset(
    (
        "에 에서 에게 한테 께 의 로 으로 와 과 랑 이랑 하고 까지 부터 보다 에서의 에서는 에서도 에게서 한테서 에는 "
        "에도 에게는 에게도 으로는 으로도 으로부터 로부터 로는 로도 까지의 부터의 와의 과의 에다 에다가 으로서 "
        "로서 으로써 로써 들의 들에 들에게 들과 들에서"
    ).split()
)


# Verbs of being that describe the noun behind them.
MODIFIERS = frozenset("있는 있던 없는 붙은 붙어있는 들어있는 든 쓴 남은 속한 딸린 둔 같은 모은".split())


def aside_positions(words: Sequence[Word], bearing: Collection[int]) -> frozenset[int]:
    """Return which of the positions ``bearing`` (of words that carry meaning) stand beside the point.

    Where all of them do, none does: there is nothing else that is asked for.

    >>> from selector.engine.text import word_tokens
    >>> sorted(aside_positions(word_tokens("commits on the branch"), {0, 3}))
    [3]
    """
    found = _english(words, bearing) | _korean(words)
    inside = frozenset(found & frozenset(bearing))
    return inside if len(inside) < len(bearing) else frozenset()


def _english(words: Sequence[Word], bearing: Collection[int]) -> frozenset[int]:
    found: set[int] = set()
    has_head, is_aside = False, False
    for position, word in enumerate(words):
        surface, before = word.surface.casefold(), words[position - 1].surface.casefold() if position else ""
        if word.language != "en":
            continue
        # "Take it out, but keep the file": what is to stay as it is.
        if surface in OPENERS or (surface in ("keep", "leave") and before in CLOSERS):
            is_aside = has_head
        elif surface in CLOSERS:
            is_aside = False
        elif is_aside:
            found.add(position)
        elif position in bearing:
            has_head = True
    return frozenset(found)


def _korean(words: Sequence[Word]) -> frozenset[int]:
    found: set[int] = set()
    clause = 0
    for position, word in enumerate(words):
        if word.language != "ko":
            continue
        unit = korean.analyse(_unit_end(words, position))
        if unit.particle in PLACE_PARTICLES:
            found.add(position)
        if unit.ending is Ending.MODIFIER or word.surface in MODIFIERS:
            # 태그가 붙은 업무: the whole clause describes the noun behind it.
            found.update(range(clause, position + 1))
        elif unit.ending in (Ending.COMMAND, Ending.CONNECT):
            clause = position + 1
    return frozenset(found)


def _unit_end(words: Sequence[Word], position: int) -> str:
    """Return the last word of the spaced unit that a word is part of: it bears the particle for all of them."""
    while position + 1 < len(words) and words[position + 1].start == words[position].start + len(
        words[position].surface
    ):
        position += 1
    return words[position].surface
