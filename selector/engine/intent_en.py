"""English verbs of a request: one sentence in, its verb mentions with their forms out."""

from dataclasses import dataclass, field

from selector.engine.intent import AUXILIARIES, QUESTION_WORDS, Form, Mention, Sentence
from selector.engine.nounness import MORE, is_noun_here, is_noun_like
from selector.engine.phrasal import find_phrasal, find_sense
from selector.engine.verbs import english_bases, english_forms, guess_verb
from selector.engine.wordlists import READING, Verb

NEGATIONS = frozenset(
    "not never without avoid no nothing cannot dont doesnt didnt cant wont neither nor refrain".split()
)
SUBORDINATORS = frozenset(
    "who whom which whose whether if when where why how what because since after before until unless while once as although "
    "though whenever whoever whatever".split()
)
# Words that end a negation and start anew: "do not delete it, JUST show it".
RESUMING = frozenset("but just only instead rather simply please then".split())
REOPENING = RESUMING - {"only", "rather"}
# Words in front of an imperative that leave its place open.
LEADS = frozenset(
    "please now just then also kindly hey hi hello ok okay so well first next finally again and lets let me us you i we "
    "want need like love wish would d must should will ll going gonna wanna gotta got have had plan intend trying try "
    "hoping hope looking to am m re ve go ahead help sure be make remember forget simply quickly maybe immediately "
    "asap could can do did someone somebody team they he she it thanks thank permanently temporarily manually "
    "automatically really actually only instead rather but or not don't dont never cannot can't won't "
    "couldn't shouldn't wouldn't didn't doesn't no without avoid".split()
)
# Verbs that only lead to the verb that is meant.
LEADING = frozenset("want need like do have be wish love go help".split())
WISHES = frozenset("want need like get have wish prefer".split())
# Another's wish passed on: "the customer asks us to delete her card".
ASKERS = frozenset("asks asked asking wants wanted requests requested needs wishes begs prefers".split())
SOON = frozenset("please now today asap immediately too again then tomorrow".split())
HOW_AUXILIARIES = frozenset("to do can would should could might does".split())
# "Politely", "quickly" leave the place of an imperative open; "fly" and "apply" are too short to be such.
MIN_ADVERB = 5
OPERATION_NAMES = frozenset("endpoint api operation tool call method function command".split())
SUBJECTS = frozenset("i we they he she it you".split())


@dataclass(slots=True)
class _State:
    """Where the reader stands in a sentence."""

    slot: bool = True  # a base form here is an imperative
    negated: bool = False
    subordinate: bool = False
    question: bool = False
    how: bool = False
    commanded: bool = False
    modal: bool = False  # "should", "needs to": a participle after "be" is asked for
    wishing: bool = False  # "I'd like this order ...": a participle at the end is asked for
    asking: bool = False  # "she asks us to ...": the verb behind "to" is wanted
    mentions: list[Mention] = field(default_factory=list)


def read_english(sentence: Sentence) -> tuple[Mention, ...]:
    """Return the verb mentions of one English sentence, in order.

    An imperative commands; a question, a participle, a noun and what follows "not" or "who" do not.
    """
    state = _State()
    _open_question(sentence, state)
    for position in range(len(sentence.words)):
        if position:
            _pass_boundary(sentence, position, state)
        _read_word(sentence, position, state)
    return tuple(state.mentions)


def _open_question(sentence: Sentence, state: _State) -> None:
    stems = [word.stem for word in sentence.words[:8]]
    first, second = stems[0], stems[1] if len(stems) > 1 else ""
    polite = first in ("can", "could", "would", "will") and second in ("you", "u", "someone", "somebody")
    forbids = first in ("don't", "dont", "do") and second not in (*SUBJECTS, "the", "any")
    conditional = first in SUBORDINATORS and not sentence.asks_mark and any("," in gap for gap in sentence.before[1:])
    if polite or forbids or conditional:
        return
    # "have the order cancelled" is no question, "have you" is.
    auxiliary = first in AUXILIARIES and (first not in ("have", "had") or second in SUBJECTS)
    state.question = first in QUESTION_WORDS or auxiliary
    state.how = (first == "how" and second in HOW_AUXILIARIES) or (
        first in ("which", "what") and bool(OPERATION_NAMES & set(stems))
    )


