"""The examples of the text on v0.36, as they stand there: a closure, a bundle with a counter, and two on secrets."""

import pytest

from selector.engine import assemble_tool_bundle, complete_target_dependencies


class Counter:
    def count(self, text):
        return len(text) // 4


def test_the_closure_of_an_inventory_names_its_producer_and_evidence(shop):
    tools, tool_graph = shop.tools, shop

    closure = complete_target_dependencies(
        "getInventory",
        tools,
        graph=tool_graph,
        max_hops=3,
        policy="evidence_gated",
    )

    assert closure.required_dependencies == ["searchProducts"]
    assert closure.unresolved_fields == []
    assert [(row["field"], row["producer"], row["from_path"], row["tier"]) for row in closure.evidence] == [
        ("skuId", "searchProducts", "$.items[].skuId", "contract")
    ]


def test_a_bundle_holds_target_and_producer_within_the_budget(shop):
    bundle = assemble_tool_bundle(
        "Get inventory for the selected product.",
        "getInventory",
        shop.tools,
        token_counter=Counter(),
        token_budget=4000,
    )

    assert list(bundle.projected_schemas) == ["getInventory", "searchProducts"]
    assert 0 < bundle.token_budget["used"] <= bundle.token_budget["limit"] == 4000
    assert bundle.closure_status == "ready"


def test_reading_a_secret_makes_none(shop):
    tools = shop.tools

    bundle = assemble_tool_bundle(
        "Read the selected secret.",
        "getSecret",
        tools,
        allow_mutation=True,
    )

    assert bundle.required_tools == []
    assert bundle.closure["safety"]["query_intent"] == "read"
    assert bundle.closure["safety"]["mutation_dependencies_allowed"] is False


@pytest.mark.parametrize(
    "query", ["Create a secret, then inspect it.", "Make me a new secret and show it.", "시크릿을 만들고 확인해줘"]
)
def test_a_secret_is_made_where_both_keys_are_there(shop, query):
    tools = shop.tools

    bundle = assemble_tool_bundle(
        query,
        "getSecret",
        tools,
        allow_mutation=True,
    )

    assert bundle.required_tools == ["createSecret"]
    assert bundle.closure["safety"]["query_intent"] == "write"
