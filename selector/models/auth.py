"""What a collection's calls may use: hosts, base addresses, and credentials by the name of a variable."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from .base import known
from .collections import Collection


class AuthKind(models.TextChoices):
    """How a credential is sent; the words of `selector.execution.ProfileKind`."""

    API_KEY_HEADER = "api_key_header"
    API_KEY_QUERY = "api_key_query"
    API_KEY_COOKIE = "api_key_cookie"
    BEARER = "bearer"
    BASIC = "basic"
    CLIENT_CREDENTIALS = "client_credentials"


KEY_KINDS = (AuthKind.API_KEY_HEADER, AuthKind.API_KEY_QUERY, AuthKind.API_KEY_COOKIE)


class AuthProfile(models.Model):
    """A credential by reference: `variable` names what the environment holds; nothing of its value is stored."""

    collection = models.ForeignKey(Collection, on_delete=models.PROTECT, related_name="auth_profiles")
    name = models.CharField(max_length=100)
    kind = models.CharField(max_length=24, choices=AuthKind)
    scheme = models.CharField(
        max_length=100, blank=True, default="", help_text="security scheme of the document; empty: any"
    )
    parameter = models.CharField(
        max_length=100, blank=True, default="", help_text="name of the header, query parameter or cookie of a key"
    )
    variable = models.CharField(max_length=100, help_text="environment variable of the key, token, password or secret")
    user_variable = models.CharField(
        max_length=100, blank=True, default="", help_text="environment variable of the user or the client's id"
    )
    token_url = models.CharField(max_length=500, blank=True, default="", help_text="of client credentials")
    scope = models.CharField(max_length=300, blank=True, default="", help_text="of client credentials")
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(default=timezone.now)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    created_by_name = models.CharField(max_length=150)
    updated_at = models.DateTimeField(default=timezone.now)
    updated_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    updated_by_name = models.CharField(max_length=150)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["collection", "name"], name="selector_authprofile_name_unique"),
            known("kind", AuthKind, "selector_authprofile_kind_known"),
            models.CheckConstraint(condition=~models.Q(name=""), name="selector_authprofile_name_filled"),
            models.CheckConstraint(condition=~models.Q(variable=""), name="selector_authprofile_variable_filled"),
            models.CheckConstraint(
                condition=~models.Q(kind__in=KEY_KINDS) | ~models.Q(parameter=""),
                name="selector_authprofile_key_has_parameter",
            ),
            models.CheckConstraint(
                condition=~models.Q(kind="client_credentials")
                | (~models.Q(token_url="") & ~models.Q(user_variable="")),
                name="selector_authprofile_client_has_token_url",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class AllowedHost(models.Model):
    """A host that calls of a collection may go to; nothing else is called. Added and removed, never changed."""

    collection = models.ForeignKey(Collection, on_delete=models.PROTECT, related_name="allowed_hosts")
    host = models.CharField(max_length=260, help_text="host, or host:port")
    is_private = models.BooleanField(default=False, help_text="may be this machine or lie in a private network")
    reason = models.TextField(max_length=2000, blank=True, default="")
    created_at = models.DateTimeField(default=timezone.now)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    created_by_name = models.CharField(max_length=150)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["collection", "host"], name="selector_allowedhost_host_unique"),
            models.CheckConstraint(condition=~models.Q(host=""), name="selector_allowedhost_host_filled"),
        ]

    def __str__(self) -> str:
        return self.host


class ServerAddress(models.Model):
    """The base address that stands in place of what a source's document names; `namespace` "" is for all sources."""

    collection = models.ForeignKey(Collection, on_delete=models.PROTECT, related_name="servers")
    namespace = models.CharField(max_length=40, blank=True, default="")
    url = models.CharField(max_length=500)
    version = models.PositiveIntegerField(default=1)
    updated_at = models.DateTimeField(default=timezone.now)
    updated_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    updated_by_name = models.CharField(max_length=150)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["collection", "namespace"], name="selector_serveraddress_place_unique"),
            models.CheckConstraint(condition=~models.Q(url=""), name="selector_serveraddress_url_filled"),
        ]

    def __str__(self) -> str:
        return self.url
