"""The tables of the selector room."""

from .audit import AuditEvent, Channel
from .auth import AllowedHost, AuthKind, AuthProfile, ServerAddress
from .base import AppendOnlyError
from .collections import Collection, LearningMode, Policy, Source, SourceVersion, ToolRow, VersionState
from .execution import AttemptState, PlanState, RunAttempt, RunEvent, RunPlan, RunValues
from .imports import Import, ImportOrigin, ImportState
from .jobs import Job, JobQueue, JobState
from .people import Language, Role, Theme, User
from .revisions import OverlayKind, OverlayRow, Revision
from .runs import RunCandidate, RunOrigin, RunStatus, SelectorRun, StageName, StageRecord, StageStatus
from .tokens import ApiToken, Scope, TokenState

__all__ = [
    "AllowedHost",
    "ApiToken",
    "AppendOnlyError",
    "AttemptState",
    "AuditEvent",
    "AuthKind",
    "AuthProfile",
    "Channel",
    "Collection",
    "Import",
    "ImportOrigin",
    "ImportState",
    "Job",
    "JobQueue",
    "JobState",
    "Language",
    "LearningMode",
    "OverlayKind",
    "OverlayRow",
    "PlanState",
    "Policy",
    "Revision",
    "Role",
    "RunAttempt",
    "RunCandidate",
    "RunEvent",
    "RunOrigin",
    "RunPlan",
    "RunStatus",
    "RunValues",
    "Scope",
    "SelectorRun",
    "ServerAddress",
    "Source",
    "SourceVersion",
    "StageName",
    "StageRecord",
    "StageStatus",
    "Theme",
    "TokenState",
    "ToolRow",
    "User",
    "VersionState",
]
