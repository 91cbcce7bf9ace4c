"""What several models share: rows that are only ever added, and checks that a code is a known one."""

from __future__ import annotations

from typing import Any, NoReturn

from django.db import models


class AppendOnlyError(RuntimeError):
    """Somebody tried to change or remove a row that is kept as it was written."""


class AppendOnlyQuerySet(models.QuerySet[Any]):
    """Rows can be added and read. The database refuses the rest too, by triggers (`selector.triggers`)."""

    def update(self, **kwargs: Any) -> NoReturn:
        self._refuse("changed")

    def delete(self) -> NoReturn:
        self._refuse("removed")

    def bulk_update(self, *args: Any, **kwargs: Any) -> NoReturn:
        self._refuse("changed")

    def _refuse(self, what: str) -> NoReturn:
        raise AppendOnlyError(f"{self.model._meta.label} rows are never {what}.")


class AppendOnlyModel(models.Model):
    """A row that is written once."""

    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise AppendOnlyError(f"{self._meta.label} rows are never changed.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise AppendOnlyError(f"{self._meta.label} rows are never removed.")


def known(field: str, choices: type[models.TextChoices], name: str) -> models.CheckConstraint:
    """A check that `field` holds one of `choices`."""
    return models.CheckConstraint(condition=models.Q(**{f"{field}__in": choices.values}), name=name)


def together(at: str, by: str, name: str) -> models.CheckConstraint:
    """A check that a time and the name of who did it are both there or both missing."""
    both = models.Q(**{f"{at}__isnull": False}) & ~models.Q(**{by: ""})
    neither = models.Q(**{f"{at}__isnull": True}) & models.Q(**{by: ""})
    return models.CheckConstraint(condition=both | neither, name=name)
