"""The admin pages of what calls may use: auth profiles and allowed hosts through the services; plans are looked at."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext as _

from selector.models import AllowedHost, AuthProfile, RunAttempt, RunEvent, RunPlan, RunValues, ServerAddress
from selector.services.auth import (
    PROFILE_FIELDS,
    allow_host,
    forbid_host,
    profile_values,
    remove_auth_profile,
    save_auth_profile,
)

from .base import ReadOnlyAdmin, ServiceAdmin, ServiceForm, adopt, is_admin


class AuthProfileForm(ServiceForm):
    class Meta:
        model = AuthProfile
        fields = ("collection", *PROFILE_FIELDS)


@admin.register(AuthProfile)
class AuthProfileAdmin(ServiceAdmin):
    form = AuthProfileForm
    list_display = ("collection", "name", "kind", "scheme", "variable", "updated_by_name", "updated_at")
    list_select_related = ("collection",)
    fields = ("collection", *PROFILE_FIELDS, "seen_version")

    def get_readonly_fields(self, request: HttpRequest, obj: AuthProfile | None = None) -> tuple[str, ...]:
        return ("collection",) if obj else ()

    def has_delete_permission(self, request: HttpRequest, obj: AuthProfile | None = None) -> bool:
        return is_admin(request)

    def save_model(self, request: HttpRequest, obj: AuthProfile, form: Any, change: bool) -> None:
        written = save_auth_profile(
            actor=self.actor(request),
            collection_id=obj.collection_id,
            profile_id=obj.pk if change else None,
            version=form.cleaned_data["seen_version"] if change else 0,
            **profile_values(obj),
        )
        adopt(obj, written)

    def delete_model(self, request: HttpRequest, obj: AuthProfile) -> None:
        reason = _("Removed on the admin site.")
        remove_auth_profile(
            actor=self.actor(request),
            collection_id=obj.collection_id,
            profile_id=obj.pk,
            version=obj.version,
            reason=reason,
        )


class AllowedHostForm(ServiceForm):
    class Meta:
        model = AllowedHost
        fields = ("collection", "host", "is_private", "reason")


@admin.register(AllowedHost)
class AllowedHostAdmin(ServiceAdmin):
    """Hosts are added and removed; to change one is to do both."""

    form = AllowedHostForm
    list_display = ("collection", "host", "is_private", "created_by_name", "created_at")
    list_select_related = ("collection",)
    fields = ("collection", "host", "is_private", "reason")

    def has_change_permission(self, request: HttpRequest, obj: AllowedHost | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: AllowedHost | None = None) -> bool:
        return is_admin(request)

    def save_model(self, request: HttpRequest, obj: AllowedHost, form: Any, change: bool) -> None:
        written = allow_host(
            actor=self.actor(request),
            collection_id=obj.collection_id,
            host=obj.host,
            is_private=obj.is_private,
            reason=obj.reason,
        )
        adopt(obj, written)

    def delete_model(self, request: HttpRequest, obj: AllowedHost) -> None:
        reason = _("Removed on the admin site.")
        forbid_host(actor=self.actor(request), collection_id=obj.collection_id, host_id=obj.pk, reason=reason)


@admin.register(ServerAddress)
class ServerAddressAdmin(ReadOnlyAdmin):
    list_display = ("collection", "namespace", "url", "updated_by_name", "updated_at")
    list_select_related = ("collection",)


@admin.register(RunValues)
class RunValuesAdmin(ReadOnlyAdmin):
    """That something is kept, and until when; never what."""

    list_display = ("run", "expires_at")
    fields = ("run", "expires_at")


@admin.register(RunPlan)
class RunPlanAdmin(ReadOnlyAdmin):
    list_display = ("run", "state", "mutates", "confirmed_by_name", "created_by_name", "created_at")


@admin.register(RunAttempt)
class RunAttemptAdmin(ReadOnlyAdmin):
    list_display = ("run", "number", "state", "failed_stage", "failed_reason", "started_by_name", "started_at")


@admin.register(RunEvent)
class RunEventAdmin(ReadOnlyAdmin):
    list_display = ("attempt", "sequence", "kind", "stage", "step_id", "tool_name", "at")
