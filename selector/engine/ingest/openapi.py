"""One OpenAPI document in, its tools with metadata out; an operation that cannot be read never loses the others."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from selector.engine.contract import LazyContract
from selector.engine.failures import DocumentError, DocumentReason
from selector.engine.fields import SchemaTable
from selector.engine.ingest.actions import Derived, derive_action
from selector.engine.ingest.cleaning import Cleaner
from selector.engine.ingest.document import parse_text, read_document
from selector.engine.ingest.naming import NameRequest, name_tools
from selector.engine.ingest.operations import METHODS, Operation, OperationReader, Payload, text_of
from selector.engine.ingest.problems import Problems
from selector.engine.ingest.progress import Progress
from selector.engine.ingest.refs import Resolver
from selector.engine.ingest.resources import (
    body_entity,
    derive_resource,
    entity_name,
    parameter_owners,
    read_path,
    read_vocabulary,
)
from selector.engine.ingest.security import read_schemes, read_servers, security_of
from selector.engine.ingest.shapes import answer_shape, derive_shape, words_say_list
from selector.engine.ingest.summaries import one_line_summary, says_deprecated, when_to_use

# Where calls that the provider makes stand: since 3.1, and as an extension before.
WEBHOOKS = ("webhooks", "x-webhooks")
# Characters of a description that are kept; chosen: it is searched and shown, not printed whole.
MAX_DESCRIPTION = 1_500
# Characters of a tag that are kept; chosen: longer ones are sentences.
MAX_TAG = 200
# Share of the paths that must begin with one parameter before it counts as the place that everything lives in.
PREFIX_SHARE = 0.8


@dataclass(frozen=True, slots=True)
class Ingested:
    """What was read from a document: tools by name, their shared schemas, links, and what could not be used."""

    tools: dict[str, dict[str, Any]]
    schemas: SchemaTable
    links: tuple[dict[str, Any], ...]
    title: str
    format: str
    problems: Problems
    webhooks: int
    meta: dict[str, Any]


def read_operations(
    document: Mapping[str, Any] | bytes | str,
    namespace: str | None = None,
    documents: Mapping[str, bytes] | None = None,
    progress: Progress | None = None,
) -> Ingested:
    """All operations of an OpenAPI 2.0, 3.0 or 3.1 document as tools. DocumentError where it is none."""
    progress = progress or Progress()
    problems = Problems()
    places = problems.places
    root = read_document(document, marks=places.of(""))
    version = _version(root)
    resolver = Resolver(root, documents, lambda raw, file: parse_text(raw, marks=places.of(file)))
    reader = OperationReader(root, resolver, problems, is_swagger=version == "2.0")
    operations = _read_all(reader, root, progress)
    _note_counts(problems, len(operations), root)
    reader.schemas.break_loops()
    table = SchemaTable(reader.schemas.table)
    names = _names(operations, namespace, problems)
    maker = _ToolMaker(root, table, operations, problems.cleaner, is_swagger=version == "2.0")
    tools = {}
    links: list[dict[str, Any]] = []
    for operation, name in zip(operations, names, strict=True):
        tools[name] = maker.make(operation, name)
        links.extend({"source": name, **link} for link in operation.links)
        progress.step("make")
    info = root.get("info")
    title = problems.cleaner.clean(text_of(info.get("title")), 200) if isinstance(info, dict) else ""
    meta = {"servers": maker.servers, "security_schemes": read_schemes(root), "namespace": namespace or ""}
    return Ingested(tools, table, tuple(links), title, f"openapi {version}", problems, _webhooks(root), meta)


def _version(root: Mapping[str, Any]) -> str:
    for word in ("openapi", "swagger"):
        value = str(root.get(word) or "").strip()
        if word == "swagger" and value.startswith("2"):
            return "2.0"
        if word == "openapi" and value[:3] in ("3.0", "3.1", "3.2"):
            return value[:3]
        if value:
            message = f"The document says {word} {value[:20]}; only OpenAPI 2.0, 3.0 and 3.1 can be read."
            raise DocumentError(DocumentReason.UNSUPPORTED_VERSION, message)
    guess = _guess(root)
    message = f"Neither `openapi` nor `swagger` stands at the top of the document{guess}. Give an OpenAPI document."
    raise DocumentError(DocumentReason.NOT_OPENAPI, message)


def _guess(root: Mapping[str, Any]) -> str:
    if isinstance(root.get("item"), list) and "info" in root:
        return "; it looks like a request collection of an API client"
    if isinstance(root.get("tools"), (list, dict)):
        return "; it looks like a list of tools"
    if "asyncapi" in root:
        return "; it is an AsyncAPI document"
    if "$schema" in root or "definitions" in root:
        return "; it looks like a JSON Schema"
    if isinstance(root.get("log"), dict) and "entries" in root["log"]:
        return "; it looks like recorded network traffic"
    return ""


def _webhooks(root: Mapping[str, Any]) -> int:
    return sum(len(root[word]) for word in WEBHOOKS if isinstance(root.get(word), dict))


def _read_all(reader: OperationReader, root: Mapping[str, Any], progress: Progress) -> list[Operation]:
    paths = root.get("paths")
    items = [item for item in paths.values() if isinstance(item, dict)] if isinstance(paths, dict) else []
    progress.begin(sum(1 for item in items for word in item if word in METHODS))
    operations = []
    for operation in reader.read_all():
        operations.append(operation)
        progress.step("read")
    return operations


def _note_counts(problems: Problems, operations: int, root: Mapping[str, Any]) -> None:
    webhooks = _webhooks(root)
    if webhooks:
        word = next(word for word in WEBHOOKS if isinstance(root.get(word), dict) and root[word])
        message = f"{webhooks} webhook{'s' * (webhooks != 1)} found; the provider calls those, they are no tools."
        problems.warn(f"/{word}", "webhooks", message)
    if not operations:
        problems.warn("/paths", "no_operations", "The document has no operation that could be read.")


def _names(operations: list[Operation], namespace: str | None, problems: Problems) -> list[str]:
    requests = [NameRequest(text_of(op.raw.get("operationId")), op.method, op.path) for op in operations]
    names = name_tools(requests)
    places: dict[str, list[int]] = {}
    for number, request in enumerate(requests):
        if request.operation_id:
            places.setdefault(request.operation_id.casefold(), []).append(number)
    for numbers in places.values():
        if len(numbers) > 1:
            where = sorted(operations[number].pointer for number in numbers)
            shown = ", ".join(where[:5])
            message = (
                f"The operationId {requests[numbers[0]].operation_id!r} stands at {shown}; each got a name of its own."
            )
            problems.warn(where[0], "duplicate_operation_id", message)
    return [f"{namespace}.{name}" if namespace else name for name in names]


class _ToolMaker:
    """Makes tool dicts; holds what all operations of the document share."""

    def __init__(
        self,
        root: Mapping[str, Any],
        table: SchemaTable,
        operations: list[Operation],
        cleaner: Cleaner,
        *,
        is_swagger: bool,
    ) -> None:
        self._root = root
        self._table = table
        self._clean = cleaner.clean
        self._prefixes = _prefix_parameters([operation.path for operation in operations])
        self._entities: dict[int, str] = {}
        answers = [(op.method, op.path, self._payload_entity(op.response)) for op in operations]
        self._vocabulary = read_vocabulary(answers, table.nodes)
        self.servers = read_servers(root, is_swagger)

    def make(self, operation: Operation, name: str) -> dict[str, Any]:
        raw, path = operation.raw, operation.path
        operation_id = text_of(raw.get("operationId"))
        description = text_of(raw.get("description")) or text_of(operation.shared.get("description"))
        summary = text_of(raw.get("summary"))
        known = answer_shape(self._table, operation.response, path, operation.method)
        if (
            known == "single"
            and operation.method == "GET"
            and words_say_list(path, operation_id, summary or description)
        ):
            known = "list"
        entity = self._entity(operation)
        action = derive_action(operation.method, path, operation_id, summary or description, known)
        resource = derive_resource(path, entity, self._vocabulary, operation_id)
        shape = derive_shape(action.value, known, path, operation_id, operation.method)
        owners = parameter_owners(path, resource.value)
        parameters = [self._marked(parameter, owners) for parameter in operation.parameters]
        # What the texts mean has been read by now; what is kept of them holds nothing private.
        description = self._clean(description, MAX_DESCRIPTION)
        summary = self._clean(summary, MAX_DESCRIPTION)
        shown_path = self._clean(path) if "?" in path else path
        heading = summary or self._clean(text_of(operation.shared.get("summary")), MAX_DESCRIPTION)
        one_line = one_line_summary(heading, description, action.value, resource.value, shown_path)
        body = operation.body.to_dict() if operation.body else None
        response = operation.response.to_dict() if operation.response else None
        metadata = {
            "method": operation.method,
            "path": shown_path,
            "tags": [self._clean(tag, MAX_TAG) for tag in _texts(raw.get("tags"))],
            "deprecated": raw.get("deprecated") is True or says_deprecated(summary, description),
            "ai_metadata": {
                "one_line_summary": one_line,
                "when_to_use": when_to_use(one_line, description),
                "canonical_action": action.value,
                "primary_resource": resource.value,
                "result_shape": shape.value,
                "aliases": [],
                "provenance": {
                    "canonical_action": _provenance(action),
                    "primary_resource": _provenance(resource),
                    "result_shape": _provenance(shape),
                },
            },
            "openapi": {
                "operation_id": operation_id,
                "path_module": read_path(path).module,
                "servers": read_servers(raw, False) or read_servers(operation.shared, False) or self.servers,
                "security": security_of(raw, self._root),
                "pointer": self._clean(operation.pointer) if "?" in path else operation.pointer,
                "has_summary": bool(summary or description),
            },
            "api_contract": LazyContract(self._table, parameters, body, response, resource.value),
        }
        if body:
            metadata["request_body"] = body
        if response:
            metadata["response"] = response
        return {
            "name": name,
            "description": description or summary,
            "parameters": parameters,
            "metadata": metadata,
        }

    def _entity(self, operation: Operation) -> str:
        """The name of what the operation answers with, or takes where it answers with nothing."""
        return self._payload_entity(operation.response) or body_entity(self._payload_entity(operation.body))

    def _payload_entity(self, payload: Payload | None) -> str:
        if payload is None or payload.schema is None:
            return ""
        key = id(payload.schema)
        if key not in self._entities:
            self._entities[key] = entity_name(self._table, payload.schema)
        return self._entities[key]

    def _marked(self, parameter: dict[str, Any], owners: Mapping[str, str]) -> dict[str, Any]:
        """A path parameter with what only the path knows: what a bare `{id}` identifies, and what is always there."""
        if parameter["in"] != "path":
            return parameter
        if parameter["name"] in self._prefixes:
            return {**parameter, "kind": "context"}
        owner = owners.get(parameter["name"])
        return {**parameter, "owner": owner} if owner else parameter


def _prefix_parameters(paths: list[str]) -> frozenset[str]:
    """Parameters that begin nearly every path: the account, project or tenant that everything lives in."""
    firsts = Counter(path.split("/")[1] for path in paths if path.startswith("/{"))
    enough = max(PREFIX_SHARE * len(paths), 5)
    return frozenset(segment[1:-1] for segment, count in firsts.items() if count >= enough and segment.endswith("}"))


def _provenance(derived: Derived) -> dict[str, Any]:
    return {"source": derived.source, "confidence": derived.confidence}


def _texts(value: Any) -> list[str]:
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []
