"""The admin pages of collections and of what operators say about tools, through the services."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from selector.models import Collection, OverlayRow
from selector.services.collections import SETTINGS, change_collection, create_collection
from selector.services.overlays import remove_overlay_row, save_overlay_row

from .base import ServiceAdmin, ServiceForm, adopt, changes_of, is_admin


class CollectionForm(ServiceForm):
    class Meta:
        model = Collection
        fields = ("slug", *SETTINGS)


@admin.register(Collection)
class CollectionAdmin(ServiceAdmin):
    form = CollectionForm
    list_display = ("slug", "name", "learning_mode", "policy", "mutation_allowed", "four_eyes", "version")
    ordering = ("slug",)
    search_fields = ("slug", "name")

    def get_readonly_fields(self, request: HttpRequest, obj: Collection | None = None) -> tuple[str, ...]:
        return ("slug", "head", "version", "created_at", "created_by_name") if obj else ()

    def get_fields(self, request: HttpRequest, obj: Collection | None = None) -> tuple[str, ...]:
        first = ("slug", "name", "description")
        if obj is None:
            return (*first, "seen_version")
        rest = tuple(name for name in SETTINGS if name not in first)
        return (*first, *rest, "head", "version", "created_at", "created_by_name", "seen_version")

    def save_model(self, request: HttpRequest, obj: Collection, form: Any, change: bool) -> None:
        actor = self.actor(request)
        if change:
            version = form.cleaned_data["seen_version"]
            changes = changes_of(form, SETTINGS)
            adopt(obj, change_collection(actor=actor, collection_id=obj.pk, version=version, changes=changes))
        else:
            made = create_collection(actor=actor, slug=obj.slug, name=obj.name, description=obj.description)
            adopt(obj, made)


class OverlayForm(ServiceForm):
    value = forms.JSONField(help_text=gettext_lazy("JSON: a word stands in quotes."))

    class Meta:
        model = OverlayRow
        fields = ("collection", "kind", "tool_name", "key", "value", "reason")


@admin.register(OverlayRow)
class OverlayRowAdmin(ServiceAdmin):
    form = OverlayForm
    list_display = ("collection", "kind", "tool_name", "key", "value", "updated_by_name", "updated_at")
    list_select_related = ("collection",)
    list_filter = ("kind",)
    search_fields = ("tool_name",)
    fields = ("collection", "kind", "tool_name", "key", "value", "reason", "seen_version")

    def get_readonly_fields(self, request: HttpRequest, obj: OverlayRow | None = None) -> tuple[str, ...]:
        return ("collection", "kind", "tool_name", "key") if obj else ()

    def has_delete_permission(self, request: HttpRequest, obj: OverlayRow | None = None) -> bool:
        return is_admin(request)

    def save_model(self, request: HttpRequest, obj: OverlayRow, form: Any, change: bool) -> None:
        written = save_overlay_row(
            actor=self.actor(request),
            collection_id=obj.collection_id,
            kind=obj.kind,
            tool_name=obj.tool_name,
            key=obj.key,
            value=form.cleaned_data["value"],
            reason=form.cleaned_data["reason"],
            version=form.cleaned_data["seen_version"] if change else 0,
        )
        adopt(obj, written)

    def delete_model(self, request: HttpRequest, obj: OverlayRow) -> None:
        reason = _("Removed on the admin site.")
        remove_overlay_row(actor=self.actor(request), row_id=obj.pk, version=obj.version, reason=reason)
