"""What a document says of how values are written into a request is kept, and only that."""

from typing import Any

import pytest

from selector.engine import read_openapi


def a_tool(operation: dict[str, Any], **root: Any) -> dict[str, Any]:
    document = {"openapi": "3.0.3", "info": {"title": "t", "version": "1"}, **root}
    document["paths"] = {
        "/things": {"post": {"operationId": "t", "responses": {"200": {"description": ""}}, **operation}}
    }
    return read_openapi(document).tools["t"]


SWAGGER = {"openapi": None, "swagger": "2.0", "host": "a.example"}
NUMBERS = {"type": "array", "items": {"type": "integer"}}
WRITTEN = ("style", "explode", "allowReserved", "collectionFormat", "media_type")


@pytest.mark.parametrize(
    ("parameter", "root", "kept"),
    [
        ({"schema": NUMBERS}, {}, {}),
        (
            {"schema": NUMBERS, "style": "pipeDelimited", "explode": False},
            {},
            {"style": "pipeDelimited", "explode": False},
        ),
        ({"schema": {"type": "string"}, "allowReserved": True}, {}, {"allowReserved": True}),
        ({"content": {"application/json": {"schema": {"type": "object"}}}}, {}, {"media_type": "application/json"}),
        ({**NUMBERS, "collectionFormat": "multi"}, SWAGGER, {"collectionFormat": "multi"}),
        # What Swagger 2.0 takes where nothing is said differs from what OpenAPI 3 takes.
        (NUMBERS, SWAGGER, {"collectionFormat": "csv"}),
        ({"schema": NUMBERS, "style": 7, "explode": "yes"}, {}, {}),
    ],
)
def test_a_parameter_keeps_how_it_is_written(parameter, root, kept) -> None:
    root = {key: value for key, value in root.items() if value is not None}
    document = {"openapi": "3.0.3"} | root if "swagger" not in root else root
    document |= {"info": {"title": "t", "version": "1"}, "paths": {"/things": {"get": {
        "operationId": "t", "parameters": [{"name": "n", "in": "query", **parameter}], "responses": {}}}}}  # fmt: skip

    found = read_openapi(document).tools["t"]["parameters"][0]

    assert {word: found[word] for word in WRITTEN if word in found} == kept


def test_a_form_keeps_the_encoding_of_its_fields() -> None:
    schema = {"type": "object", "properties": {"image": {"type": "string", "format": "binary"}, "tags": NUMBERS}}
    encoding = {"image": {"contentType": "image/png, image/jpeg"}, "tags": {"explode": False}, "other": "bad"}

    tool = a_tool({"requestBody": {"content": {"multipart/form-data": {"schema": schema, "encoding": encoding}}}})

    kept = {"image": {"contentType": "image/png"}, "tags": {"explode": False}}
    assert tool["metadata"]["request_body"]["encoding"] == kept


@pytest.mark.parametrize(
    ("server", "url"),
    [
        (
            {
                "url": "https://{region}.a.example/{v}",
                "variables": {"region": {"default": "eu"}, "v": {"default": "v2"}},
            },
            "https://eu.a.example/v2",
        ),
        ({"url": "https://{region}.a.example", "variables": {"region": "eu"}}, "https://{region}.a.example"),
        ({"url": "https://a.example/{v}", "variables": ["v"]}, "https://a.example/{v}"),
    ],
)
def test_a_server_is_kept_with_the_defaults_of_its_variables(server, url) -> None:
    assert a_tool({}, servers=[server])["metadata"]["openapi"]["servers"] == [url]
