"""English verbs of a request: one sentence in, its verb mentions with their forms out."""

from dataclasses import dataclass, field

from selector.engine.english import inflections
from selector.engine.intent import AUXILIARIES, QUESTION_WORDS, Form, Mention, Sentence
from selector.engine.verbs import english_bases, english_forms, english_phrases, guess_verb
from selector.engine.wordlists import Verb, noun_like_verbs

NEGATIONS = frozenset(
    "not never without avoid no nothing cannot dont doesnt didnt cant wont neither nor refrain skip".split()
)
SUBORDINATORS = frozenset(
    "who whom which whose whether if when where why how what because since after before until unless while once as although though whenever whoever whatever".split()
)
RESUMING = frozenset("but just only instead rather simply please then".split())
LEADS = frozenset(
    "please now just then also kindly hey hi hello ok okay so well first next finally again and lets let me us you i we "
    "want need like love wish would d must should will ll going gonna wanna gotta got have had plan intend trying try "
    "hoping hope looking to am m re ve go ahead help sure be make remember forget simply quickly maybe immediately "
    "asap could can do did someone somebody team they he she it thanks thank permanently temporarily manually "
    "automatically really actually only instead rather immediately but or not don't dont never cannot can't won't "
    "couldn't shouldn't wouldn't didn't doesn't no without avoid".split()
)
DETERMINERS = frozenset(
    "the a an this that these those my our your their his her its all any every each some another new it them him me us "
    "one two three everyone everybody someone everything no both up out off down back on".split()
)
RECORD_NOUNS = frozenset(
    "status history date time timestamp log reason policy event detail details amount id count fee rate rule setting list "
    "info information summary record count total type name code flag number at by on of for with in from to and or statistic stat "
    "metric report schedule window token key url address state result request title permission page description".split()
)
TIME_NOUNS = frozenset("history date time timestamp log marker event at by".split())
GAP_STOPS = frozenset("that which who and or but then to for from".split())
MAX_PHRASE_GAP = 4


@dataclass(slots=True)
class _State:
    """Where the reader stands in a sentence."""

    slot: bool = True  # a base form here is an imperative
    negated: bool = False
    subordinate: bool = False
    question: bool = False
    how: bool = False
    commanded: bool = False
    modal: bool = False  # "should", "must", "needs to": a participle after "be" is asked for
    mentions: list[Mention] = field(default_factory=list)


def read_english(sentence: Sentence) -> tuple[Mention, ...]:
    """Return the verb mentions of one English sentence, in order."""
    state = _State()
    _open_question(sentence, state)
    position = 0
    while position < len(sentence.words):
        if position:
            _pass_boundary(sentence, position, state)
        position += _read_word(sentence, position, state)
    return tuple(state.mentions)


def _open_question(sentence: Sentence, state: _State) -> None:
    stems = [word.stem for word in sentence.words[:6]]
    if not stems:
        return
    polite = (
        len(stems) > 2
        and stems[0] in ("can", "could", "would", "will")
        and stems[1] in ("you", "u", "someone", "somebody")
    )
    negative = stems[0] in ("don't", "do", "dont") and (
        len(stems) < 2 or stems[1] not in ("i", "we", "you", "they", "it", "the", "any")
    )
    subordinate = stems[0] in SUBORDINATORS and _comma_later(sentence) and not sentence.asks_mark
    if polite or negative or subordinate:
        return
    state.question = stems[0] in QUESTION_WORDS or stems[0] in AUXILIARIES
    state.how = stems[:2] in (
        ["how", "to"],
        ["how", "do"],
        ["how", "can"],
        ["how", "would"],
        ["how", "should"],
        ["how", "could"],
        ["how", "might"],
    )
    state.how = state.how or (
        stems[0] in ("which", "what")
        and bool({"endpoint", "api", "operation", "tool", "call", "method", "function"} & set(stems))
    )


def _comma_later(sentence: Sentence) -> bool:
    return any("," in gap for gap in sentence.before[1:])


