"""A document or a list of functions in, a tool graph out: the facade over ingest and the producer edges."""

from collections.abc import Callable, Mapping
from typing import Any

from selector.engine.contract import contract_of
from selector.engine.fields import MAX_DEPTH, MAX_FIELDS
from selector.engine.ingest.functions import read_functions
from selector.engine.ingest.openapi import Ingested, read_operations
from selector.engine.ingest.problems import Problems
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
    may point into; nothing else is ever opened. `progress` is called now and then with operations done and in all.
    Raises DocumentError where nothing can be read; what is broken in parts stands in `.readiness`.

    >>> document = {"openapi": "3.0.3", "paths": {"/pets": {"get": {"operationId": "listPets"}}}}
    >>> list(read_openapi(document).tools)
    ['listPets']
    """
    return _finish(read_operations(document, namespace, documents, progress))


def read_tools(document: Mapping[str, Any] | list[Any] | bytes | str, namespace: str | None = None) -> ToolGraph:
    """The tool graph of a list of functions: the answer of MCP's tools/list, or OpenAI or Anthropic definitions.

    Raises DocumentError where there is no such list; `namespace` goes in front of every name.

    >>> read_tools([{"name": "list_files", "inputSchema": {"type": "object"}}]).tools["list_files"]["name"]
    'list_files'
    """
    return _finish(read_functions(document, namespace))


def _finish(found: Ingested) -> ToolGraph:
    tools = {name: found.tools[name] for name in sorted(found.tools)}
    _note_cuts(tools, found.problems)
    edges = connect_producers(tools, found.links, found.problems.warn)
    readiness = report_readiness(tools, found.problems, found.webhooks)
    return ToolGraph(tools, found.schemas, edges, found.title, found.format, readiness, found.meta)


def _note_cuts(tools: Mapping[str, dict[str, Any]], problems: Problems) -> None:
    """One note for all tools whose schemas go on below what is read of them."""
    contracts = ((tool, contract_of(tool)) for tool in tools.values())
    cut = [tool for tool, contract in contracts if contract is not None and contract.truncated()]
    if cut:
        names = ", ".join(tool["name"] for tool in cut[:3]) + (" and others" if len(cut) > 3 else "")
        bounds = f"{MAX_FIELDS} fields or {MAX_DEPTH} levels"
        message = f"{len(cut)} operations ({names}) have more than {bounds} in one schema; the rest is left out."
        problems.warn(cut[0]["metadata"]["openapi"]["pointer"], "fields_cut", message)
