"""The admin site of the selector room: every table can be looked at, few can be edited, none past the services."""

from django.apps import apps
from django.contrib import admin

from .auth import AllowedHostAdmin, AuthProfileAdmin, ServerAddressAdmin
from .base import ReadOnlyAdmin
from .collections import CollectionAdmin, OverlayRowAdmin
from .people import UserAdmin
from .records import AuditEventAdmin, JobAdmin, SelectorRunAdmin

__all__ = [
    "AllowedHostAdmin",
    "AuditEventAdmin",
    "AuthProfileAdmin",
    "CollectionAdmin",
    "JobAdmin",
    "OverlayRowAdmin",
    "SelectorRunAdmin",
    "ServerAddressAdmin",
    "UserAdmin",
]

# The sign-in throttle's own pages can delete rows without an audit row; here they are only looked at.
for model in apps.get_app_config("axes").get_models():
    if admin.site.is_registered(model):
        admin.site.unregister(model)
        admin.site.register(model, ReadOnlyAdmin)
