"""Action, resource, module and shape of operations, as a table of cases by hand."""

import pytest

from selector.engine.failures import DocumentError
from selector.engine.fields import SchemaTable
from selector.engine.ingest.actions import derive_action, name_class
from selector.engine.ingest.operations import Payload
from selector.engine.ingest.resources import derive_resource, parameter_owners, read_path, read_vocabulary
from selector.engine.ingest.shapes import answer_shape, derive_shape
from selector.engine.ingest.summaries import says_deprecated

ITEM = {"type": "object", "properties": {"id": {"type": "string"}, "name": {"type": "string"}}}
LIST = {"type": "array", "items": ITEM}


@pytest.mark.parametrize(
    ("method", "path", "operation_id", "summary", "shape", "action"),
    [
        ("GET", "/orders", "listOrders", "", "list", "search"),
        ("GET", "/orders/{id}", "getOrder", "", "single", "read"),
        ("GET", "/orders/count", "getOrderCount", "", "count", "read"),
        ("POST", "/orders/search", "findOrdersByCondition", "주문 조건 검색", "list", "search"),
        ("POST", "/search/jql", "searchForIssuesUsingJqlPost", "Search for issues", "list", "search"),
        ("POST", "/permissions/check", "getBulkPermissions", "Get bulk permissions", "single", "read"),
        ("POST", "/orders", "createOrder", "", "single", "create"),
        ("POST", "/orders", "", "", "", "create"),
        ("POST", "/orders/{id}", "PostOrdersId", "", "single", "update"),
        ("POST", "/orders/{id}/cancel", "PostOrdersIdCancel", "", "single", "action"),
        ("POST", "/orders/{id}/frobnicate/approve", "", "", "", "action"),
        ("PUT", "/orders/{id}", "replaceOrder", "", "single", "update"),
        ("PUT", "/user/starred/{repo}", "star-repo", "Star a repository", "", "action"),
        ("PATCH", "/orders/{id}", "", "", "", "update"),
        ("DELETE", "/orders/{id}", "getOrder", "Reads an order", "", "delete"),
        ("GET", "/users/delete", "deleteUsers", "", "", "delete"),
        ("GET", "/users/delete", "getUsersDelete", "", "", "delete"),
        ("POST", "/users/bulk-delete", "bulkDelete", "", "", "delete"),
        ("POST", "/users/remove", "getUsers", "Gets users", "", "delete"),
        ("POST", "/users/search", "createUserSearch", "Creates a saved search", "", "create"),
        ("GET", "/x", "get-or-create-user", "", "single", "create"),
        ("GET", "/x", "find-and-delete", "", "", "delete"),
        ("POST", "/x", "checkout-lookup", "", "", "action"),
        ("GET", "/pulls/{n}/merge", "check-if-merged", "Check if a pull request was merged", "none", "read"),
        ("GET", "/repos/{r}/import", "get-import-status", "Get an import status", "single", "read"),
        ("GET", "/pods/{name}/exec", "connectCoreV1GetNamespacedPodExec", "", "single", "action"),
        ("POST", "/metadata_queries/execute_read", "", "Query files by metadata", "list", "search"),
        ("POST", "/message/validate/multicast", "validateMulticast", "Validate message objects", "none", "read"),
        ("POST", "/inventory/{skuId}/frob", "frobInventory", "", "", "action"),
        (
            "POST",
            "/paymentMethods/balance",
            "post-paymentMethods-balance",
            "Get the balance of a card",
            "single",
            "read",
        ),
        ("POST", "/applePay/sessions", "post-applePay-sessions", "Get an Apple Pay session", "single", "create"),
        ("POST", "/runners/remove-token", "create-remove-token", "Create a remove token", "single", "create"),
        ("POST", "/codespaces/{name}/exports", "export-codespace", "Export a codespace", "single", "create"),
        ("GET", "/files/{id}/trash", "get_files_id_trash", "Get trashed file", "single", "read"),
        ("POST", "/return-reasons", "PostReturnReasons", "", "single", "create"),
        ("POST", "/cancel-orders", "", "", "", "action"),
        ("POST", "/meetings.end", "meetings_end", "Ends a meeting", "", "action"),
        ("POST", "/task_assignments", "post_task_assignments", "Assign task", "single", "create"),
        ("POST", "/goals/{gid}/setMetric", "createGoalMetric", "Create a goal metric", "single", "create"),
        ("POST", "/auth/callback", "PostAuthCallback", "Validate the callback", "single", "create"),
        ("GET", "/workflows.updateStep", "workflows_updateStep", "Update a step", "", "update"),
        ("POST", "/payments/{id}/cancel", "cancelPayment", "결제 취소", "single", "action"),
        ("GET", "/deleted-users", "listDeletedUsers", "Lists deleted users", "list", "search"),
        ("HEAD", "/carts", "ByProjectKeyCartsHead", "", "", "read"),
    ],
)
def test_action_follows_method_path_id_and_text_and_the_more_harmful_reading_wins(
    method, path, operation_id, summary, shape, action
):
    assert derive_action(method, path, operation_id, summary, shape).value == action


def test_a_deleted_thing_in_a_name_is_no_deletion():
    assert name_class("listDeletedUsers") == "search"


