"""Tiny hand-made tools for tests of plans: each has only what the test is about."""

from typing import Any

from selector.engine.plan import Plan, PlanStep


def field(name: str, location: str = "path", required: bool = True, **more: Any) -> dict[str, Any]:
    """One row of a contract."""
    return {"field_name": name, "location": location, "required": required, "type": "string", **more}


def tool(
    name: str, method: str, path: str, consumes: list[Any] | None = None, produces: list[Any] | None = None
) -> dict[str, Any]:
    """One tool by its method, path and contract."""
    contract = {"consumes": consumes or [], "produces": produces or []}
    return {"name": name, "metadata": {"method": method, "path": path, "api_contract": contract}}


def made(name: str, path: str, **more: Any) -> dict[str, Any]:
    """One row of an answer."""
    return {"field_name": name, "location": "body", "type": "string", "json_path": path, **more}


LIST_USERS = tool(
    "listUsers",
    "GET",
    "/users",
    [field("keyword", "query", required=False)],
    [made("id", "users[].id", type="integer", semantic_tag="user_id"), made("name", "users[].name")],
)
GET_USER = tool("getUser", "GET", "/users/{userId}", [field("userId", semantic_tag="user_id")], [made("name", "name")])
DELETE_USER = tool("deleteUser", "DELETE", "/users/{userId}", [field("userId", semantic_tag="user_id")])
USER_TOOLS = {row["name"]: row for row in (LIST_USERS, GET_USER, DELETE_USER)}


def linked(tools: dict[str, Any], *edges: tuple[str, str, str, str], tier: str = "contract") -> dict[str, Any]:
    """A saved collection of tools with edges (producer, consumer, path in the answer, input)."""
    facts = {"evidence_tier": tier, "confidence": 0.95}
    rows = [
        {"source": source, "target": target, **facts, "data_flow": {"from_path": path, "to_field": name}}
        for source, target, path, name in edges
    ]
    return {"tools": tools, "graph": {"edges": rows}}


def one_step(mutates: bool | None = False, **args: Any) -> Plan:
    """A plan of one call."""
    return Plan("p", "", [PlanStep("s1", "getUser", args, mutates=mutates)])


USERS = linked(
    USER_TOOLS,
    ("listUsers", "getUser", "users[].id", "userId"),
    ("listUsers", "deleteUser", "users[].id", "userId"),
)
