"""Display values into JSON and back: a frozen dataclass in, plain dicts, lists and strings out, and the reverse."""

from __future__ import annotations

import dataclasses
import functools
import types
import typing
from datetime import datetime
from typing import Any, Self, cast


class Display:
    """What every display value can do: become JSON-safe data and be read from it again.

    `T.from_dict(value.to_dict()) == value` holds for every display value, also after a trip through `json`.
    """

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """The value as dicts, lists, strings, numbers, booleans and None. Times become ISO 8601 strings."""
        fields = dataclasses.fields(self)  # type: ignore[arg-type]
        return {field.name: _plain(getattr(self, field.name)) for field in fields}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Self:
        """The value that `to_dict` was made from. Keys that this version does not know are left aside."""
        hints = _hints(cast("Any", cls))
        return cls(**{name: _read(hints[name], value) for name, value in data.items() if name in hints})


@functools.cache
def _hints(cls: type) -> dict[str, Any]:
    return typing.get_type_hints(cls)


def _plain(value: Any) -> Any:
    if isinstance(value, Display):
        return value.to_dict()
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value


def _read(hint: Any, value: Any) -> Any:
    if value is None:
        return None
    if typing.get_origin(hint) in (types.UnionType, typing.Union):
        return _read(next(arg for arg in typing.get_args(hint) if arg is not type(None)), value)
    if typing.get_origin(hint) is tuple:
        return tuple(_read(typing.get_args(hint)[0], item) for item in value)
    if hint is datetime:
        return datetime.fromisoformat(value)
    if isinstance(hint, type) and issubclass(hint, Display):
        return hint.from_dict(value)
    return value
