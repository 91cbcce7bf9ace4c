"""The writes of the selector room: keyword-only, one transaction each, with the audit row in it."""

from .auth import allow_host, forbid_host, remove_auth_profile, save_auth_profile, set_server
from .base import Actor, CurrentState, RuleBroken, ServiceError, StaleWrite, record_audit
from .collections import change_collection, create_collection
from .execution import cancel_execution, start_execution
from .imports import confirm_import, drop_import, reread_import
from .intake import DocumentsUnclear, start_import
from .jobs import cancel_job, reap_jobs
from .overlays import clear_overlay_row, remove_overlay_row, save_overlay_row
from .people import change_preferences, change_user, create_user, set_password
from .planning import confirm_mutation, prepare_plan, provide_inputs
from .reading import read_import
from .runs import mark_expected_target, start_run
from .values import forget_old_values

__all__ = [
    "Actor",
    "CurrentState",
    "DocumentsUnclear",
    "RuleBroken",
    "ServiceError",
    "StaleWrite",
    "allow_host",
    "cancel_execution",
    "cancel_job",
    "change_collection",
    "change_preferences",
    "change_user",
    "clear_overlay_row",
    "confirm_import",
    "confirm_mutation",
    "create_collection",
    "create_user",
    "drop_import",
    "forbid_host",
    "forget_old_values",
    "mark_expected_target",
    "prepare_plan",
    "provide_inputs",
    "read_import",
    "reap_jobs",
    "record_audit",
    "remove_auth_profile",
    "remove_overlay_row",
    "reread_import",
    "save_auth_profile",
    "save_overlay_row",
    "set_password",
    "set_server",
    "start_execution",
    "start_import",
    "start_run",
]
