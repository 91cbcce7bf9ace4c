"""The schema of the API: how a token is sent, and the one error body of every operation."""

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.renderers import OpenApiJsonRenderer2, OpenApiYamlRenderer2
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView

from console.api.auth import Need
from console.api.views import ApiView
from console.problem_json import MEDIA_TYPE

PROBLEM_REF = "#/components/schemas/Problem"
TEXT = {"type": "string"}
PROBLEM: dict[str, Any] = {
    "type": "object",
    "description": "RFC 9457, with the stage, the reason and the evidence.",
    "properties": {
        "type": TEXT | {"description": "Where the reason is documented."},
        "title": TEXT,
        "status": {"type": "integer"},
        "detail": TEXT | {"description": "What was wrong here, and what to do."},
        "instance": TEXT | {"description": "The address that was asked."},
        "stage": TEXT | {"nullable": True, "description": "The stage of the selection, where it was one."},
        "reason": TEXT | {"description": "A stable code."},
        "evidence": {"type": "object", "additionalProperties": {}},
        "request_id": TEXT,
    },
}
PROBLEM["required"] = list(PROBLEM["properties"])
HEADERS = {
    "X-Request-ID": "The id of the request in the logs; yours, where you sent one of 8 to 64 letters and digits.",
}


class TokenScheme(OpenApiAuthenticationExtension):
    """How a program shows its token."""

    target_class = "console.api.auth.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer"}


class SessionScheme(OpenApiAuthenticationExtension):
    """How a signed-in person's browser shows its session."""

    target_class = "console.api.auth.SessionAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "apiKey", "in": "cookie", "name": "sessionid"}


# What stands in addresses.
PLACES = {"slug": "The short name of the collection.", "run_id": "The number of the run."}


def add_problems(result: dict[str, Any], **_options: Any) -> dict[str, Any]:
    """Give every operation the error body, the header that all answers have, and words for its address."""
    result["components"]["schemas"]["Problem"] = PROBLEM
    problem = {"description": "An error.", "content": {MEDIA_TYPE: {"schema": {"$ref": PROBLEM_REF}}}}
    for methods in result["paths"].values():
        for operation in methods.values():
            operation["responses"]["default"] = problem
            for parameter in operation.get("parameters", ()):
                if parameter["in"] == "path":
                    parameter["description"] = PLACES[parameter["name"]]
            for response in operation["responses"].values():
                response.setdefault("headers", {}).update(
                    {name: {"description": text, "schema": {"type": "string"}} for name, text in HEADERS.items()}
                )
    return result


class SchemaView(ApiView, SpectacularAPIView):
    """This schema."""

    needs = {"GET": Need("", "viewer")}
    http_method_names = ["get", "head"]
    renderer_classes = [OpenApiJsonRenderer2, OpenApiYamlRenderer2]

    @extend_schema(exclude=True)
    def get(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        return super().get(request, *args, **kwargs)
