"""The schema: made without the database, valid, true of the answers; and its page, which shows all of it."""

import json
import re

import pytest
from django.core.management import call_command
from drf_spectacular.generators import SchemaGenerator
from jsonschema import Draft4Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT4

from console.api import urls
from console.api_reference import reference
from console.problem_json import PROBLEMS
from tests.console.api.conftest import with_token
from tests.selector.factories import a_run


def schema() -> dict:
    return SchemaGenerator().get_schema(request=None, public=True)


def as_json_schema(value):
    """OpenAPI 3.0 says `nullable` where JSON Schema gives a second type; unknown fields are faults here."""
    if isinstance(value, list):
        return [as_json_schema(item) for item in value]
    if not isinstance(value, dict):
        return value
    found = {key: as_json_schema(item) for key, item in value.items()}
    if found.get("type") == "object" and "properties" in found and "additionalProperties" not in found:
        found["additionalProperties"] = False
    return {"anyOf": [found, {"type": "null"}]} if value.get("nullable") is True else found


def faults(document: dict, path: str, method: str, status: str, body) -> list[str]:
    """Where a body is not what the schema says of it."""
    responses = document["paths"][f"/api/v1/{path}"][method]["responses"]
    content = next(iter(responses[status]["content"].values()))
    whole = as_json_schema({"components": document["components"], "wanted": content["schema"]})
    registry = Registry().with_resource("doc:", Resource(whole, DRAFT4))
    wanted = json.loads(json.dumps(whole["wanted"]).replace("#/components", "doc:#/components"))
    validator = Draft4Validator(wanted, registry=registry)
    return [f"{list(error.absolute_path)}: {error.message}" for error in validator.iter_errors(body)]


def test_the_schema_is_made_and_valid_without_a_database(tmp_path):
    """No mark asks for the database here, so that a query would be an error."""
    path = tmp_path / "schema.yml"

    call_command("spectacular", "--validate", "--fail-on-warn", "--file", str(path))

    assert "/api/v1/runs/{run_id}/expected" in path.read_text(encoding="utf-8")


def test_the_schema_names_every_address_and_the_problem():
    document = schema()

    named = {path.removeprefix("/api/v1/") for path in document["paths"]}
    routes = {re.sub(r"<\w+:(\w+)>", r"{\1}", str(entry.pattern)) for entry in urls.urlpatterns} - {"schema"}
    operations = [row for methods in document["paths"].values() for row in methods.values()]
    assert named == routes
    assert all("application/problem+json" in row["responses"]["default"]["content"] for row in operations)
    assert all({"token": []} in row["security"] for row in operations)


@pytest.mark.django_db
def test_answers_are_what_the_schema_says(orders):
    document, program = schema(), with_token()
    run = a_run(orders, llm_target="listOrders", expected_target="nothing", entities={"orderNo": 1})
    both = {"query": "주문 상세", "include_evidence": True}
    answers = {
        ("collections", "get", "200"): program.get("collections"),
        ("collections/{slug}", "get", "200"): program.get("collections/orders"),
        ("collections/{slug}/tools", "get", "200"): program.get("collections/orders/tools"),
        ("collections/{slug}/retrieve", "post", "200"): program.post("collections/orders/retrieve", both),
        ("collections/{slug}/select", "post", "200"): program.post("collections/orders/select", {"query": "주문"}),
        ("runs", "get", "200"): program.get("runs"),
        ("runs", "post", "201"): program.ask("a"),
        ("runs", "post", "200"): program.ask("a"),
        ("runs", "post", "default"): program.ask("a", query=""),
        ("runs/{run_id}", "get", "200"): program.get(f"runs/{run.pk}"),
        ("runs/{run_id}", "get", "default"): program.get("runs/999"),
        ("runs/{run_id}/expected", "post", "200"): program.post(
            f"runs/{run.pk}/expected", {"target": "getOrder", "version": 1}
        ),
    }

    wrong = {key: faults(document, *key, answer.json()) for key, answer in answers.items()}

    assert {key: found for key, found in wrong.items() if found} == {}
    assert {key[2]: answer.status_code for key, answer in answers.items() if key[2] != "default"} == {
        "200": 200,
        "201": 201,
    }


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("accept", "kind"), [("application/json", "application/json"), ("application/yaml", "application/yaml")]
)
def test_the_schema_is_served_in_both_forms(orders, accept, kind):
    answer = with_token("select").get("schema", Accept=accept)

    assert (answer.status_code, answer["Content-Type"].partition(";")[0]) == (200, kind)


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["ko", "en"])
def test_the_page_shows_every_operation_input_and_error(client_as, language):
    page = client_as("viewer", language=language).get("/api/v1/docs").content.decode()

    document = schema()
    for path, methods in document["paths"].items():
        for operation in methods.values():
            block = page.partition(f'<section class="panel api-docs__operation" id="{operation["operationId"]}"')[2]
            block = block.partition("<details>")[0]
            assert path in block.replace("<wbr>", "")
            for parameter in operation.get("parameters", ()):
                assert f'<code dir="ltr">{parameter["name"]}</code>' in block
    assert set(re.findall(r'id="problem-(\w+)"', page)) == set(PROBLEMS)
    assert "entities</code>" in page


def test_the_reference_knows_the_limits_of_a_query():
    operation = next(each for each in reference().operations if each.id == "create_run")

    inputs = {field.name: field for field in operation.inputs}
    assert inputs["query"].limits == ("at most 4,000 characters",)
    assert (inputs["top_k"].limits, inputs["top_k"].default) == (("from 1", "to 50"), "8")
    assert [name for name, field in inputs.items() if field.is_required] == ["Idempotency-Key", "collection", "query"]
    assert ("candidates", 0) in {(field.name, field.level) for field in operation.answer}
    assert ("cells", 1) in {(field.name, field.level) for field in operation.answer}