def _pass_boundary(sentence: Sentence, position: int, state: _State) -> None:
    gap = sentence.before[position]
    if not any(mark in gap for mark in ",:()—–-|/") or gap.strip() in ("-", "/"):
        return
    last = state.mentions[-1] if state.mentions else None
    # "do not create, update or delete": the list goes on under the negation.
    state.negated = state.negated and last is not None and last.start == sentence.words[position - 1].start
    state.subordinate = state.wishing = False
    state.slot = not state.question or state.commanded


def _read_word(sentence: Sentence, position: int, state: _State) -> None:
    word = sentence.words[position].surface.casefold().replace("’", "'")
    if _is_verb_here(sentence, position, state):
        _take_verb(sentence, position, state)
        return
    _take_participle(sentence, position, state)
    _take_negation(sentence, position, word, state)
    if word in ("and", "then", "&", "plus", "or", "but"):
        state.slot = state.slot or (state.commanded and not state.subordinate) or word in ("then", "but")
        return
    if word in SUBORDINATORS or (word == "that" and _opens_clause(sentence, position)):
        state.subordinate = True
    if word in ("should", "must", "need", "needs") and not state.subordinate and not state.question:
        state.modal = True
    if word in ASKERS and position and not (state.subordinate or state.question or state.commanded):
        state.asking = state.wishing = state.modal = True
    state.wishing = state.wishing or (word in WISHES and state.slot and not state.question)
    _open_slot(sentence, position, word, state)


def _take_negation(sentence: Sentence, position: int, word: str, state: _State) -> None:
    if word.endswith("n't") or word in NEGATIONS:
        state.negated = not _follows(sentence, position, "forget", "hesitate", "only")
    excluding = word in ("instead", "rather") and _follows(sentence, position, "of", "than")
    if excluding:
        state.negated = True
    elif word in RESUMING:
        state.negated = False


def _open_slot(sentence: Sentence, position: int, word: str, state: _State) -> None:
    """Say whether the next word may be an imperative."""
    if state.how and word in ("to", "you", "i", "we", "one"):
        state.slot = True
    elif word == "to" and position and sentence.words[position - 1].stem in OPERATION_NAMES | {"way", "how"}:
        state.how = state.slot = True
        # "find a way to cancel": what is sought is the second verb.
        state.mentions = [mention for mention in state.mentions if mention.family.action not in READING]
    elif word == "to" and state.asking:
        state.slot, state.asking = True, False
    elif word in REOPENING and not state.subordinate and not state.question:
        state.slot = True
    elif word not in LEADS and not (word.endswith("ly") and len(word) > MIN_ADVERB):
        state.slot = False


def _follows(sentence: Sentence, position: int, *options: str) -> bool:
    return position + 1 < len(sentence.words) and sentence.words[position + 1].stem in options


def _opens_clause(sentence: Sentence, position: int) -> bool:
    """Return whether "that" opens a relative clause ("orders that were", not "delete that order")."""
    if position + 1 >= len(sentence.words):
        return False
    following = sentence.words[position + 1].surface.casefold()
    verbal = any(kind in ("past", "third") for _, kind in english_forms().get(following, ()))
    return verbal or following in AUXILIARIES or following in SUBJECTS


def _is_verb_here(sentence: Sentence, position: int, state: _State) -> bool:
    if not state.slot or (state.subordinate and not state.how):
        return False
    if state.question and not state.how and not state.commanded:
        return False
    base = sentence.words[position].surface.casefold()
    if find_phrasal(sentence, position) or _asks_for_new(sentence, position):
        return True
    if base in LEADING or (base in WISHES and _wishes_done(sentence, position)):
        return False
    known = any(kind == "base" for _, kind in english_forms().get(base, ())) or (position == 0 and guess_verb(base))
    return bool(known) and (state.negated or not is_noun_here(sentence, position, base))


