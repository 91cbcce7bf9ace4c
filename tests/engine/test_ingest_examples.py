"""The examples in the docstrings of documents, tools and edges are true."""

import doctest
import importlib

import pytest

MODULES = [
    "artifact",
    "build",
    "contract",
    "envelopes",
    "failures",
    "fields",
    "legacy",
    "nouns",
    "tools",
    "ingest.actions",
    "ingest.document",
    "ingest.functions",
    "ingest.naming",
    "ingest.openapi",
    "ingest.operations",
    "ingest.problems",
    "ingest.readiness",
    "ingest.refs",
    "ingest.resources",
    "ingest.schemas",
    "ingest.security",
    "ingest.shapes",
    "ingest.summaries",
    "ingest.words",
    "ingest.yaml_text",
    "retrieval.graph",
    "retrieval.links",
    "retrieval.offers",
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_are_true(name):
    result = doctest.testmod(importlib.import_module(f"selector.engine.{name}"))

    assert result.failed == 0
