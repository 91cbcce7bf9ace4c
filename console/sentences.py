"""The reason of a decision in plain sentences: an explanation of the engine in, safe HTML sentences out, ko and en."""

from collections.abc import Iterable
from typing import Any

from django.utils.functional import Promise
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from console.particles import settle_particles
from console.words import knows, word
from selector.display import Explanation

# Words of the query that one sentence quotes at most.
_QUOTED_WORDS = 3

# Signals whose values are codes with a text of their own: (table of a tool's value, table of what the query asks for).
_CODED = {"canonical_action": ("action", "wanted_action"), "result_shape": ("shape", "wanted_shape")}

# What happened, by kind of explanation.
_VERDICTS = {
    "agreed": _("The LLM and the evidence agree on %(winner)s."),
    "overridden": _("%(winner)s replaces the LLM's choice %(other)s."),
    "kept": _("%(winner)s scores higher, but the LLM's choice %(other)s was kept."),
    "chosen": _("%(winner)s scores highest; there was no LLM target to compare with."),
    "ambiguous": _("%(winner)s and %(other)s are too close to tell apart."),
    "tie": _("%(winner)s and %(other)s are level; only the alphabet puts one first."),
}

# What the query asks for, by deciding signal.
_WANTED = {
    "result_shape": _("The query asks for %(wanted)s (%(words)s)."),
    "canonical_action": _("The query asks for %(wanted)s (%(words)s)."),
    "primary_resource": _("The query is about %(wanted)s (%(words)s)."),
    "contract": _("The query names %(wanted)s (%(words)s)."),
    "path_module": _("The query belongs to %(wanted)s (%(words)s)."),
}

# What one tool has on the deciding signal.
_VALUES = {
    "result_shape": _("%(tool)s answers with %(value)s."),
    "canonical_action": _("%(tool)s has the action %(value)s."),
    "primary_resource": _("%(tool)s is about %(value)s."),
    "contract": _("%(tool)s has %(value)s in its contract."),
    "path_module": _("%(tool)s belongs to the module %(value)s."),
    "operation_surface": _("%(tool)s has %(value)s in its name and summary."),
    "retrieval_rank": _("%(tool)s came out of retrieval at %(value)s."),
}

_NOTHING_KNOWN = _("%(tool)s has nothing on %(signal)s.")
_CAUTION = _("Do not take this as a sure choice: the evidence does not separate the candidates.")


def reason_sentences(why: Explanation, *, is_unsure: bool = False) -> list[SafeString]:
    """Give the sentences that say why: the verdict, the query's word, both tools' values, what agrees, what held back.

    What is not known makes no sentence. A choice that is unsure claims no support and ends with a warning.
    """
    is_unsure = is_unsure or why.kind in ("ambiguous", "tie")
    if why.kind == "none" or not why.winner:
        return [_say(_("No tool of this collection fits the query, so nothing was selected."))]
    sentences = [
        _verdict(why),
        _wanted(why),
        *_values(why),
        _agreement(why),
        _say(word("ground", why.ground)) if why.ground else None,
        _support(why) if not is_unsure else None,
        _held_back(why),
        _say(_CAUTION) if is_unsure else None,
    ]
    return [sentence for sentence in sentences if sentence]


def _say(text: str | Promise, **values: Any) -> SafeString:
    """Put escaped values into a translated sentence and let Korean particles fit the words before them."""
    sentence = str(text) % {name: conditional_escape(value) for name, value in values.items()}
    is_korean = (get_language() or "").startswith("ko")
    # The values are escaped above, and the text is ours.
    return mark_safe(settle_particles(sentence) if is_korean else sentence)  # noqa: S308


def _verdict(why: Explanation) -> SafeString | None:
    text = _VERDICTS.get(why.kind)
    if text is None or (why.kind in ("ambiguous", "tie") and not why.other):
        return None
    return _say(text, winner=_tool(why.winner), other=_tool(why.other))


def _wanted(why: Explanation) -> SafeString | None:
    if not why.query_words:
        return None
    quoted = format_html_join(", ", "“{}”", ((each,) for each in list(why.query_words)[:_QUOTED_WORDS]))
    if why.wanted and why.deciding_signal in _WANTED:
        table = _CODED.get(why.deciding_signal, ("", ""))[1]
        return _say(_WANTED[why.deciding_signal], wanted=_value(table, why.wanted), words=quoted)
    return _say(_("The query says %(words)s."), words=quoted)


def _values(why: Explanation) -> list[SafeString]:
    """Give one sentence for each tool's value on the deciding signal."""
    if not why.deciding_signal or not (why.winner_value or why.other_value):
        return []
    winner = _("The final tool") if why.kind == "overridden" else _tool(why.winner)
    other = _("The LLM's choice") if why.kind in ("overridden", "kept") else _tool(why.other)
    pairs = [(winner, why.winner_value)] + ([(other, why.other_value)] if why.other else [])
    known = _VALUES.get(why.deciding_signal, _("%(tool)s has %(value)s on %(signal)s."))
    table = _CODED.get(why.deciding_signal, ("", ""))[0]
    signal = word("signal", why.deciding_signal)
    return [
        _say(known if value or table else _NOTHING_KNOWN, tool=tool, value=_value(table, value), signal=signal)
        for tool, value in pairs
    ]


def _agreement(why: Explanation) -> SafeString | None:
    if not why.agreeing_signals or not why.other:
        return None
    return _say(_("Both agree on %(signals)s."), signals=_signals(why.agreeing_signals))


def _support(why: Explanation) -> SafeString | None:
    if not why.supporting_signals or why.kind not in ("overridden", "chosen", "agreed"):
        return None
    return _say(_("The choice is supported by %(signals)s."), signals=_signals(why.supporting_signals))


def _held_back(why: Explanation) -> SafeString | None:
    return _say(word("blocked", why.blocked_by)) if why.blocked_by else None


def _tool(name: str) -> SafeString:
    return format_html('<code dir="ltr">{}</code>', name)


def _value(table: str, value: str) -> SafeString:
    """Give a value as a reader would say it; what has no text of its own stands as the code that it is."""
    if table and knows(table, value):
        return format_html("<strong>{}</strong>", word(table, value))
    return format_html('<strong class="mono" dir="ltr">{}</strong>', value)


def _signals(names: Iterable[str]) -> str:
    """Give the names of signals as they stand inside a sentence: action and resource."""
    texts = [str(word("signal", name)).lower() for name in names]
    if len(texts) < 2:
        return "".join(texts)
    return str(_("%(most)s and %(last)s") % {"most": ", ".join(texts[:-1]), "last": texts[-1]})
