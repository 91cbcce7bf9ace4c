"""The admin page of people: roles, preferences and passwords, through the services."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.auth.models import Group
from django.contrib.auth.password_validation import validate_password
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from selector.models import Role, User
from selector.services.people import ADMIN_FIELDS, change_user, create_user, set_password

from .base import ServiceAdmin, ServiceForm, adopt, changes_of


class UserForm(ServiceForm):
    """A person with a new password, if one is typed."""

    new_password = forms.CharField(
        label=_("New password"), required=False, widget=forms.PasswordInput(attrs={"autocomplete": "new-password"})
    )

    class Meta:
        model = User
        fields = ADMIN_FIELDS

    def clean_new_password(self) -> str:
        password: str = self.cleaned_data["new_password"]
        if password:
            validate_password(password, self.instance)
        return password


@admin.register(User)
class UserAdmin(ServiceAdmin):
    form = UserForm
    list_display = ("username", "role", "is_active", "language", "time_zone", "last_login")
    list_filter = ("role", "is_active")
    search_fields = ("username", "email")
    ordering = ("username",)
    readonly_fields = ("last_login", "date_joined", "version")
    fieldsets = (
        (None, {"fields": ("username", "role", "is_active", "new_password", "seen_version")}),
        (_("Person"), {"fields": ("first_name", "last_name", "email")}),
        (_("Preferences"), {"fields": ("language", "time_zone", "theme", "keyboard_shortcuts")}),
        (_("History"), {"fields": ("last_login", "date_joined", "version")}),
    )

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        actor, password = self.actor(request), form.cleaned_data["new_password"]
        if not change:
            fields = {name: form.cleaned_data[name] for name in ADMIN_FIELDS if name not in {"username", "role"}}
            role = form.cleaned_data.get("role", Role.VIEWER)
            adopt(obj, create_user(actor=actor, username=obj.username, password=password or None, role=role, **fields))
            return
        version = form.cleaned_data["seen_version"]
        written = change_user(actor=actor, user_id=obj.pk, version=version, changes=changes_of(form, ADMIN_FIELDS))
        if password:
            set_password(actor=actor, user=written, password=password)
        adopt(obj, written)


# Permissions come from roles; groups would be a second, silent way to give them.
admin.site.unregister(Group)
