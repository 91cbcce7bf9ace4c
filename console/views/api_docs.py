"""The reference of the API as a page of the console: made here, with neither script nor style of somebody else."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from console.access import access, may
from console.api_reference import reference


@access("viewer")
@require_safe
def api_docs(request: HttpRequest) -> HttpResponse:
    address = request.build_absolute_uri("/api/v1")
    context = {"page": reference(), "address": address, "may_make_tokens": may(request, "admin")}
    return render(request, "api/docs.html", context)
