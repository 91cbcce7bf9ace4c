"""What the page of a tool adds to the display value: a form for each override, in the state that a refusal left it."""

from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from console.forms import OverrideForm
from console.words import word
from selector.display import OverrideFacts, SemanticFact, ToolPage
from selector.services import CurrentState

# The part of a page that htmx asks for, by the id of what it swaps.
BLOCKS = {
    "tool-meaning": "tools/_meaning.html",
    "tool-inputs": "tools/_inputs.html",
    "tool-outputs": "tools/_outputs.html",
    "tool-sources": "tools/_sources.html",
    "tool-consumers": "tools/_consumers.html",
    "tool-runs": "tools/_runs.html",
}


@dataclass(frozen=True, slots=True)
class OverrideBlock:
    """A form under the table of meaning. `current` is set where somebody was faster: how the place is now."""

    place: str  # the beginning of its ids: action, resource, shape, alias, alias7
    kind: str
    title: str | Promise
    form: OverrideForm
    version: int
    override: OverrideFacts | None
    is_open: bool = False
    current: CurrentState | None = None
    is_removal: bool = False  # nothing to type but the reason


@dataclass(frozen=True, slots=True)
class Refused:
    """A form that came back, with how its place is now where somebody was faster."""

    form: OverrideForm
    current: CurrentState | None = None


@dataclass(frozen=True, slots=True)
class ToolView:
    """Everything that `tools/detail.html` shows beside the display value."""

    blocks: tuple[OverrideBlock, ...] = ()
    aliases: tuple[OverrideBlock, ...] = ()
    whole: frozenset[str] = field(default_factory=frozenset)


def tool_view(page: ToolPage, *, may_override: bool, whole: frozenset[str], refused: Refused | None = None) -> ToolView:
    """Put the forms around a tool; none for who may not use them."""
    if not may_override:
        return ToolView(whole=whole)
    blocks = [_block(page, fact, refused) for fact in page.facts if fact.kind != "module"]
    add = OverrideForm(kind="alias", initial={"tool": page.name})
    blocks.append(_open(OverrideBlock("alias", "alias", _("Add an alias"), add, 0, None), refused))
    aliases = [_removal(page, fact.override, refused) for fact in page.aliases if fact.override]
    return ToolView(tuple(blocks), tuple(aliases), whole)


def place_of(kind: str, do: str, override: OverrideFacts | None) -> str:
    """Give the beginning of a form's ids."""
    return f"alias{override.id}" if kind == "alias" and do == "remove" and override else kind


def change_text(kind: str, key: str, before: str, after: str) -> str:
    """Give what a saved override changed, as a line: "Action: read → search"."""
    if kind == "alias":
        return _("Alias added: %(alias)s") % {"alias": key} if after else _("Alias removed: %(alias)s") % {"alias": key}
    return f"{word('semantic', kind)}: {value_text(kind, before)} → {value_text(kind, after)}"


def value_text(kind: str, value: str) -> str:
    """Give a value as the pages show it."""
    return str(word(kind, value)) if kind in ("action", "shape") else value or "—"


def _block(page: ToolPage, fact: SemanticFact, refused: Refused | None) -> OverrideBlock:
    initial = {"tool": page.name, "value": fact.override.value if fact.override else fact.value}
    titles = {
        "action": _("Change the action"),
        "resource": _("Change the resource"),
        "shape": _("Change the result shape"),
    }
    form = OverrideForm(kind=fact.kind, initial=initial)
    version = fact.override.version if fact.override else 0
    return _open(OverrideBlock(fact.kind, fact.kind, titles[fact.kind], form, version, fact.override), refused)


def _removal(page: ToolPage, override: OverrideFacts, refused: Refused | None) -> OverrideBlock:
    place = place_of("alias", "remove", override)
    form = OverrideForm(kind="alias", place=place, initial={"tool": page.name, "value": override.key})
    title = _("Remove the alias")
    return _open(OverrideBlock(place, "alias", title, form, override.version, override, is_removal=True), refused)


def _open(block: OverrideBlock, refused: Refused | None) -> OverrideBlock:
    """Put a form that came back into its place, opened."""
    if refused is None or refused.form.auto_id != f"{block.place}-%s":
        return block
    parts: dict[str, Any] = {name: getattr(block, name) for name in ("place", "kind", "title", "version", "override")}
    return OverrideBlock(**parts, form=refused.form, is_open=True, current=refused.current, is_removal=block.is_removal)