@pytest.mark.parametrize(
    ("path", "entity", "resource"),
    [
        ("/members/{memberNo}/deliveries", "member_delivery", "member_delivery"),
        ("/members/{memberNo}/deliveries", "", "delivery"),
        ("/repos/{owner}/{repo}/issues", "issue", "issue"),
        ("/repos/{owner}/{repo}/issues/{n}/comments", "issue_comment", "issue_comment"),
        ("/orders/{id}/cancel", "order", "order"),
        ("/orders/{id}/items", "", "order_item"),
        ("/api/v1/namespaces/{namespace}/pods/{name}/status", "pod", "pod"),
        ("/pet/findByStatus", "pet", "pet"),
        ("/users.list", "", "user"),
        ("/chat.postMessage", "", "message"),
        ("/rest/api/3/issue/{key}", "issue", "issue"),
        ("/", "ping", "ping"),
        ("/authorize", "", "authorize"),
        ("/orders/refundable", "order", "order"),
        ("/orders/{no}/memo", "order", "order"),
        ("/issues/{n}/assignees", "issue", "assignee"),
        ("/inventory/{skuId}/write-off", "", "inventory"),
        ("/admin/price-lists/{id}", "price_list", "price_list"),
        ("/{projectKey}/api-clients", "", "api_client"),
        ("/products/bulk_status_update", "", "product"),
        ("/orders/cancel", "cancel_order", "order"),
        ("/status_updates/{gid}", "", "status_update"),
        ("/metadata_queries/execute_read", "", "metadata_query"),
        ("/apis/batch.k8s.io/v1", "api_resource", "api_resource"),
        ("/api/v1/namespaces/{namespace}/configmaps", "", "config_map"),
        ("/bot/message/narrowcast", "", "message"),
        ("/repos/{o}/{r}/compare/{base}", "commit_comparison", "commit_comparison"),
    ],
)
def test_resource_is_the_last_noun_qualified_by_schema_or_owner(path, entity, resource):
    paths = [path, "/members", "/issues", "/orders"]
    vocabulary = read_vocabulary([("POST", known, "") for known in paths], ["#/definitions/ConfigMap"])

    assert derive_resource(path, entity, vocabulary, "").value == resource


@pytest.mark.parametrize(
    ("path", "module"),
    [
        ("/api/v1/members/{no}", "members"),
        ("/{projectKey}/carts", "carts"),
        ("/chat.postMessage", "chat"),
        ("/rest/api/3/issue/{key}", "issue"),
        ("/admin/orders", "orders"),
        ("/apis/apps/v1/deployments", "apps"),
    ],
)
def test_module_is_the_first_segment_that_names_one(path, module):
    assert read_path(path).module == module


def test_a_bare_id_belongs_to_the_segment_before_it():
    owners = parameter_owners("/campaigns/{id}/promotions/{key}", "promotion")

    assert owners == {"id": "campaign", "key": "promotion"}


@pytest.mark.parametrize(
    ("schema", "shape"),
    [
        (LIST, "list"),
        (ITEM, "single"),
        ({"type": "object", "properties": {"items": LIST, "total": {"type": "integer"}}}, "list"),
        ({"type": "object", "properties": {"channels": LIST, "ok": {"type": "boolean"}}}, "list"),
        (
            {"type": "object", "properties": {"total_count": {"type": "integer"}, "workflow_runs": LIST}},
            "list",
        ),
        ({"type": "object", "properties": {"id": {"type": "string"}, "items": LIST}}, "single"),
        ({"type": "object", "properties": {"data": ITEM}}, "single"),
        ({"type": "object", "properties": {"data": LIST}}, "list"),
        ({"type": "object", "properties": {"data": {"type": "object", "properties": {"items": LIST}}}}, "list"),
        ({"type": "object", "properties": {"count": {"type": "integer"}}}, "count"),
        ({"type": "object", "properties": {"members": {"type": "array", "items": {"type": "string"}}}}, "list"),
        ({"type": "integer"}, "count"),
        ({"type": "string", "format": "binary"}, "file"),
        ({}, ""),
    ],
)
def test_shape_is_what_the_answer_is(schema, shape):
    payload = Payload(schema, "application/json", status="200")

    assert answer_shape(SchemaTable({}), payload, "/x", "GET") == shape


@pytest.mark.parametrize(
    ("method", "payload", "shape"),
    [
        ("GET", Payload(None, "", status="204"), "none"),
        # Nobody described what this GET gives; a POST may well give nothing.
        ("GET", Payload(None, "", status="200"), ""),
        ("POST", Payload(None, "", status="200"), "none"),
        ("GET", Payload({"type": "string"}, "application/pdf", status="200"), "file"),
        ("GET", Payload(None, "text/csv", status="200"), "file"),
        ("GET", None, ""),
    ],
)
def test_shape_of_answers_without_a_json_schema(method, payload, shape):
    assert answer_shape(SchemaTable({}), payload, "/x", method) == shape


@pytest.mark.parametrize("action", ["create", "update", "delete", "action"])
def test_a_write_has_the_shape_mutation_whatever_it_answers(action):
    assert derive_shape(action, "list", "/x", "", "POST").value == "mutation"


def test_a_shape_from_names_is_less_sure_than_one_from_the_schema():
    known = derive_shape("search", "list", "/x", "", "GET")
    guessed = derive_shape("search", "", "/x", "", "GET")

    assert (known.value, guessed.value) == ("list", "list")
    assert known.confidence > guessed.confidence


def test_document_error_keeps_reason_and_message_apart():
    error = DocumentError("empty", "The file is empty.")

    assert (error.reason, str(error)) == ("empty", "The file is empty.")


@pytest.mark.parametrize(
    ("summary", "description", "deprecated"),
    [
        ("", "Deprecated: use the other one.", True),
        ("List pods (deprecated)", "", True),
        ("", "Watch pods. deprecated: use the 'watch' parameter", True),
        ("", "> **Deprecated**, use `/v2`.", True),
        # What is said of something else is no mark of the operation.
        ("", "The field `x` is deprecated.", False),
        ("List deprecated pods", "", False),
    ],
)
def test_a_mark_in_the_text_deprecates_as_the_flag_does(summary, description, deprecated):
    assert says_deprecated(summary, description) is deprecated
