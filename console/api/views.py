"""The addresses of the API: strict input in, one query or one service, one answer with its revision out."""

import re
from http import HTTPStatus
from typing import Any

from django.utils.cache import patch_vary_headers
from django.utils.crypto import salted_hmac
from django.utils.translation import override
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.generics import GenericAPIView
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from console.api import serializers as shapes
from console.api.auth import (
    MayDo,
    Need,
    PerCaller,
    SessionAuthentication,
    TokenAuthentication,
    actor_of,
    key_of,
    only_collection,
    visible_collection,
)
from console.api.errors import ApiProblem
from console.api.paging import place, write_cursor
from console.api.parsing import BoundedJSONParser
from selector.convert.digests import canonical
from selector.display import CollectionPage, RunFilter, RunPage, ToolFilter
from selector.display.revisions import RevisionFacts
from selector.models import RunOrigin, SelectorRun
from selector.queries.collections import collection_list, collection_page
from selector.queries.revisions import collection_tools, head_facts, run_revisions
from selector.queries.runs import run_list, run_page
from selector.services.asking import retrieve_tools, select_tool, usable_graph
from selector.services.runs import mark_expected_target, start_run

# Visible ASCII; what is stored has the token in front and still fits its column.
KEY_PATTERN = re.compile(r"[\x21-\x7e]{1,100}")
REVISION_HEADER = "X-Collection-Revision"
IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    required=True,
    description="1 to 100 visible ASCII characters, new for each question. The same key again gives the same run.",
)


