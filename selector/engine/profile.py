"""A tool dict comes in; what retrieval and selection weigh of it, read once into a frozen value, goes out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from selector.engine.contract import contract_of
from selector.engine.text import identifier_tokens, word_tokens

# Words of names that say what is done, not to what. They are read as the action and never count as unexplained.
VERB_TOKENS = frozenset(
    "get list find search read fetch show query lookup retrieve create add post put patch update edit set replace "
    "delete remove destroy do run by for of the a an to in on with and or all from api v1 v2 v3".split()
)
# Words a description may hold before it drowns the name and the summary. Chosen; half of real ones are shorter.
DESCRIPTION_WORDS = 48
# Characters of a description that mostly hold a word. Measured: six and a half, with the space, on fifteen documents.
CHARACTERS_PER_WORD = 8
# A derived fact from this confidence on counts in full: it came from the contract or a name. Chosen.
SURE = 0.5
# Output fields read for words: the nearest to the top say what an operation returns. Chosen.
OUTPUT_FIELDS = 40


@dataclass(frozen=True, slots=True)
class ToolProfile:
    """What a tool says of itself, as folded tokens and facts; unknown facts are empty text."""

    name: str
    operation_id: str
    summary: str
    method: str
    path: str
    action: str
    action_trust: float
    resource: str
    shape: str
    shape_trust: float
    module: str
    deprecated: bool
    name_tokens: tuple[str, ...]
    summary_tokens: tuple[str, ...]
    description_tokens: tuple[str, ...]
    path_tokens: tuple[str, ...]
    tag_tokens: tuple[str, ...]
    alias_tokens: tuple[str, ...]
    resource_tokens: tuple[str, ...]
    module_tokens: tuple[str, ...]
    parameter_tokens: tuple[str, ...]
    inputs: tuple[str, ...]
    required_inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    input_tokens: tuple[str, ...]
    output_tokens: tuple[str, ...]

    @property
    def surface(self) -> frozenset[str]:
        """Every token of the operation's own words: name, summary, path, tags, aliases and resource."""
        parts = (self.name_tokens, self.summary_tokens, self.path_tokens, self.tag_tokens, self.alias_tokens)
        return frozenset(token for part in (*parts, self.resource_tokens) for token in part)

    @property
    def distinctive_tokens(self) -> tuple[str, ...]:
        """The name's tokens that a query has to explain, without verbs, each once, in order."""
        source = self.name_tokens or self.path_tokens
        kept = tuple(dict.fromkeys(token for token in source if token not in VERB_TOKENS))
        return kept or tuple(dict.fromkeys(source))

    @property
    def verb_tokens(self) -> tuple[str, ...]:
        """The name's tokens that may say what is done; the method in an operation id ("ordersPost") is no verb."""
        return tuple(token for token in self.name_tokens if token != self.method.casefold())


def profile_tool(tool: Mapping[str, Any], name: str = "") -> ToolProfile:
    """Return the profile of one tool dict of ``contract.md`` 2.1; missing or odd parts read as empty.

    >>> profile_tool({"name": "getOrder", "metadata": {"method": "get", "path": "/orders/{orderNo}"}}).path_tokens
    ('order',)
    """
    metadata = _mapping(tool.get("metadata"))
    ai = _mapping(metadata.get("ai_metadata"))
    openapi = _mapping(metadata.get("openapi"))
    inputs, required_inputs, outputs = _contract_names(tool, metadata)
    path = _text(metadata.get("path"))
    summary = _text(ai.get("one_line_summary")) or _text(tool.get("description")).split("\n", 1)[0]
    operation_id = _text(openapi.get("operation_id")) or _text(tool.get("name")) or name
    resource = _text(ai.get("primary_resource"))
    module = _text(openapi.get("path_module")) or _text(metadata.get("path_module"))
    segments = [part for part in path.split("/") if part and not part.startswith(("{", ":"))]
    parameters = [part.strip("{}:") for part in path.split("/") if part.startswith(("{", ":"))]
    return ToolProfile(
        name=_text(tool.get("name")) or name,
        operation_id=operation_id,
        summary=summary[:300],
        method=_text(metadata.get("method")).upper(),
        path=path,
        action=_text(ai.get("canonical_action")).lower(),
        action_trust=_trust(ai, "canonical_action"),
        resource=resource,
        shape=_text(ai.get("result_shape")).lower(),
        shape_trust=_trust(ai, "result_shape"),
        module=module,
        deprecated=bool(metadata.get("deprecated")),
        name_tokens=identifier_tokens(operation_id),
        summary_tokens=_prose(summary[:400]),
        description_tokens=_prose_start(_text(tool.get("description"))[:800], DESCRIPTION_WORDS),
        path_tokens=_identifiers(segments),
        tag_tokens=_identifiers(_texts(metadata.get("tags"))),
        alias_tokens=_identifiers(_texts(ai.get("aliases"))),
        resource_tokens=identifier_tokens(resource),
        module_tokens=identifier_tokens(module),
        parameter_tokens=_identifiers(parameters),
        inputs=inputs,
        required_inputs=required_inputs,
        outputs=outputs,
        input_tokens=_identifiers(inputs),
        output_tokens=_identifiers(outputs),
    )


