"""Entities, context defaults and enum mappings in; for each input the value that is given for it out."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from selector.engine.nouns import snake, split_identifier
from selector.engine.plan.bindings import INPUT, split_path
from selector.engine.plan.inputs import LIST, ToolInput
from selector.engine.plan.refusals import refuse_value

ENTITY, CONTEXT = "entity", "context"
# Nineteen digits are as many as an integer of 64 bits has; "1e5" and "inf" are no numbers here.
INTEGER = re.compile(r"[+-]?[0-9]{1,19}")
DECIMAL = re.compile(r"[+-]?[0-9]{1,19}\.[0-9]{1,19}")


@dataclass(frozen=True, slots=True)
class Given:
    """A value for an input: the input of the plan it stands under, and the value itself where it was mapped."""

    source: str
    key: str
    expression: Any
    inner: tuple[str, ...]


class Givens:
    """What is known before any call. `enum_field_names` are names, or a mapping from a name to its values or labels.

    Keys of entities are `tool:input` (`input` being a name, a path in the body or `place:name`) or bare names. A bare
    name belongs to the target first, and to another tool only where it means the same there.
    """

    def __init__(
        self,
        entities: Mapping[str, Any],
        defaults: Mapping[str, Any],
        enum_field_names: Mapping[str, Any] | Collection[str],
    ) -> None:
        # A brace would end the binding that names the input.
        named = {str(key): value for key, value in entities.items() if value is not None}
        self.entities = {key: value for key, value in named.items() if not {"{", "}"} & set(key)}
        self.defaults = {str(key): value for key, value in defaults.items() if value is not None}
        self.enum_names = {snake(str(name).rsplit(":", 1)[-1]) for name in enum_field_names}
        self.enum_field_names = sorted(str(name) for name in enum_field_names)
        self._mappings = dict(enum_field_names) if isinstance(enum_field_names, Mapping) else {}
        self._plain = {key: snake(key) for key in sorted(self.entities)}
        self._context = {_context_name(key): key for key in sorted(self.defaults, reverse=True)}
        self._meanings: dict[str, str] = {}
        self.used: dict[str, Any] = {}
        self.mapped: list[dict[str, Any]] = []
        self.misfits: dict[str, str] = {}

    def find(self, row: ToolInput, *, is_target: bool) -> Given | None:
        """What is given for an input; PlanSynthesisError (enum_required) where it is none of the allowed values."""
        key = self._entity_key(row)
        if key is not None:
            given = self._given(ENTITY, key, self.entities[key], row, is_strict=is_target)
            if given is not None:
                return given
            self.misfits[key] = row.tag
        default = self._context.get(_context_name(row.name)) or self._context.get(_context_name(row.tag))
        if default is None or row.kind == "auth" or not (row.required or row.kind == "context"):
            return None
        return self._given(CONTEXT, default, self.defaults[default], row, is_strict=True)

    def whole(self, row: ToolInput) -> Given | None:
        """An entity that gives the whole list or object in which an input of the body stands."""
        parts = [row.argument, *row.inner]
        for length in range(len(parts) - 1, 0, -1):
            named = [part for part in parts[:length] if part != LIST]
            for key in (f"{row.tool}:{'.'.join(named)}", ".".join(named), named[-1]):
                value = self.entities.get(key)
                if isinstance(value, Mapping | list) and parts[length - 1] != LIST:
                    return Given(ENTITY, key, self._bind(key, value), tuple(parts[1:length]))
        return None

    @property
    def unused(self) -> list[str]:
        """Entities that no input took, sorted."""
        return sorted(set(self.entities) - set(self.used))

    def allowed(self, row: ToolInput) -> list[Any]:
        """The values that an input may have, by its document or else by the mapping; [] where nobody says."""
        mapping = self._mapping(row)
        return list(row.enum) or (list(mapping.values()) if isinstance(mapping, Mapping) else list(mapping or ()))

    def is_enum(self, row: ToolInput) -> bool:
        return bool(row.enum) or snake(row.name) in self.enum_names

    def take(self, key: str) -> None:
        """Marks an entity as used, for a choice among items."""
        self._bind(key, self.entities[key])

    def _entity_key(self, row: ToolInput) -> str | None:
        for wanted in (row.argument, f"{row.location}:{row.name}", row.path, row.name):
            if wanted and f"{row.tool}:{wanted}" in self.entities:
                return f"{row.tool}:{wanted}"
        for wanted in (row.argument, f"{row.location}:{row.name}", row.path, row.name):
            if wanted in self.entities and self._means(wanted, row):
                return wanted
        for plain in (snake(row.name), row.tag):
            for key, folded in self._plain.items():
                if folded == plain and ":" not in key and self._means(key, row):
                    return key
        return None

    def _means(self, key: str, row: ToolInput) -> bool:
        """Whether a bare name means this input: whoever takes it first says what it means for all others."""
        # An id means the same everywhere, and so does what a call cannot do without; a filter is its own tool's.
        is_shared = row.required or row.kind == "context" or split_identifier(row.tag)[1] != ""
        meaning = row.tag if is_shared else f"{row.tool}:{row.tag}"
        return self._meanings.setdefault(key, meaning) == meaning

    def _given(self, source: str, key: str, value: Any, row: ToolInput, *, is_strict: bool) -> Given | None:
        value, inner = _as_list(value, row)
        if not fits(value, "array" if inner != row.inner else row.type):
            return None
        expression: Any = None
        if self.is_enum(row) and (allowed := self.allowed(row)):
            chosen = self._choose(value, row, allowed)
            if chosen is None and not is_strict:
                return None
            if chosen is None:
                raise refuse_value(row, allowed)
            if chosen != value:
                self.mapped.append({"tool": row.tool, "field": row.name, "value": chosen})
                self.used.setdefault(key, value)
                expression = chosen
        expression = self._bind(key, value, source) if expression is None else expression
        if row.type == "array" and not isinstance(value, list):
            expression = [expression]
        return Given(source, key, expression, inner)

    def _choose(self, value: Any, row: ToolInput, allowed: list[Any]) -> Any:
        if isinstance(value, list):
            chosen = [self._choose(item, row, allowed) for item in value]
            return None if None in chosen else chosen
        mapping = self._mapping(row)
        labels = mapping if isinstance(mapping, Mapping) else {}
        for one in allowed:
            if one == value and isinstance(one, bool) == isinstance(value, bool):
                return one
        named = {_folded(label): one for label, one in labels.items()} | {_folded(one): one for one in allowed}
        return named.get(_folded(value))

    def _mapping(self, row: ToolInput) -> Any:
        for wanted in (f"{row.tool}:{row.name}", row.name):
            if wanted in self._mappings:
                return self._mappings[wanted]
        folded = {snake(str(key)): value for key, value in self._mappings.items()}
        return folded.get(snake(row.name))

    def _bind(self, key: str, value: Any, source: str = ENTITY) -> str:
        # A default under the name of an entity that means something else must not replace it.
        name = f"default:{key}" if source == CONTEXT and key in self.entities else key
        self.used[name] = value
        return f"${{{INPUT}.{name}}}"


def fits(value: Any, wanted: str) -> bool:
    """Whether a value can be sent as the wanted type; numbers and texts stand for each other where nothing is lost.

    >>> fits("12", "integer"), fits(12, "string"), fits("Shoes", "integer")
    (True, True, False)
    """
    if wanted in ("integer", "number"):
        return coerce(value, wanted) is not value or (
            isinstance(value, int | float) and not isinstance(value, bool) and (wanted == "number" or value % 1 == 0)
        )
    if wanted == "boolean":
        return isinstance(coerce(value, wanted), bool)
    if wanted == "string":
        return isinstance(value, str | int | float)
    return isinstance(value, Mapping) if wanted == "object" else True


def coerce(value: Any, wanted: str) -> Any:
    """The value as the wanted type where nothing is lost, else as it is.

    >>> coerce("12", "integer"), coerce(12, "string"), coerce("true", "boolean"), coerce("x", "integer")
    (12, '12', True, 'x')
    """
    if wanted == "string" and isinstance(value, int | float):
        return str(value).lower() if isinstance(value, bool) else str(value)
    if isinstance(value, float) and wanted == "integer" and value.is_integer():
        return int(value)
    if not isinstance(value, str):
        return value
    text = value.strip()
    if wanted == "boolean":
        return {"true": True, "false": False}.get(text.lower(), value)
    if wanted in ("integer", "number") and INTEGER.fullmatch(text):
        return int(text)
    return float(text) if wanted == "number" and DECIMAL.fullmatch(text) else value


def _as_list(value: Any, row: ToolInput) -> tuple[Any, tuple[str, ...]]:
    """A list for one item of a list is the list: it goes one level up."""
    if isinstance(value, list) and row.inner[-1:] == (LIST,):
        return value, row.inner[:-1]
    return value, row.inner


def _context_name(name: str) -> str:
    return snake(split_path(name)[-1] if split_path(name) else name).removeprefix("x_")


def _folded(value: Any) -> str:
    return str(value).strip().casefold()
