"""Display values in, serializer classes out: what an answer looks like is said once, by the display contract."""

import dataclasses
import functools
import types
import typing
from datetime import datetime
from typing import Any

from rest_framework import serializers

from selector.display import Display

PLAIN = {
    str: serializers.CharField,
    int: serializers.IntegerField,
    float: serializers.FloatField,
    bool: serializers.BooleanField,
    datetime: serializers.DateTimeField,
}


@functools.cache
def serializer_of(cls: type[Display], without: tuple[str, ...] = ()) -> type[serializers.Serializer]:
    """The serializer of a display value, field by field; `without` names fields that an answer leaves out."""
    hints = typing.get_type_hints(cls)
    names = [field.name for field in dataclasses.fields(cls) if field.name not in without]  # type: ignore[arg-type]
    return type(cls.__name__, (serializers.Serializer,), {name: field_of(hints[name]) for name in names})


def field_of(hint: Any, **options: Any) -> serializers.Field:
    """The field of a type: a plain one, a list, a nested value, or free JSON."""
    origin, parts = typing.get_origin(hint), typing.get_args(hint)
    if origin in (types.UnionType, typing.Union):
        inner = next(part for part in parts if part is not type(None))
        return field_of(inner, allow_null=True)
    if origin is tuple:
        return (
            serializers.ListField(child=field_of(parts[0]), **options)
            if not _is_value(parts[0])
            else serializer_of(parts[0])(many=True, **options)
        )
    if origin is dict:
        child = serializers.CharField() if parts[1] is str else serializers.JSONField()
        return serializers.DictField(child=child, **options)
    if _is_value(hint):
        return serializer_of(hint)(**options)
    return PLAIN[hint](**options)


def _is_value(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, Display)
