"""The learning room as Django knows it: traces, suggestions and reviews."""

from django.apps import AppConfig


class LearningConfig(AppConfig):
    name = "learning"
    verbose_name = "Learning"
    default_auto_field = "django.db.models.BigAutoField"