def _asks_for_new(sentence: Sentence, position: int) -> bool:
    """Return whether a wish is for a new thing: "we need a new branch", "get me another key"."""
    if sentence.words[position].stem not in WISHES:
        return False
    after = [word.stem for word in sentence.words[position + 1 : position + 4] if word.stem not in ("me", "us")]
    return after[:1] == ["another"] or after[:2] in (["a", "new"], ["a", "fresh"])


def _wishes_done(sentence: Sentence, position: int) -> bool:
    """Return whether "get" or "have" leads to a participle: "get this order cancelled"."""
    return any(_is_wished(sentence, later) for later in range(position + 2, min(position + 7, len(sentence.words))))


def _is_wished(sentence: Sentence, position: int) -> bool:
    """Return whether a participle ends its sentence: "I'd like my subscription cancelled"."""
    surface = sentence.words[position].surface.casefold()
    rest = [word.stem for word in sentence.words[position + 1 :]]
    return any(kind == "past" for _, kind in english_forms().get(surface, ())) and all(stem in SOON for stem in rest)


def _take_verb(sentence: Sentence, position: int, state: _State) -> None:
    word = sentence.words[position]
    base, family, surface = _verb_at(sentence, position)
    state.slot = state.wishing = False
    if family is None:
        return
    asked = state.how or (state.question and not state.commanded)
    # "Archive nothing, just show it" forbids as well.
    says_no = surface.casefold().endswith((" no", " nothing"))
    nothing = _follows(sentence, position, "nothing", "no", "none", "neither") and not says_no
    negated = state.negated or nothing
    form = Form.HOW if asked else Form.NEGATED if negated else Form.COMMAND
    state.commanded = state.commanded or form is Form.COMMAND
    state.mentions.append(Mention(base, family, form, surface, word.start))


def _verb_at(sentence: Sentence, position: int) -> tuple[str, Verb | None, str]:
    """Return (base form, family, words as written) of the verb at a position."""
    surface = sentence.words[position].surface
    phrasal = find_phrasal(sentence, position)
    if phrasal is not None:
        return phrasal.family.name, phrasal.family, " ".join(phrasal.words)
    if _asks_for_new(sentence, position):
        return "create", english_bases()["create"], f"{surface} new"
    base = guess_verb(surface.casefold()) or surface.casefold()
    if base == "tell" and not _follows(sentence, position, "me", "us", *MORE):
        return "send", english_bases()["send"], surface
    sense = find_sense(sentence, position, base)
    if sense:
        return sense, english_bases()[sense], surface
    if base == "return":
        return "get", english_bases()["get"], surface
    return base, english_bases().get(base), surface


def _take_participle(sentence: Sentence, position: int, state: _State) -> None:
    """Read a form that is no base: "should be deleted" is asked for, "without creating" negated, the rest describes."""
    word = sentence.words[position]
    forms = english_forms().get(word.surface.casefold(), ())
    base, kind = next(((base, kind) for base, kind in forms if kind != "base"), ("", ""))
    family = english_bases().get(base)
    if family is not None:
        form = Form.NEGATED if state.negated else _participle_form(sentence, position, (base, kind), family, state)
        state.mentions.append(Mention(base, family, form, word.surface, word.start))


def _participle_form(sentence: Sentence, position: int, found: tuple[str, str], family: Verb, state: _State) -> Form:
    base, kind = found
    previous = sentence.words[position - 1].stem if position else ""
    is_due = kind == "past" and state.modal and previous in ("be", "get") and not state.subordinate
    is_wished = kind == "past" and state.wishing and not state.subordinate and _is_wished(sentence, position)
    if is_due or is_wished or (kind == "gerund" and previous == "mind"):
        return Form.COMMAND
    if kind == "gerund":
        return Form.HOW if position == 0 else Form.DESCRIBED
    # "Cancels an order" is said of an operation; "orders" and "lists" are plural nouns, "shows" says nothing.
    titled = kind == "third" and (position == 0 or state.how) and not family.light
    return Form.HOW if titled and not is_noun_like(base) else Form.DESCRIBED
