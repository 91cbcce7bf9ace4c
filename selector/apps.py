"""The selector room as Django knows it: collections, tools, runs, signals, jobs and audit."""

from django.apps import AppConfig


class SelectorConfig(AppConfig):
    name = "selector"
    verbose_name = "Selector"
    default_auto_field = "django.db.models.BigAutoField"
