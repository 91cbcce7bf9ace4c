"""Chosen sources of inputs in, the bindings and nested arguments of the steps out: names of slots, choices of items."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from selector.engine.nouns import snake
from selector.engine.plan.bindings import INPUT, USER_INPUT, Match, split_path, write_path
from selector.engine.plan.givens import Givens
from selector.engine.plan.inputs import LIST, ToolInput, produced_rows, put_value
from selector.engine.plan.model import Binding
from selector.engine.plan.refusals import slot_of

PRODUCER, SLOT = "producer", "user_input"
# Endings of names by which a person calls a thing.
LABELS = ("name", "title", "label", "subject")


@dataclass(slots=True)
class Draft:
    """One input of one step with the source that was chosen for it; `expression` is known last for some."""

    row: ToolInput
    source: str
    inner: tuple[str, ...]
    expression: Any = None
    from_step: str = ""
    from_tool: str = ""
    evidence: Mapping[str, Any] = field(default_factory=dict)
    reason: str = ""
    select: dict[str, str] = field(default_factory=dict)

    def to_binding(self) -> Binding:
        row = self.row
        expression = self.expression if isinstance(self.expression, str) and self.expression.startswith("${") else ""
        return Binding(
            argument=row.argument,
            name=row.name,
            location=row.location,
            path=".".join((row.argument, *self.inner)).replace(".[]", LIST),
            # A list that stands for its items is sent as it is.
            type=row.type if self.inner == row.inner else "array",
            kind=row.kind,
            required=row.required,
            source=self.source,
            expression=expression,
            from_step=self.from_step,
            from_tool=self.from_tool,
            from_path=str(self.evidence.get("from_path") or ""),
            tier=str(self.evidence.get("tier") or ""),
            confidence=float(self.evidence.get("confidence") or 0.0),
            reason=self.reason or str(self.evidence.get("reason") or ""),
            select=self.select,
        )


def build_args(drafts: Sequence[Draft]) -> dict[str, Any]:
    """The nested arguments of one step."""
    args: dict[str, Any] = {}
    for draft in sorted(drafts, key=lambda draft: len(draft.inner)):
        put_value(args, draft.row.argument, draft.inner, draft.expression)
    return args


def bind_producers(drafts: Iterable[Draft], tools: Mapping[str, Any], givens: Givens) -> None:
    """Writes the expressions of producers. Where an entity that no input took names an item, that item is chosen."""
    waiting = [draft for draft in drafts if draft.source == PRODUCER]
    matches: dict[tuple[str, str], Match] = {}
    unused = givens.unused
    for draft in waiting:
        path = str(draft.evidence.get("from_path") or draft.evidence.get("from_field") or "")
        for items in _lists(path):
            if (draft.from_step, items) not in matches:
                found = _match(items, tools[draft.from_tool], unused, givens, draft.row)
                if found is not None:
                    matches[draft.from_step, items] = found
    for draft in waiting:
        path = str(draft.evidence.get("from_path") or draft.evidence.get("from_field") or "")
        chosen = next(((items, matches[draft.from_step, items]) for items in reversed(_lists(path))
                       if (draft.from_step, items) in matches), None)  # fmt: skip
        draft.expression = f"${{{draft.from_step}{write_path(path, chosen)}}}"
        if chosen is not None:
            draft.select = {"list": chosen[0], "field": chosen[1].field, "equals": chosen[1].wanted}


def name_slots(drafts: Iterable[tuple[str, Draft]], givens: Givens) -> list[dict[str, Any]]:
    """Names what a person has to give, one slot for inputs that mean the same, and returns the slots as rows.

    A slot is called by its input's bare name; where two different ones have it, by `tool:input`, the form of entities.
    """
    waiting = [(step, draft) for step, draft in drafts if draft.source == SLOT]
    groups: dict[tuple[str, str, str], list[tuple[str, Draft]]] = {}
    for step, draft in waiting:
        row = draft.row
        # Two lists of items have nothing in common but the name; a slot of the body stands for its own place only.
        place = f"{row.tool}:{row.path}" if row.inner else ""
        groups.setdefault((snake(row.name), row.tag, place), []).append((step, draft))
    bare = [group[0][1].row.name for group in groups.values()]
    slots = []
    for group in groups.values():
        step, draft = group[0]
        row = draft.row
        name = row.name if bare.count(row.name) == 1 and row.name not in givens.entities else _full_name(row, groups)
        # A brace would end the binding.
        name = name.translate({ord("{"): "(", ord("}"): ")"})
        for _, other in group:
            other.expression = f"${{{USER_INPUT}.{name}}}"
            if other.row.type == "array" or other.inner[-1:] == (LIST,):
                other.expression = [other.expression] if other.row.type == "array" else other.expression
        slots.append(_slot(name, step, draft, [other.row.tool for _, other in group[1:]], givens))
    return slots


def _full_name(row: ToolInput, groups: Mapping[Any, list[tuple[str, Draft]]]) -> str:
    same = [group[0][1].row for group in groups.values() if group[0][1].row.name == row.name]
    if sum(other.tool == row.tool for other in same) <= 1:
        return f"{row.tool}:{row.name}"
    return f"{row.tool}:{row.path if row.inner else row.argument}"


def _slot(name: str, step: str, draft: Draft, also: list[str], givens: Givens) -> dict[str, Any]:
    row = draft.row
    slot = {
        **slot_of(row, givens.allowed(row)),
        "name": name,
        "step": step,
        "argument": row.argument,
        "semantic_tag": row.tag,
        "reason": draft.reason,
        "also": also,
    }
    return slot | ({"producers": list(draft.evidence["blocked"])} if draft.evidence.get("blocked") else {})


def without_doubles(drafts: list[Draft]) -> list[Draft]:
    """A list or object that is given as a whole stands for all inputs in it, which then are not filled one by one."""
    wholes = {(draft.row.argument, draft.inner) for draft in drafts if draft.inner != draft.row.inner}
    kept: list[Draft] = []
    seen: set[tuple[str, tuple[str, ...]]] = set()
    for draft in drafts:
        place = (draft.row.argument, draft.inner)
        covered = any(
            place[0] == argument and place[1][: len(inner)] == inner and place != (argument, inner)
            for argument, inner in wholes
        )
        if place not in seen and not covered:
            kept.append(draft)
            seen.add(place)
    return kept


def _lists(path: str) -> list[str]:
    """The lists on the way of a path, outermost first: `items[].rows[].id` has `items[]` and `items[].rows[]`."""
    parts = split_path(path)
    return [".".join(parts[: end + 1]).replace(f".{LIST}", LIST) for end, part in enumerate(parts) if part == LIST]


def _match(
    items: str, tool: Mapping[str, Any], unused: Sequence[str], givens: Givens, wanted: ToolInput
) -> Match | None:
    """The entity that names one item of a list: by a field of the same name, or by the label of what was asked for."""
    prefix = f"{items}."
    inside = {
        str(row.get("json_path"))[len(prefix) :].removeprefix("$."): row
        for row in produced_rows(tool)
        if str(row.get("json_path") or "").removeprefix("$.").startswith(prefix)
    }
    flat = {path: row for path, row in sorted(inside.items()) if LIST not in path}
    for key in unused:
        value, plain = givens.entities[key], snake(key.rsplit(":", 1)[-1])
        if isinstance(value, Mapping | list) or "[" in key or "]" in key:
            continue
        for path, row in sorted(flat.items(), key=lambda item: (item[0].count("."), item[0])):
            if plain in (snake(str(row.get("field_name") or "")), row.get("semantic_tag")):
                # What is said in words about a number (`categoryId: Shoes`) names the thing by its label.
                label = _label(flat) if givens.misfits.get(key) == wanted.tag else path
                return _taken(label, key, givens) if label else None
    return None


def _label(fields: Mapping[str, Mapping[str, Any]]) -> str:
    named = [path for path, row in fields.items() if row.get("type") == "string" and snake(path).endswith(LABELS)]
    return min(named, key=lambda path: (path.count("."), len(path), path), default="")


def _taken(path: str, key: str, givens: Givens) -> Match:
    givens.take(key)
    return Match(path, f"{INPUT}.{key}")
