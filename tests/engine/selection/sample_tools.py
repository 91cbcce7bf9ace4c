"""Small tools for tests of closure and bundle: a name, a call, what it needs and what it gives."""


def field(path, **facts):
    return {"field_name": path.replace("[]", "").rsplit(".", 1)[-1], "json_path": path, "type": "string", **facts}


def tool(name, call="", needs=(), gives=(), action="", **facts):
    method, _, path = call.partition(" ")
    consumes = [need if isinstance(need, dict) else _need(need, path) for need in needs]
    contract = {
        "consumes": consumes,
        "produces": [give if isinstance(give, dict) else field(give) for give in gives],
    }
    semantic = {"canonical_action": action} if action else {}
    metadata = {"method": method, "path": path, "ai_metadata": semantic, "api_contract": contract}
    return {"name": name, "metadata": metadata, **facts}


def _need(name, path):
    place = "path" if f"{{{name}}}" in path else "query"
    return {"field_name": name, "location": place, "required": True, "type": "string"}


def edge(source, target, tier="manual", to_field="", from_path="", **facts):
    flow = {"from_path": from_path, "from_field": from_path.rsplit(".", 1)[-1], "to_field": to_field}
    return {"source": source, "target": target, "evidence_tier": tier, "data_flow": flow, "confidence": 0.9, **facts}


GET_USER = tool("getUser", "GET /users/{userId}", ["userId"], ["id", "name"])
LIST_USERS = tool("listUsers", "GET /users", [], ["[].id", "[].name"])
