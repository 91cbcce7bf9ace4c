"""What the admin pages share: who may enter, lists that count little, rows that are only looked at, and stale forms."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.contrib import admin, messages
from django.core.paginator import Paginator
from django.db import models
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from selector.models import Channel, Role, User
from selector.services import Actor, RuleBroken, StaleWrite
from selector.services.base import CurrentState, current_state

# Rows that a list counts and pages through; filters reach what lies beyond. Chosen: the count takes milliseconds.
COUNTED_ROWS = 10_000


class BoundedPaginator(Paginator):
    """Pages of a list that is never counted to its end."""

    @cached_property
    def count(self) -> int:
        rows = cast("models.QuerySet[Any]", self.object_list)
        return rows.order_by()[:COUNTED_ROWS].count()


def is_admin(request: HttpRequest) -> bool:
    """Whether the signed-in person has the role that the admin site asks for."""
    return isinstance(request.user, User) and request.user.can(Role.ADMIN)


class RoomAdmin(admin.ModelAdmin):
    """A model of this room: admins only, short counts, no actions."""

    show_full_result_count = False
    paginator = BoundedPaginator
    list_per_page = 50
    ordering = ("-id",)
    actions = None

    def has_module_permission(self, request: HttpRequest) -> bool:
        return is_admin(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return is_admin(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ReadOnlyAdmin(RoomAdmin):
    """Rows that services write and nobody edits."""

    def get_queryset(self, request: HttpRequest) -> models.QuerySet[Any]:
        heavy = [field.name for field in self.model._meta.fields if isinstance(field, models.BinaryField)]
        return super().get_queryset(request).defer(*heavy)


class ServiceForm(forms.ModelForm):
    """A form that knows which version of the row it was filled from."""

    seen_version = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["seen_version"].initial = getattr(self.instance, "version", 0) if self.instance.pk else 0

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.instance.pk and cleaned.get("seen_version") != self.instance.version:
            self._refuse_stale(cleaned)
        return cleaned

    def _refuse_stale(self, cleaned: dict[str, Any]) -> None:
        self.add_error(None, stale_text(current_state(self.instance)))
        for name, wanted in list(cleaned.items()):
            if name in {field.name for field in self.instance._meta.fields}:
                self._show_difference(name, wanted)
        # Having seen the difference, the person may save what they wrote.
        self.data = {**self.data.dict(), self.add_prefix("seen_version"): str(self.instance.version)}  # type: ignore[attr-defined]

    def _show_difference(self, name: str, wanted: Any) -> None:
        now = getattr(self.instance, name)
        if now != wanted:
            text = _("It is “%(now)s” now; you wrote “%(wanted)s”.") % {"now": now, "wanted": wanted}
            self.add_error(name, text)


def stale_text(current: CurrentState) -> str:
    """Who changed a row while somebody else was looking at it."""
    return _("%(name)s changed this meanwhile. Nothing was saved; look at what differs and save again.") % {
        "name": current.changed_by or "?"
    }


class ServiceAdmin(RoomAdmin):
    """Rows that are written through services only, so that each write has its audit row and its version."""

    form = ServiceForm

    def has_add_permission(self, request: HttpRequest) -> bool:
        return is_admin(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return is_admin(request)

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        try:
            return super().changeform_view(request, object_id, form_url, extra_context)
        except StaleWrite as error:
            messages.error(request, stale_text(error.current))
        except RuleBroken as error:
            messages.error(request, error.message)
        return HttpResponseRedirect(request.get_full_path())

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Nothing: the service has written everything."""

    def actor(self, request: HttpRequest) -> Actor:
        return Actor.from_request(request, Channel.ADMIN)


def changes_of(form: Any, allowed: tuple[str, ...]) -> dict[str, Any]:
    """The changed values of a form that a service may write."""
    return {name: form.cleaned_data[name] for name in form.changed_data if name in allowed}


def adopt(row: models.Model, written: models.Model) -> None:
    """Let the row that the admin page holds be the one that a service wrote."""
    row.__dict__.update(written.__dict__)
