"""The people who use the console: a user with a role and with preferences of their own."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models

from .base import known


class Role(models.TextChoices):
    """What a person may do, in rising order: each role may do what those above it in this list may."""

    VIEWER = "viewer"
    OPERATOR = "operator"
    ENGINEER = "engineer"
    ADMIN = "admin"

    @property
    def rank(self) -> int:
        return list(Role).index(self)


class Theme(models.TextChoices):
    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


class Language(models.TextChoices):
    """ "" means: what the browser asks for."""

    BROWSER = "", "browser"
    KOREAN = "ko", "한국어"
    ENGLISH = "en", "English"


class PeopleManager(UserManager["User"]):
    """Makes users whose access to the admin site follows from their role."""

    def create_user(self, username: str, email: str | None = None, password: str | None = None, **extra: Any) -> User:
        return super().create_user(username, email, password, **with_staff_flags(extra))

    def create_superuser(
        self, username: str, email: str | None = None, password: str | None = None, **extra: Any
    ) -> User:
        return super().create_superuser(username, email, password, **with_staff_flags({**extra, "role": Role.ADMIN}))


def with_staff_flags(fields: dict[str, Any]) -> dict[str, Any]:
    """The fields with Django's two admin flags set as the role says."""
    is_admin = fields.get("role", Role.VIEWER) == Role.ADMIN
    return {**fields, "is_staff": is_admin, "is_superuser": is_admin}


class User(AbstractUser):
    """A person. Users are deactivated, never deleted: what they did names them."""

    role = models.CharField(max_length=16, choices=Role, default=Role.VIEWER)
    language = models.CharField(max_length=8, choices=Language, default=Language.BROWSER, blank=True)
    time_zone = models.CharField(max_length=64, default="UTC", help_text="A name of the tz database: Asia/Seoul")
    theme = models.CharField(max_length=8, choices=Theme, default=Theme.SYSTEM)
    keyboard_shortcuts = models.BooleanField(default=True)
    version = models.PositiveIntegerField(default=1)

    objects: ClassVar[PeopleManager] = PeopleManager()

    class Meta:
        verbose_name = "user"
        constraints = [
            known("role", Role, "selector_user_role_known"),
            known("language", Language, "selector_user_language_known"),
            known("theme", Theme, "selector_user_theme_known"),
            models.CheckConstraint(
                condition=models.Q(is_staff=True, is_superuser=True, role=Role.ADMIN)
                | (models.Q(is_staff=False, is_superuser=False) & ~models.Q(role=Role.ADMIN)),
                name="selector_user_staff_follows_role",
            ),
        ]

    def can(self, role: str) -> bool:
        """Whether this person may do what `role` may: an engineer can what an operator can, and not the reverse."""
        return self.is_active and Role(self.role).rank >= Role(role).rank
