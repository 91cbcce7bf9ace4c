"""English words that are nouns as often as verbs: a sentence and a position in, whether it is the noun there out."""

from selector.engine.intent import Sentence
from selector.engine.wordlists import noun_like_verbs

DETERMINERS = frozenset(
    "the a an this that these those my our your their his her its all any every each some another new it them him me "
    "us one two three everyone everybody someone everything no both up out off down back on".split()
)
# Nouns that make a noun of the word in front of them: "refund policy", "block status".
RECORD_NOUNS = frozenset(
    "status history date time timestamp log reason policy event detail details amount id count fee rate rule setting "
    "list info information summary record total type name code flag number at by on of for with in from to and or "
    "statistic stat metric report schedule window token key url address state result request title permission page "
    "description limit level".split()
)
TIME_NOUNS = frozenset("history date timestamp time marker".split())
# Verbs that take any of RECORD_NOUNS as their object ("update the status").
TAKES_RECORDS = frozenset("update delete set clear reset close cancel".split())
# Verbs that take nearly any object, and the words behind them that make nouns of them: "change log".
TAKEN_AS_NOUNS = {"change": TIME_NOUNS | frozenset("log request event record report list note set stream feed".split())}
# Verbs that take even a date or a history as their object.
TAKES_TIMES = frozenset(
    "get show list find read view search see check fetch retrieve add remove give display set".split()
)
# Nouns first, but verbs before a noun with a literal: "label issue 5 as bug".
LITERAL_VERBS = frozenset(
    "label tag charge rate bill email message text copy schedule link map pair tie bookmark vote sign open book".split()
)
# A number behind a noun-like verb counts new things only before one of these: "issue 5 new cards", not "order 5".
MORE = frozenset("new more additional extra another of copies pieces units".split())
PAIRED = {
    "comment": ("on",), "reply": ("to",), "report": ("on",), "vote": ("on", "for", "up"), "sign": ("up", "in", "out"),
    "open": ("up",), "log": ("in", "out", "off", "on"), "schedule": ("for",),
}  # fmt: skip
# Finite verbs that make a sentence of the words in front of them, and words that open another clause first.
FINITE = frozenset(
    "is are was were has had isn't aren't wasn't weren't hasn't didn't doesn't did does failed seems looks".split()
)
CLAUSE_OPENERS = frozenset("that which who whose what if whether and or but where when to".split())
QUOTES = "\"'#@“‘`<{"


def is_noun_like(base: str) -> bool:
    """Return whether a verb is a noun as well."""
    return base in noun_like_verbs("nouny") or base in noun_like_verbs("nouns_first")


def is_noun_here(sentence: Sentence, position: int, base: str) -> bool:
    """Return whether a base form in an imperative's place is the noun ("order status", "update history")."""
    if position and sentence.words[position - 1].stem == "to":
        return False
    following = sentence.words[position + 1] if position + 1 < len(sentence.words) else None
    stem = following.stem if following is not None else ""
    quoted = following is not None and any(mark in sentence.before[position + 1] for mark in QUOTES)
    if _is_subject(sentence, position, base):
        return True
    if base in noun_like_verbs("nouns_first"):
        return not (quoted or _has_object(sentence, position, base))
    if base in noun_like_verbs("nouny"):
        records = TAKEN_AS_NOUNS.get(base) or (TIME_NOUNS | {"at", "by"} if base in TAKES_RECORDS else RECORD_NOUNS)
        return (stem in records and not quoted) if following is not None else position > 0
    return stem in TIME_NOUNS and base not in TAKES_TIMES


def _is_subject(sentence: Sentence, position: int, base: str) -> bool:
    """Return whether a noun-like verb is what its sentence speaks of: "refund was rejected", "reset link is broken"."""
    if not is_noun_like(base):
        return False
    for later in range(position + 1, min(position + 4, len(sentence.words))):
        surface = sentence.words[later].surface.casefold()
        if surface in CLAUSE_OPENERS or "," in sentence.before[later]:
            return False
        if surface in FINITE:
            return True
    return False


def _has_object(sentence: Sentence, position: int, base: str) -> bool:
    after = [word.surface.casefold() for word in sentence.words[position + 1 : position + 4]]
    if not after or (base == "note" and after[0] == "that"):
        return False
    if after[0].isdigit():
        return len(after) > 1 and after[1] in MORE
    literal = any(word.isdigit() for word in after[1:]) and after[0] not in RECORD_NOUNS
    paired = after[0] in PAIRED.get(base, ()) and not TIME_NOUNS & set(after[1:2])
    return after[0] in DETERMINERS or paired or (base in LITERAL_VERBS and literal)