def _pass_boundary(sentence: Sentence, position: int, state: _State) -> None:
    gap = sentence.before[position]
    if not any(mark in gap for mark in ",:()—–-|/") or gap.strip() in ("-", "/"):
        return
    last = state.mentions[-1] if state.mentions else None
    previous = sentence.words[position - 1]
    # "do not create, update or delete": the list goes on under the negation.
    listed = state.negated and last is not None and last.start == previous.start
    state.negated = listed
    state.subordinate = False
    state.slot = not state.question or state.commanded


def _read_word(sentence: Sentence, position: int, state: _State) -> int:
    """Read the word at a position, change the state, return how many words were taken."""
    stem = sentence.words[position].surface.casefold().replace("’", "'")
    if _is_verb_here(sentence, position, state):
        return _take_verb(sentence, position, state)
    _take_participle(sentence, position, state)
    if stem.endswith("n't") or stem in NEGATIONS:
        state.negated = not _follows(sentence, position, ("forget", "hesitate", "only"))
    if stem in RESUMING and not _follows(sentence, position, ("of", "than")):
        state.negated = False
    if stem in ("instead", "rather") and _follows(sentence, position, ("of", "than")):
        state.negated = True
    if stem in ("and", "then", "&", "plus", "or", "but"):
        state.slot = state.slot or (state.commanded and not state.subordinate) or stem in ("then", "but")
        return 1
    if stem in SUBORDINATORS or (stem == "that" and _opens_clause(sentence, position)):
        state.subordinate = True
    if stem in ("should", "must", "need", "needs") and not state.subordinate and not state.question:
        state.modal = True
    if stem in ("to", "you", "i", "we", "one") and state.how:
        state.slot = True
    elif stem == "to" and _means_to(sentence, position):
        state.how = state.slot = True
    elif stem not in LEADS:
        state.slot = False
    return 1


def _follows(sentence: Sentence, position: int, options: tuple[str, ...]) -> bool:
    return position + 1 < len(sentence.words) and sentence.words[position + 1].stem in options


def _opens_clause(sentence: Sentence, position: int) -> bool:
    """Return whether "that" opens a relative clause ("orders that were", not "delete that order")."""
    if position + 1 >= len(sentence.words):
        return False
    following = sentence.words[position + 1].surface.casefold()
    forms = english_forms().get(following, ())
    return (
        following in AUXILIARIES
        or following in ("i", "we", "they", "he", "she", "it", "you")
        or any(kind in ("past", "third") for _, kind in forms)
    )


def _means_to(sentence: Sentence, position: int) -> bool:
    """Return whether "to" follows a word such as "way" or "endpoint": "the endpoint to cancel an order"."""
    names = ("way", "endpoint", "api", "operation", "tool", "call", "method", "function", "how", "command", "possible")
    return position > 0 and sentence.words[position - 1].stem in names[:-1]


def _is_verb_here(sentence: Sentence, position: int, state: _State) -> bool:
    surface = sentence.words[position].surface.casefold()
    if surface in ("want", "need", "like", "do", "have", "be", "wish", "love", "go", "help") and not _phrase_at(
        sentence, position
    ):
        return False
    if not state.slot or (state.subordinate and not state.how):
        return False
    if state.question and not state.how and not state.commanded:
        return False
    if position == 0 and guess_verb(surface):
        return True
    bases = [base for base, kind in english_forms().get(surface, ()) if kind == "base"]
    if surface in english_phrases() and _phrase_at(sentence, position):
        return True
    return bool(bases) and not _is_noun_here(sentence, position, surface, state)


def _is_noun_here(sentence: Sentence, position: int, base: str, state: _State) -> bool:
    if state.negated or _after_to(sentence, position):
        return False
    following = sentence.words[position + 1] if position + 1 < len(sentence.words) else None
    # A literal is an object: "refund 1234", "block @bob", "star octocat/hello".
    object_mark = following is not None and any(mark in sentence.before[position + 1] for mark in "\"'#@“‘`<{")
    stem = following.stem if following is not None else ""
    surface = following.surface.casefold() if following is not None else ""
    if base in noun_like_verbs("nouns_first"):
        ends_pair = base in ("comment", "reply", "sign", "report", "vote") and surface in (
            "on",
            "to",
            "up",
            "in",
            "out",
            "for",
        )
        return not (object_mark or surface in DETERMINERS or surface.isdigit() or ends_pair)
    if base in noun_like_verbs("nouny"):
        if following is None:
            return position > 0
        return (
            stem
            in (
                RECORD_NOUNS
                if base not in ("update", "delete", "set", "clear", "reset", "close", "cancel")
                else TIME_NOUNS
            )
            and not object_mark
        )
    return stem in ("date", "history", "timestamp", "time", "marker") and base not in (
        "get",
        "show",
        "list",
        "find",
        "read",
        "view",
        "search",
        "see",
        "check",
        "fetch",
        "retrieve",
        "add",
        "remove",
        "give",
        "display",
    )


