"""Inputs that a document leaves optional and a call cannot do without, and identifiers that only the caller knows."""

from selector.engine import complete_target_dependencies, read_openapi
from tests.engine.test_graph_kinds import call, many, parameter, thing

KEY = [parameter("issueKey", "path")]


def closed(paths, target, **arguments):
    graph = read_openapi({"openapi": "3.0.3", "paths": paths})
    return complete_target_dependencies(target, graph.tools, graph, **arguments)


def test_an_action_needs_the_thing_that_its_path_ends_with():
    transitions = thing("", transitions=many(thing("Transition", id="string", name="string")))
    paths = {
        "/issues/{issueKey}/transitions": {
            "get": call("getTransitions", transitions, KEY),
            "post": call("doTransition", None, KEY, thing("", transition=thing("Transition", id="string"))),
        }
    }

    closure = closed(paths, "doTransition", provided=["issueKey"])

    assert closure.required_dependencies == ["getTransitions"]


def test_a_body_that_is_another_things_schema_needs_its_identifier():
    user = {"$ref": "#/components/schemas/User"}
    paths = {
        "/users": {"get": call("findUsers", many(user), [parameter("query", "query", required=False)])},
        "/issues/{issueKey}/assignee": {"put": call("assignIssue", None, KEY, user)},
    }
    schemas = {"User": thing("", userId="string", displayName="string")}
    graph = read_openapi({"openapi": "3.0.3", "paths": paths, "components": {"schemas": schemas}})

    closure = complete_target_dependencies("assignIssue", graph.tools, graph, provided=["issueKey"])

    assert closure.required_dependencies == ["findUsers"]


def test_a_choice_is_made_from_its_catalogue():
    board = [parameter("boardId", "path")]
    gadgets = thing("", gadgets=many(thing("Gadget", moduleKey="string", label="string")))
    paths = {
        "/boards/{boardId}/gadgets": {
            "get": call("getAllGadgets", gadgets, board),
            "post": call("addGadget", None, board, thing("", moduleKey="string", color="string")),
        },
        "/gadgets": {"get": call("getAvailableGadgets", gadgets)},
    }

    assert closed(paths, "addGadget", provided=["boardId"]).required_dependencies == ["getAvailableGadgets"]


def test_the_identifier_of_what_the_call_makes_is_asked_for():
    payment = thing("Payment", id="string", amount="integer", orderName="string", cardKey="string")
    body = {**thing("", amount="integer", orderName="string"), "required": ["amount", "orderName"]}
    path = [parameter("paymentId", "path")]
    paths = {
        "/payments": {"get": call("listPayments", many(payment))},
        "/payments/{paymentId}": {"get": call("getPayment", payment, path)},
        "/payments/{paymentId}/instant": {"post": call("payInstantly", None, path, body)},
        "/payments/{paymentId}/cancel": {"post": call("cancelPayment", None, path)},
    }

    paid, cancelled = closed(paths, "payInstantly"), closed(paths, "cancelPayment")

    assert paid.required_dependencies == []
    assert "new_identifier" in [row["reason"] for row in paid.user_input_slots]
    assert cancelled.required_dependencies == ["listPayments"]


def test_what_is_written_is_asked_for_although_nothing_is_required():
    body = thing("", body="string", visibility="string")
    paths = {"/issues/{issueKey}/comments": {"post": call("addComment", None, KEY, body)}}

    closure = closed(paths, "addComment", provided=["issueKey"])

    assert [(row["field"], row["reason"]) for row in closure.user_input_slots] == [("body", "user_value")]