class ApiView(GenericAPIView):
    """What all have in common: English texts, strict input, and the needs of each method."""

    http_method_names = ["get", "head", "post"]
    needs: dict[str, Need] = {}
    authentication_classes = [TokenAuthentication, SessionAuthentication]
    permission_classes = [MayDo]
    throttle_classes = [PerCaller]
    parser_classes = [BoundedJSONParser]
    renderer_classes = [JSONRenderer]
    pagination_class = None

    def dispatch(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        # Whatever charset a header claims, addresses are UTF-8.
        request.encoding = "utf-8"
        # The console speaks the caller's language; codes and texts for programs do not change with it.
        with override("en"):
            response = super().dispatch(request, *args, **kwargs)
        response.headers.setdefault("Content-Language", "en")
        response.headers.setdefault("Cache-Control", "private, no-cache")
        patch_vary_headers(response, ("Authorization", "Cookie"))
        return response

    def checked(self, serializer: type[shapes.Strict], data: Any) -> dict[str, Any]:
        """The values of the input; ValidationError names each field that does not fit."""
        reader = serializer(data=data)
        reader.is_valid(raise_exception=True)
        values: dict[str, Any] = reader.validated_data
        return values

    def asked(self, serializer: type[shapes.Query]) -> dict[str, Any]:
        """The values of the address; each parameter may stand there once."""
        given = self.request.query_params
        twice = {name: ["Give this parameter once."] for name in given if len(given.getlist(name)) > 1}
        if twice:
            raise shapes.serializers.ValidationError(twice)
        return self.checked(serializer, given.dict())


def answer(data: dict[str, Any], revision: RevisionFacts, status: int = HTTPStatus.OK, **headers: str) -> Response:
    """An answer about one collection: the revision stands in the body and in a header."""
    headers = {name.replace("_", "-"): value for name, value in headers.items()}
    headers[REVISION_HEADER] = f"{revision.number}/{revision.digest}"
    return Response({"revision": revision.to_dict(), **data}, status=status, headers=headers)


class CollectionListView(ApiView):
    needs = {"GET": Need("collections:read", "viewer")}
    serializer_class = shapes.CollectionList

    @extend_schema(operation_id="list_collections", summary="List the collections")
    def get(self, request: Request) -> Response:
        """Every collection that the caller may use, by name, each with its head revision."""
        heads, only = head_facts(), only_collection(request)
        rows = [row for row in collection_list() if only in ("", row.slug)]
        none = RevisionFacts(0, "")
        return Response(
            {"results": [{"revision": heads.get(row.slug, none).to_dict(), **row.to_dict()} for row in rows]}
        )


class CollectionView(ApiView):
    needs = {"GET": Need("collections:read", "viewer")}
    serializer_class = shapes.CollectionFacts

    @extend_schema(operation_id="read_collection", summary="Read a collection")
    def get(self, request: Request, slug: str) -> Response:
        """Facts, readiness of the tools, sources with their versions, and the head revision."""
        page: CollectionPage = collection_page(visible_collection(request, slug).slug)
        data = {name: value for name, value in page.to_dict().items() if name not in ("tools", "open_imports")}
        return answer(data, RevisionFacts(page.revision_number, page.revision_digest))


class ToolListView(ApiView):
    needs = {"GET": Need("collections:read", "viewer")}
    serializer_class = shapes.ToolList

    @extend_schema(operation_id="list_tools", summary="List the tools of a collection", parameters=[shapes.ToolQuery])
    def get(self, request: Request, slug: str) -> Response:
        """The tools of the live versions by name, fifty at a time."""
        asked = self.asked(shapes.ToolQuery)
        wanted = ToolFilter(**place(asked.pop("cursor", ""), str), **asked)  # type: ignore[arg-type]
        revision, page = collection_tools(visible_collection(request, slug).slug, wanted)
        data = {
            "results": [row.to_dict() for row in page.rows],
            "next": write_cursor("after", page.next_cursor),
            "previous": write_cursor("before", page.previous_cursor),
            "total": page.total,
            "is_total_capped": page.is_total_capped,
        }
        return answer(data, revision)


class RetrieveView(ApiView):
    needs = {"POST": Need("select", "engineer")}
    serializer_class = shapes.Retrieved

    @extend_schema(operation_id="retrieve_tools", summary="Rank tools for a query", request=shapes.RetrieveInput)
    def post(self, request: Request, slug: str) -> Response:
        """The tools that fit a query best. Nothing about the query is stored."""
        given = self.checked(shapes.RetrieveInput, request.data)
        found = retrieve_tools(actor=actor_of(request), collection=visible_collection(request, slug), **given)
        return answer(found.result, found.revision)


class SelectView(ApiView):
    needs = {"POST": Need("select", "engineer")}
    serializer_class = shapes.Selected

    @extend_schema(operation_id="select_tool", summary="Decide on one tool", request=shapes.SelectInput)
    def post(self, request: Request, slug: str) -> Response:
        """The decision between the LLM's choice and the evidence. Nothing about the query is stored."""
        given = self.checked(shapes.SelectInput, request.data)
        found = select_tool(actor=actor_of(request), collection=visible_collection(request, slug), **given)
        return answer(found.result, found.revision)


class RunListView(ApiView):
    needs = {"GET": Need("runs:read", "viewer"), "POST": Need("runs:write", "engineer")}
    serializer_class = shapes.RunList

    @extend_schema(operation_id="list_runs", summary="List runs", parameters=[shapes.RunQuery])
    def get(self, request: Request) -> Response:
        """Runs that fit the filter, newest first, fifty at a time."""
        asked = self.asked(shapes.RunQuery)
        cursor = place(asked.pop("cursor", ""), int)
        only = only_collection(request)
        slug = asked.pop("collection", "") or only
        if slug:
            visible_collection(request, slug)
        page = run_list(RunFilter(collection=slug, **cursor, **asked))  # type: ignore[arg-type]
        revisions = run_revisions(row.id for row in page.rows)
        data = {
            "results": [{"revision": revisions[row.id].to_dict(), **row.to_dict()} for row in page.rows],
            "next": write_cursor("after", page.next_cursor),
            "previous": write_cursor("before", page.previous_cursor),
        }
        return Response(data)

    @extend_schema(
        operation_id="create_run",
        summary="Ask and keep the run",
        parameters=[IDEMPOTENCY_KEY],
        request=shapes.RunInput,
        responses={201: shapes.Run, 200: shapes.Run},
    )
    def post(self, request: Request) -> Response:
        """Decide and store the run: 201 with a new one, 200 with the run that this key has made before.

        The query and the entities are stored without private values. The same key with another body is refused.
        """
        key = _key(request)
        given = self.checked(shapes.RunInput, request.data)
        collection = visible_collection(request, given.pop("collection"))
        usable_graph(actor_of(request), collection)
        run = start_run(
            actor=actor_of(request),
            collection=collection,
            idempotency_key=key_of(request, key),
            request_digest=_digest(collection.slug, given),
            origin=RunOrigin.API,
            **given,
        )
        status = HTTPStatus.OK if run.is_repeat else HTTPStatus.CREATED
        return _run_answer(run_page(run.pk), status, Location=f"/api/v1/runs/{run.pk}")


class RunView(ApiView):
    needs = {"GET": Need("runs:read", "viewer")}
    serializer_class = shapes.Run

    @extend_schema(operation_id="read_run", summary="Read a run")
    def get(self, request: Request, run_id: int) -> Response:
        """One run as its page shows it: stages, decision, evidence, expected target, what to check next."""
        return _run_answer(_visible_run(request, run_id))


class RunExpectedView(ApiView):
    needs = {"POST": Need("runs:write", "operator")}
    serializer_class = shapes.Run

    @extend_schema(
        operation_id="mark_expected_target", summary="Say which tool was right", request=shapes.ExpectedInput
    )
    def post(self, request: Request, run_id: int) -> Response:
        """Mark the right tool of a run; its stages are judged anew. 409 with the present state on an older version."""
        given = self.checked(shapes.ExpectedInput, request.data)
        _visible_run(request, run_id)
        run = mark_expected_target(actor=actor_of(request), run_id=run_id, **given)
        return _run_answer(run_page(run.pk))


def _run_answer(page: RunPage, status: int = HTTPStatus.OK, **headers: str) -> Response:
    return answer(page.to_dict(), RevisionFacts(page.revision_number, page.revision_digest), status, **headers)


def _visible_run(request: Request, run_id: int) -> RunPage:
    """The page of a run that the caller may know of."""
    only = only_collection(request)
    try:
        page = run_page(run_id)
    except SelectorRun.DoesNotExist:
        page = None
    if page is None or only not in ("", page.collection_slug):
        raise ApiProblem(404, "run_unknown", f"There is no run {run_id}.", evidence={"run": run_id})
    return page


def _key(request: Request) -> str:
    key = request.headers.get("Idempotency-Key", "")
    if not key:
        raise ApiProblem(400, "key_missing")
    if not KEY_PATTERN.fullmatch(key):
        raise ApiProblem(400, "key_invalid")
    return key


def _digest(slug: str, given: dict[str, Any]) -> str:
    """A digest of what was asked, keyed, so that nobody finds private values by trying them out."""
    return salted_hmac("console.api.runs", canonical([slug, given]), algorithm="sha256").hexdigest()
