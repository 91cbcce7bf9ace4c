"""What the run page adds to the display value: texts, the order of the evidence rows, and links."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from console.sentences import reason_sentences
from console.tool_links import tool_search_url, tool_url
from console.words import knows, word
from selector.display import Badge, CandidateRow, NextCheck, PickCard, RunPage, SignalCell

ICONS = {
    "agreed": "✓", "overridden": "↺", "kept": "=", "chosen": "•", "ambiguous": "≈", "tie": "≈", "none": "–",
}  # fmt: skip
RISKS = ("low", "medium", "high")
# Columns before the signals that the table can be sorted by.
PLAIN_COLUMNS = ("rank", "name", "score", "delta")


@dataclass(frozen=True, slots=True)
class BadgeText:
    """A badge as it is drawn: an icon and a word, never colour alone."""

    kind: str
    level: str
    icon: str
    text: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the evidence table with the address that sorts by it."""

    key: str
    text: str | Promise
    hint: str | Promise
    url: str
    aria_sort: str  # ascending, descending or none


@dataclass(frozen=True, slots=True)
class EvidenceRow:
    """A candidate with one cell for each signal column; None where the signal took no part."""

    candidate: CandidateRow
    cells: tuple[SignalCell | None, ...]


@dataclass(frozen=True, slots=True)
class CheckText:
    """A line of "what to check next"."""

    severity: str
    mark: str
    text: str
    tool: str
    url: str
    link_text: str


@dataclass(frozen=True, slots=True)
class RunView:
    """Everything that `runs/detail.html` shows."""

    run: RunPage
    badges: tuple[BadgeText, ...]
    sentences: tuple[SafeString, ...]
    is_unsure: bool  # ambiguous or level: nothing may look like strong evidence
    is_same_pick: bool  # the final tool is the LLM's choice
    other: PickCard | None
    other_role: str
    margin: float
    threshold_text: str
    columns: tuple[Column, ...]
    pinned: tuple[EvidenceRow, ...]
    rows: tuple[EvidenceRow, ...]
    checks: tuple[CheckText, ...]
    why_span: int  # columns that the reason of a missing row spans
    again_url: str
    tool_url: str


def run_view(run: RunPage, query: QueryDict, *, can_import: bool = False, list_query: str = "") -> RunView:
    """Put texts, order and links around a run. `query` gives `sort` (a column) and `dir` (asc or desc); `list_query`
    is the filter of the list that the run was opened from, which every link of the page to itself carries."""
    sort, ascending = chosen_order(run, query)
    other, role = _other_pick(run)
    margin, threshold_text = _margin(run)
    pinned, rows = _ordered(run, sort, ascending=ascending)
    decision = run.decision
    is_unsure = any(badge.kind in ("ambiguous", "tie") for badge in decision.badges)
    return RunView(
        run=run,
        badges=tuple(text for badge in decision.badges for text in _badge_texts(badge, decision.llm)),
        sentences=tuple(reason_sentences(decision.explanation, is_unsure=is_unsure)),
        is_unsure=is_unsure,
        is_same_pick=bool(decision.final and decision.llm and decision.final.name == decision.llm.name),
        other=other,
        other_role=role,
        margin=margin,
        threshold_text=threshold_text,
        columns=_columns(run, sort, list_query, ascending=ascending),
        pinned=pinned,
        rows=rows,
        checks=tuple(_check_text(run, check, list_query, can_import=can_import) for check in run.next_checks),
        why_span=len(run.signals) + 2,
        again_url=again_url(run, list_query),
        tool_url=_expected_url(run),
    )


def chosen_order(run: RunPage, query: QueryDict) -> tuple[str, bool]:
    """Give the column to sort by and whether upwards; by rank where the address names no column of this run."""
    sort = query.get("sort", "rank")
    if sort not in PLAIN_COLUMNS and sort not in run.signals:
        sort = "rank"
    natural = "asc" if sort in ("rank", "name") else "desc"
    return sort, query.get("dir", natural) == "asc"


def again_url(run: RunPage, list_query: str = "") -> str:
    """Give the address of a new run that is filled in with this one's input and stays in the same list."""
    parts = {"from": run.id, **({"list": list_query} if list_query else {})}
    return f"{reverse('run_new')}?{urlencode(parts)}"


def _expected_url(run: RunPage) -> str:
    """Give where the expected target is mended: its page, or the search where the collection did not know it."""
    if run.expected is None:
        return ""
    link = tool_search_url if "not_in_collection" in run.expected.missed else tool_url
    return link(run.collection_slug, run.expected.name)


def _badge_texts(badge: Badge, llm: PickCard | None) -> list[BadgeText]:
    """Give one badge, and a second one for the risk of an override."""
    if badge.kind == "chosen" and llm is not None:
        return [BadgeText("llm_unknown", "caution", "?", str(word("badge", "llm_unknown")))]
    text = str(word("badge", badge.kind))
    if badge.kind in ("ambiguous", "tie") and badge.value.isdigit():
        size = ngettext("%(count)s candidate", "%(count)s candidates", int(badge.value)) % {"count": badge.value}
        text = f"{text} · {size}"
    is_risk = badge.level in RISKS
    first = BadgeText(badge.kind, "caution" if is_risk else badge.level, ICONS.get(badge.kind, "•"), text)
    if not is_risk:
        return [first]
    risk = BadgeText("risk", badge.level, "", str(word("risk", badge.level)), str(word("risk_hint", badge.level)))
    return [first, risk]


