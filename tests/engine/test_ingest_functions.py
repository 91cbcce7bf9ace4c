"""Lists of functions for LLMs in every dialect, read as tools."""

import json

import pytest

from selector.engine.build import read_tools
from selector.engine.failures import DocumentError

SCHEMA = {
    "type": "object",
    "required": ["repo"],
    "properties": {"repo": {"type": "string"}, "page": {"type": "integer"}},
}


@pytest.mark.parametrize(
    "document",
    [
        {"tools": [{"name": "list_issues", "description": "Lists issues", "inputSchema": SCHEMA}]},
        {"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "list_issues", "inputSchema": SCHEMA}]}},
        [{"type": "function", "function": {"name": "list_issues", "parameters": SCHEMA}}],
        [{"type": "function", "name": "list_issues", "parameters": SCHEMA}],
        [{"name": "list_issues", "input_schema": SCHEMA}],
        [
            {
                "name": "list_issues",
                "parameters": [{"name": "repo", "required": True, "type": "string"}, {"name": "page"}],
            }
        ],
    ],
)
def test_every_dialect_gives_the_same_tool(document):
    tool = read_tools(json.dumps(document)).tools["list_issues"]

    consumed = {field["json_path"]: field["required"] for field in tool["metadata"]["api_contract"]["consumes"]}
    assert consumed == {"page": False, "repo": True}
    assert tool["metadata"]["ai_metadata"]["canonical_action"] == "search"
    assert tool["metadata"]["ai_metadata"]["primary_resource"] == "issue"


@pytest.mark.parametrize(
    ("name", "description", "hints", "action"),
    [
        ("create_or_update_file", "", {}, "update"),
        ("get_user", "Gets a user", {}, "read"),
        ("get_user", "Deletes a user", {}, "delete"),
        ("delete_user", "", {"readOnlyHint": True}, "delete"),
        ("weather", "The weather of a city", {"readOnlyHint": True}, "read"),
        ("weather", "The weather of a city", {}, ""),
    ],
)
def test_the_more_harmful_of_name_and_text_wins_over_any_claim(name, description, hints, action):
    graph = read_tools([{"name": name, "description": description, "annotations": hints}])

    assert graph.tools[name]["metadata"]["ai_metadata"]["canonical_action"] == action


def test_a_word_that_all_names_begin_with_is_their_module():
    graph = read_tools([{"name": f"git_{verb}_branch"} for verb in ("create", "delete", "list")])

    ai = graph.tools["git_create_branch"]["metadata"]["ai_metadata"]
    assert (ai["primary_resource"], ai["canonical_action"]) == ("branch", "create")
    assert graph.tools["git_create_branch"]["metadata"]["openapi"]["path_module"] == "git"


def test_references_stay_inside_their_own_tool():
    def tool(name, kind):
        schema = {"properties": {"x": {"$ref": "#/$defs/X"}}, "$defs": {"X": {"type": kind}}}
        return {"name": name, "inputSchema": schema}

    graph = read_tools([tool("first", "string"), tool("second", "integer")])

    kinds = {name: tool["metadata"]["api_contract"]["consumes"][0]["type"] for name, tool in graph.tools.items()}
    assert kinds == {"first": "string", "second": "integer"}


def test_an_output_schema_gives_shape_and_fields():
    output = {
        "type": "object",
        "properties": {
            "issues": {"type": "array", "items": {"type": "object", "properties": {"id": {"type": "string"}}}}
        },
    }

    tool = read_tools([{"name": "list_issues", "outputSchema": output}]).tools["list_issues"]

    assert tool["metadata"]["ai_metadata"]["result_shape"] == "list"
    assert [field["json_path"] for field in tool["metadata"]["api_contract"]["produces"]] == ["issues[].id"]


def test_a_tool_without_a_name_is_named_in_the_report_and_the_others_stay():
    graph = read_tools([{"description": "?"}, 7, {"name": "ok"}])

    assert list(graph.tools) == ["ok"]
    assert [note["pointer"] for note in graph.readiness["skipped"]] == ["/tools/0", "/tools/1"]


@pytest.mark.parametrize("document", [{"tools": []}, [], {"openapi": "3.0.0"}, [1], "[]"])
def test_a_document_without_tools_is_refused(document):
    with pytest.raises(DocumentError) as caught:
        read_tools(document)

    assert caught.value.reason == "not_tools"


def test_the_public_tool_lists_are_read_whole(shared_data):
    for path in sorted((shared_data / "gtc" / "mcp_tools").glob("*.json")):
        expected = len(json.loads(path.read_text())["tools"])

        assert len(read_tools(path.read_bytes()).tools) == expected
