"""Bytes of a body in, one bounded JSON object out."""

import json
from typing import Any, NoReturn

from django.conf import settings
from rest_framework.parsers import BaseParser

from console.api.errors import ApiProblem
from console.middleware import drain

# Objects and lists inside of each other. Chosen: entities are flat, and nothing that is deeper was meant.
DEPTH_MAX = 32


class BoundedJSONParser(BaseParser):
    """JSON in UTF-8, whatever charset the header claims, within `API_MAX_BYTES` and `DEPTH_MAX`."""

    media_type = "application/json"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> dict[str, Any]:
        limit = settings.API_MAX_BYTES
        body = stream.read(limit + 1)
        if len(body) > limit:
            drain(stream)
            raise ApiProblem(413, "too_large", f"A body may have at most {limit} bytes.", evidence={"limit": limit})
        value = _load(body)
        if not isinstance(value, dict):
            raise ApiProblem(400, "malformed", f"The body is a JSON {_kind(value)}; send an object.")
        if _is_deeper(value, DEPTH_MAX):
            raise _too_deep()
        return value


def _load(body: bytes) -> Any:
    try:
        return json.loads(body.decode("utf-8-sig"), parse_constant=_refuse)
    except RecursionError as error:
        raise _too_deep() from error
    except UnicodeDecodeError as error:
        raise ApiProblem(400, "malformed", f"The body is not UTF-8: byte {error.start}.") from error
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise ApiProblem(400, "malformed", f"The body is no JSON: {error.msg} at {where}.") from error
    except ValueError as error:
        raise ApiProblem(400, "malformed", "The body holds a number that is none.") from error


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)


def _too_deep() -> ApiProblem:
    return ApiProblem(400, "malformed", f"The JSON is nested deeper than {DEPTH_MAX} levels.")


def _is_deeper(value: Any, limit: int) -> bool:
    level = [value]
    for _ in range(limit):
        level = [item for each in level if isinstance(each, (dict, list)) for item in _items(each)]
        if not level:
            return False
    return True


def _items(value: dict[str, Any] | list[Any]) -> list[Any]:
    return list(value.values()) if isinstance(value, dict) else value


def _kind(value: Any) -> str:
    names = {list: "array", str: "string", bool: "boolean", int: "number", float: "number"}
    return names.get(type(value), "null")
