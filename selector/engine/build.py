"""A document or a list of functions in, a tool graph out: the facade over ingest and the producer edges."""

from collections.abc import Callable, Mapping
from typing import Any

from selector.engine.contract import contract_of
from selector.engine.failures import DocumentError, DocumentReason
from selector.engine.fields import MAX_DEPTH, MAX_FIELDS
from selector.engine.ingest.functions import read_functions
from selector.engine.ingest.openapi import Ingested, read_operations
from selector.engine.ingest.problems import Problems
from selector.engine.ingest.progress import Progress
from selector.engine.ingest.readiness import report_readiness
from selector.engine.retrieval.graph import connect_producers
from selector.engine.tools import ToolGraph


def read_openapi(
    document: Mapping[str, Any] | bytes | str,
    namespace: str | None = None,
    documents: Mapping[str, bytes] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> ToolGraph:
    """The tool graph of an OpenAPI 2.0, 3.0 or 3.1 document: parsed, or as raw bytes or text, JSON or YAML.

    `namespace` goes in front of every name. `documents` maps relative paths to the bytes of the files that references
    may point into; nothing else is ever opened. `progress` is called about fifty times with the work done and the whole
    of it, in operations. Raises DocumentError where nothing can be read; what is broken in parts stands in
    `.readiness`.

    >>> document = {"openapi": "3.0.3", "paths": {"/pets": {"get": {"operationId": "listPets"}}}}
    >>> list(read_openapi(document).tools)
    ['listPets']
    """
    steps = Progress(progress)
    return _finish(read_operations(document, namespace, documents, steps), steps)


def read_tools(document: Mapping[str, Any] | list[Any] | bytes | str, namespace: str | None = None) -> ToolGraph:
    """The tool graph of a list of functions: the answer of MCP's tools/list, or OpenAI or Anthropic definitions.

    Raises DocumentError where there is no such list; `namespace` goes in front of every name.

    >>> read_tools([{"name": "list_files", "inputSchema": {"type": "object"}}]).tools["list_files"]["name"]
    'list_files'
    """
    return _finish(read_functions(document, namespace), Progress())


def read_any(
    document: bytes,
    documents: Mapping[str, bytes] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> ToolGraph:
    """The tool graph of whatever a person hands in: an OpenAPI document, or a list of functions.

    Raises DocumentError; where it is neither, the reason is that it is no OpenAPI document.

    >>> list(read_any(b'{"tools": [{"name": "list_files"}]}').tools)
    ['list_files']
    """
    try:
        return read_openapi(document, documents=documents, progress=progress)
    except DocumentError as error:
        if error.reason != DocumentReason.NOT_OPENAPI:
            raise
        try:
            return read_tools(document)
        except DocumentError:
            raise error from None


def _finish(found: Ingested, progress: Progress) -> ToolGraph:
    tools = {name: found.tools[name] for name in sorted(found.tools)}
    _note_cuts(tools, found.problems, progress)
    edges = connect_producers(_Watched(tools, progress), found.links, found.problems.warn)
    readiness = report_readiness(tools, found.problems, found.webhooks)
    progress.end(len(tools))
    return ToolGraph(tools, found.schemas, edges, found.title, found.format, readiness, found.meta)


class _Watched(dict[str, dict[str, Any]]):
    """Tools that count how often they are looked at, which says how far the search for producers has come."""

    # Looks at one tool: at its contract, at what it needs, at what it offers.
    LOOKS = 3

    def __init__(self, tools: Mapping[str, dict[str, Any]], progress: Progress) -> None:
        super().__init__(tools)
        self._progress = progress

    def __getitem__(self, name: str) -> dict[str, Any]:
        self._progress.step("connect", 1 / self.LOOKS)
        return super().__getitem__(name)


def _note_cuts(tools: Mapping[str, dict[str, Any]], problems: Problems, progress: Progress) -> None:
    """One note for all tools whose schemas go on below what is read of them."""
    cut = []
    for tool in tools.values():
        contract = contract_of(tool)
        if contract is not None and contract.truncated():
            cut.append(tool)
        progress.step("fields")
    if cut:
        names = ", ".join(tool["name"] for tool in cut[:3]) + (" and others" if len(cut) > 3 else "")
        bounds = f"{MAX_FIELDS} fields or {MAX_DEPTH} levels"
        message = f"{len(cut)} operations ({names}) have more than {bounds} in one schema; the rest is left out."
        problems.warn(cut[0]["metadata"]["openapi"]["pointer"], "fields_cut", message)
