"""The writes of the selector room: keyword-only, one transaction each, with the audit row in it."""

from .base import Actor, CurrentState, RuleBroken, ServiceError, StaleWrite, record_audit
from .collections import change_collection, create_collection
from .imports import confirm_import, drop_import, reread_import
from .intake import DocumentsUnclear, start_import
from .jobs import cancel_job, reap_jobs
from .overlays import clear_overlay_row, remove_overlay_row, save_overlay_row
from .people import change_preferences, change_user, create_user, set_password
from .reading import read_import
from .runs import mark_expected_target, start_run

__all__ = [
    "Actor",
    "CurrentState",
    "DocumentsUnclear",
    "RuleBroken",
    "ServiceError",
    "StaleWrite",
    "cancel_job",
    "change_collection",
    "change_preferences",
    "change_user",
    "clear_overlay_row",
    "confirm_import",
    "create_collection",
    "create_user",
    "drop_import",
    "mark_expected_target",
    "read_import",
    "reap_jobs",
    "record_audit",
    "remove_overlay_row",
    "reread_import",
    "save_overlay_row",
    "set_password",
    "start_import",
    "start_run",
]