def _other_pick(run: RunPage) -> tuple[PickCard | None, str]:
    """Give the tool that stands face to face with the final one, and what it is."""
    decision, why = run.decision, run.decision.explanation
    final = decision.final.name if decision.final else ""
    if decision.llm and decision.llm.name != final:
        return decision.llm, _("The LLM's choice")
    other = next((name for name in (why.winner, why.other) if name and name != final), "")
    row = next((row for row in run.candidates if row.name == other), None)
    row = row or next((row for row in run.candidates if row.name != final), None)
    role = _("Scores higher, not taken") if why.kind == "kept" else _("Runner-up")
    return (_pick(row), role) if row else (None, "")


def _pick(row: CandidateRow) -> PickCard:
    texts = {cell.signal: cell.text for cell in row.cells}
    return PickCard(
        name=row.name,
        summary=row.summary,
        method=row.method,
        path=row.path,
        action=texts.get("canonical_action", ""),
        resource=texts.get("primary_resource", ""),
        shape=texts.get("result_shape", ""),
    )


def _margin(run: RunPage) -> tuple[float, str]:
    """Give the distance that mattered and its threshold in words: to the LLM's choice, or between the first two."""
    decision = run.decision
    if decision.explanation.kind in ("overridden", "kept"):
        return decision.llm_margin, _("override from %(value).2f") % {"value": decision.threshold}
    return decision.margin, _("ambiguous below %(value).2f") % {"value": decision.ambiguity_threshold}


def _columns(run: RunPage, sort: str, list_query: str, *, ascending: bool) -> tuple[Column, ...]:
    texts: dict[str, str | Promise] = {"rank": _("Rank"), "name": _("Tool"), "score": _("Score"), "delta": _("Gap")}
    columns = []
    for key in (*PLAIN_COLUMNS, *run.signals):
        is_current = key == sort
        direction = {True: "asc", False: "desc"}[not ascending if is_current else key in ("rank", "name")]
        url = "?" + "&".join(filter(None, (list_query, urlencode({"sort": key, "dir": direction}))))
        aria = ("ascending" if ascending else "descending") if is_current else "none"
        text = texts.get(key) or word("signal", key)
        columns.append(Column(key, text, word("signal_hint", key) if knows("signal_hint", key) else "", url, aria))
    return tuple(columns)


def _ordered(run: RunPage, sort: str, *, ascending: bool) -> tuple[tuple[EvidenceRow, ...], tuple[EvidenceRow, ...]]:
    """Give the rows that stay on top and the others: by rank nothing is pinned, as the winner leads anyway."""
    rows = [EvidenceRow(row, _cells(run, row)) for row in run.candidates]
    if sort == "rank" and ascending:
        return (), tuple(rows)
    ordered = sorted(rows, key=lambda row: row.candidate.rank)
    ordered.sort(key=lambda row: _sort_value(row.candidate, sort), reverse=not ascending)
    pinned = [row for row in rows if row.candidate.selected or row.candidate.is_llm or row.candidate.is_expected]
    pinned.sort(key=lambda row: (not row.candidate.selected, not row.candidate.is_llm))
    return tuple(pinned), tuple(row for row in ordered if row not in pinned)


def _cells(run: RunPage, row: CandidateRow) -> tuple[SignalCell | None, ...]:
    by_signal = {cell.signal: cell for cell in row.cells}
    return tuple(by_signal.get(signal) for signal in run.signals)


def _sort_value(row: CandidateRow, sort: str) -> float | str:
    if sort == "rank":
        return row.rank
    if sort == "name":
        return row.name
    if sort == "score":
        return row.score
    if sort == "delta":
        return row.delta_to_winner
    return next((cell.value for cell in row.cells if cell.signal == sort), 0.0)


def _check_text(run: RunPage, check: NextCheck, list_query: str, *, can_import: bool) -> CheckText:
    slug = check.values.get("slug", run.collection_slug)
    tool = check.values.get("tool", "")
    urls = {
        "collection": reverse("collection", args=[slug]),
        "tool": tool_url(slug, tool),
        "import": reverse("import_new", args=[slug]) if can_import else reverse("collection", args=[slug]),
        "new_run": again_url(run, list_query),
        "expected": "#expected",
    }
    link = "collection" if check.link == "import" and not can_import else check.link
    return CheckText(
        severity=check.severity,
        mark="!" if check.severity in ("bad", "caution") else "→",
        text=str(word("next_check", check.code)),
        # What to do about the run as a whole names no tool.
        tool=tool if check.link not in ("", "expected") else "",
        url=urls.get(check.link, ""),
        link_text=str(word("check_link", link)) if link else "",
    )