def profile_of(tools: Mapping[str, Any], name: str) -> ToolProfile:
    """Return the profile of ``tools[name]``, kept with the table where the table offers a place for it."""
    cache: dict[str, ToolProfile] | None = getattr(tools, "profile_cache", None)
    if cache is not None and name in cache:
        return cache[name]
    profile = profile_tool(_mapping(tools[name]), name)
    if cache is not None:
        cache[name] = profile
    return profile


def _contract_names(
    tool: Mapping[str, Any], metadata: Mapping[str, Any]
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """The names of inputs, of required inputs and of the nearest outputs, each once."""
    lazy = contract_of(tool)
    if lazy is not None and not (metadata.keys() & {"consumes", "produces"}):
        named = lazy.input_names()
        outputs = lazy.output_names(OUTPUT_FIELDS)
    else:
        consumes, produces = _contract(metadata)
        named = tuple((_text(row.get("field_name")), bool(row.get("required"))) for row in consumes)
        outputs = tuple(_names(produces))[:OUTPUT_FIELDS]
    inputs = tuple(dict.fromkeys(name for name, _ in named if name))
    required = tuple(dict.fromkeys(name for name, is_required in named if name and is_required))
    return inputs, required, outputs


def _contract(metadata: Mapping[str, Any]) -> tuple[list[Mapping[str, Any]], list[Mapping[str, Any]]]:
    contract = _mapping(metadata.get("api_contract"))
    sides = []
    for key in ("consumes", "produces"):
        rows = contract.get(key) or metadata.get(key) or ()
        sides.append([_field(row) for row in rows if isinstance(row, (Mapping, str))])
    return sides[0], sides[1]


def _trust(ai: Mapping[str, Any], key: str) -> float:
    """Return how far a derived fact counts, 0..1; one that nobody doubts, or that came as it is, counts in full."""
    confidence = _mapping(_mapping(ai.get("provenance")).get(key)).get("confidence")
    return float(confidence) if isinstance(confidence, (int, float)) and confidence < SURE else 1.0


def _field(row: Mapping[str, Any] | str) -> Mapping[str, Any]:
    return {"field_name": row} if isinstance(row, str) else row


def _names(fields: Iterable[Mapping[str, Any]]) -> Iterable[str]:
    return dict.fromkeys(_text(field.get("field_name")) for field in fields if field.get("field_name"))


def _identifiers(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(token for name in names for token in identifier_tokens(name))


def _prose(text: str) -> tuple[str, ...]:
    return tuple(word.stem for word in word_tokens(text))


def _prose_start(text: str, words: int) -> tuple[str, ...]:
    """The first words of a text, mostly without reading all of it."""
    start = text[: words * CHARACTERS_PER_WORD]
    found = _prose(start)
    # The last word of a part may be half of one.
    if len(found) <= words and len(start) < len(text):
        found = _prose(text)
    return found[:words]


def _texts(value: Any) -> list[str]:
    return [item for item in value if isinstance(item, str)] if isinstance(value, (list, tuple)) else []


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
