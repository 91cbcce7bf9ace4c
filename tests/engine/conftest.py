"""The demo shop as a graph, for tests of the engine."""

import copy
from pathlib import Path
from typing import Any

import pytest

from selector.engine import ToolGraph, read_openapi

SHOP = Path(__file__).parents[2] / "console" / "demo" / "shop.openapi.yaml"


@pytest.fixture(scope="session")
def shop() -> ToolGraph:
    return read_openapi(SHOP.read_bytes())


@pytest.fixture
def tools_by_name(shop: ToolGraph) -> dict[str, Any]:
    """A plain copy of the shop's tools that a test may change."""
    return {name: copy.deepcopy(dict(tool)) for name, tool in shop.tools.items()}