def _after_to(sentence: Sentence, position: int) -> bool:
    return position > 0 and sentence.words[position - 1].stem == "to"


def _phrase_at(sentence: Sentence, position: int) -> tuple[Verb, int, str] | None:
    """Return (family, words taken, base) of a phrasal verb at a position: "turn the webhook off"."""
    surface = sentence.words[position].surface.casefold()
    for first in {base for base, kind in english_forms_of_phrases().get(surface, ()) if kind == "base"}:
        for rest, family in english_phrases().get(first, ()):
            end = _rest_ends(sentence, position + 1, rest)
            if end:
                return family, end - position, "_".join((first, *rest))
    return None


def english_forms_of_phrases() -> dict[str, tuple[tuple[str, str], ...]]:
    return {first: inflections(first) for first in english_phrases()}


def _rest_ends(sentence: Sentence, start: int, rest: tuple[str, ...]) -> int:
    """Return the position after the last word of a phrasal verb, 0 where it does not stand there."""
    at, gap = start, MAX_PHRASE_GAP
    for part in rest:
        while at < len(sentence.words) and sentence.words[at].surface.casefold() != part:
            surface = sentence.words[at].surface.casefold()
            if gap == 0 or surface in GAP_STOPS or "," in sentence.before[at] or _is_participle(surface):
                return 0
            at, gap = at + 1, gap - 1
        if at >= len(sentence.words):
            return 0
        at, gap = at + 1, 0
    return at


def _is_participle(surface: str) -> bool:
    return any(kind in ("past", "third") for _, kind in english_forms().get(surface, ())) and surface not in (
        "orders",
        "users",
    )


def _take_verb(sentence: Sentence, position: int, state: _State) -> int:
    word = sentence.words[position]
    phrase = _phrase_at(sentence, position)
    base = word.surface.casefold()
    base = guess_verb(base) or base
    family, taken, name = phrase if phrase else (english_bases().get(base), 1, base)
    state.slot = False
    if family is None:
        return 1
    if state.how or (state.question and not state.commanded):
        form = Form.HOW
    else:
        form = Form.NEGATED if state.negated else Form.COMMAND
    state.commanded = state.commanded or form is Form.COMMAND
    surface = " ".join(name.split("_")) if phrase else word.surface
    state.mentions.append(Mention(family.name if phrase else name, family, form, surface, word.start))
    # Only the verb is taken: what stands between "turn" and "off" is read on.
    return 1


def _take_participle(sentence: Sentence, position: int, state: _State) -> None:
    """Read a form that is no base: "should be deleted" is asked for, "without creating" is negated, the rest describes."""
    word = sentence.words[position]
    surface = word.surface.casefold()
    found = [(base, kind) for base, kind in english_forms().get(surface, ()) if kind != "base"]
    if not found:
        return
    base, kind = found[0]
    family = english_bases().get(base)
    if family is None:
        return
    previous = sentence.words[position - 1].stem if position else ""
    form = Form.DESCRIBED
    if state.negated:
        form = Form.NEGATED
    elif kind == "past" and state.modal and previous in ("be", "get") and not state.subordinate:
        form = Form.COMMAND
    elif kind == "gerund" and previous == "mind":
        form = Form.COMMAND
    elif (kind == "gerund" and position == 0) or (
        kind == "third" and (position == 0 or state.how) and not family.light
    ):
        form = Form.HOW
    state.mentions.append(Mention(base, family, form, word.surface, word.start))
