"""The adapter flow of the seed on target selection, run as written with only the imports changed."""

import json
from typing import Any

from selector.engine import ToolGraph, retrieve_graphify, select_target_candidate
from selector.engine.plan import PathSynthesizer, Plan, PlanRunner, ToolCatalogEntry, parse_intent

QUERY = "회원 배송지 상세 정보를 조회해줘"


def run_flow(graph: ToolGraph, query: str, llm: Any, synthesizer: PathSynthesizer) -> Plan:
    promoted_suggestions: list[dict[str, Any]] = []
    retrieval = retrieve_graphify(graph, query, top_k=8, include_evidence=True)

    catalog = []
    for row in retrieval["results"]:
        tool = row.get("tool") or {}
        metadata = tool.get("metadata") or {}
        ai = metadata.get("ai_metadata") or {}
        contract = metadata.get("api_contract") or {}
        consumes = contract.get("consumes") or metadata.get("consumes") or []
        catalog.append(
            ToolCatalogEntry(
                name=row["name"],
                summary=ai.get("one_line_summary") or tool.get("description", "")[:180],
                when_to_use=ai.get("when_to_use") or "",
                canonical_action=ai.get("canonical_action") or "",
                primary_resource=ai.get("primary_resource") or "",
                consumes_tags=[
                    item.get("semantic_tag") or item.get("field_name") for item in consumes if isinstance(item, dict)
                ],
            )
        )

    intent = parse_intent(query, catalog=catalog, llm=llm)

    selection = select_target_candidate(
        query=query,
        candidates=retrieval["results"],
        tools=graph.tools,
        retrieval_results=retrieval["results"],
        llm_target=intent.target,
        learning_suggestions=promoted_suggestions,
    )

    plan = synthesizer.synthesize(
        target=selection["selected_target"],
        entities=intent.entities,
        goal=query,
    )
    plan.metadata.setdefault("synthesis", {})["target_selector"] = selection
    return plan


def test_the_adapter_flow_gives_a_plan_that_holds_its_selection(shop: ToolGraph, tmp_path: Any) -> None:
    shop.save(tmp_path / "collection.json")
    graph = ToolGraph.load(tmp_path / "collection.json")
    reply = json.dumps({"target": "getMemberDeliveryList", "entities": {"memberNo": 1001}})

    plan = run_flow(graph, QUERY, lambda prompt: reply, PathSynthesizer(graph, {"X-Tenant-Id": "demo"}))

    selection = plan.metadata["synthesis"]["target_selector"]
    assert (selection["llm_target"], selection["selected_target"]) == (
        "getMemberDeliveryList",
        "getMemberDeliveryDetail",
    )
    assert selection["overrode_llm"] is True
    assert plan.tools == ("getMemberDeliveryList", "getMemberDeliveryDetail")
    assert plan.steps[1].args["deliveryNo"] == "${s1.items[0].deliveryNo}"
    assert plan.steps[1].args["memberNo"] == "${input.memberNo}"


def test_the_adapter_flow_goes_on_where_the_llm_gives_nothing_usable(shop: ToolGraph) -> None:
    plan = run_flow(shop, QUERY, lambda prompt: "I cannot help with that.", PathSynthesizer(shop))

    assert plan.target == "getMemberDeliveryDetail"
    assert plan.metadata["synthesis"]["target_selector"]["llm_target"] == ""


def test_the_plan_of_the_adapter_flow_runs_against_answers_as_documented(shop: ToolGraph) -> None:
    reply = json.dumps({"target": "getMemberDeliveryDetail", "entities": {"memberNo": "1001"}})
    plan = run_flow(shop, QUERY, lambda prompt: reply, PathSynthesizer(shop, {"X-Tenant-Id": "demo"}))
    answers = {"getMemberDeliveryList": {"items": [{"deliveryNo": 7}]}, "getMemberDeliveryDetail": {"deliveryNo": 7}}
    calls: list[tuple[str, dict[str, Any]]] = []

    def call_tool(tool_name: str, args: dict[str, Any]) -> Any:
        calls.append((tool_name, args))
        return answers[tool_name]

    events = list(PlanRunner(call_tool).run_stream(plan, trace_metadata={"collection_id": "demo"}))

    assert events[-1]["type"] == "plan.completed"
    assert calls[1] == ("getMemberDeliveryDetail", {"X-Tenant-Id": "demo", "memberNo": 1001, "deliveryNo": 7})
