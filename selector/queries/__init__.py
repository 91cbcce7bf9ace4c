"""The reads of the selector room: each gives display values, never rows of the database."""

from .collections import TOP_K_DEFAULT, TOP_K_MAX, collection_list, collection_page, new_run_options
from .execution import call_settings, plan_view, run_events
from .graphs import head_graph
from .imports import import_page, import_problems
from .jobs import job_facts
from .overlays import tool_overrides
from .runs import run_list, run_neighbours, run_page
from .tool_page import WHOLE_LISTS, tool_page

__all__ = [
    "TOP_K_DEFAULT",
    "TOP_K_MAX",
    "WHOLE_LISTS",
    "call_settings",
    "collection_list",
    "collection_page",
    "head_graph",
    "import_page",
    "import_problems",
    "job_facts",
    "new_run_options",
    "plan_view",
    "run_events",
    "run_list",
    "run_neighbours",
    "run_page",
    "tool_overrides",
    "tool_page",
]
