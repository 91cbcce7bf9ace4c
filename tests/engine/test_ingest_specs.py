"""A few of the real documents beside the repository, whole: their counts, and what must hold for any of them."""

from pathlib import Path

import pytest

from selector.engine import read_openapi

# The smaller ones of the fifteen, of every version and form; all of them are read in tests/benchmarks.
DOCUMENTS = {
    "museum/openapi.yaml": (8, "openapi 3.1"),
    "petstore/openapi.yaml": (19, "openapi 3.0"),
    "adyen-checkout/CheckoutService-v71.yaml": (28, "openapi 3.1"),
    "line-messaging/messaging-api.yml": (73, "openapi 3.0"),
    "portone/v2.openapi.json": (147, "openapi 3.0"),
    "slack/slack_web_openapi_v2.json": (174, "openapi 2.0"),
}


@pytest.fixture(scope="module")
def read(shared_data: Path):
    graphs = {}

    def read_once(name):
        if name not in graphs:
            graphs[name] = read_openapi((shared_data / "specs" / name).read_bytes())
        return graphs[name]

    return read_once


def tool(graph, operation_id):
    return next(
        tool["metadata"] for tool in graph.tools.values() if tool["metadata"]["openapi"]["operation_id"] == operation_id
    )


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_real_document_is_read_whole(read, name):
    graph = read(name)

    assert (len(graph.tools), graph.format) == DOCUMENTS[name]
    assert graph.readiness["skipped"] == []
    assert graph.readiness["counts"]["action_known"] == len(graph.tools)
    assert graph.readiness["reliable"] is True


@pytest.mark.parametrize(
    ("name", "operation_id", "action", "resource", "shape"),
    [
        ("petstore/openapi.yaml", "findPetsByStatus", "search", "pet", "list"),
        ("petstore/openapi.yaml", "placeOrder", "create", "order", "mutation"),
        ("petstore/openapi.yaml", "getOrderById", "read", "order", "single"),
        ("museum/openapi.yaml", "getTicketCode", "read", "qr", "file"),
        ("portone/v2.openapi.json", "cancelPayment", "action", "payment", "mutation"),
        ("portone/v2.openapi.json", "getPayments", "search", "payment", "list"),
        ("slack/slack_web_openapi_v2.json", "users_list", "search", "user", "list"),
        ("slack/slack_web_openapi_v2.json", "conversations_archive", "action", "conversation", "mutation"),
        ("slack/slack_web_openapi_v2.json", "chat_delete", "delete", "chat", "mutation"),
        ("line-messaging/messaging-api.yml", "validatePush", "read", "message", "none"),
        ("line-messaging/messaging-api.yml", "getMessageContent", "read", "message_content", "file"),
        ("adyen-checkout/CheckoutService-v71.yaml", "post-validateShopperId", "read", "shopper_id", "single"),
    ],
)
def test_a_sample_means_what_a_careful_reader_says(read, name, operation_id, action, resource, shape):
    ai = tool(read(name), operation_id)["ai_metadata"]

    assert (ai["canonical_action"], ai["primary_resource"], ai["result_shape"]) == (action, resource, shape)


def test_a_read_never_comes_out_of_a_method_that_deletes(read):
    for name in DOCUMENTS:
        rows = [tool["metadata"] for tool in read(name).tools.values()]

        assert {row["ai_metadata"]["canonical_action"] for row in rows if row["method"] == "DELETE"} <= {"delete"}
