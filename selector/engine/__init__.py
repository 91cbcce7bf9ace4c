"""The public names of the engine: documents in, tool graphs, rankings, selections and closures out."""

from selector.engine.build import read_openapi, read_tools
from selector.engine.failures import DocumentError, EngineError
from selector.engine.retrieval.ranking import retrieve_graphify
from selector.engine.selection.bundle import ToolBundle, assemble_tool_bundle
from selector.engine.selection.closure import DependencyClosure, complete_target_dependencies
from selector.engine.selection.target import select_target_candidate
from selector.engine.tools import ToolGraph

# Part of every revision: raised whenever the same input may give another decision than before.
ENGINE_VERSION = "2"

__all__ = [
    "ENGINE_VERSION",
    "DependencyClosure",
    "DocumentError",
    "EngineError",
    "ToolBundle",
    "ToolGraph",
    "assemble_tool_bundle",
    "complete_target_dependencies",
    "read_openapi",
    "read_tools",
    "retrieve_graphify",
    "select_target_candidate",
]
