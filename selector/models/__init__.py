"""The tables of the selector room."""

from .audit import AuditEvent, Channel
from .base import AppendOnlyError
from .collections import Collection, LearningMode, Policy, Source, SourceVersion, ToolRow, VersionState
from .imports import Import, ImportOrigin, ImportState
from .jobs import Job, JobQueue, JobState
from .people import Language, Role, Theme, User
from .revisions import OverlayKind, OverlayRow, Revision
from .runs import RunCandidate, RunOrigin, RunStatus, SelectorRun, StageName, StageRecord, StageStatus
from .tokens import ApiToken, Scope, TokenState

__all__ = [
    "ApiToken",
    "AppendOnlyError",
    "AuditEvent",
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
    "Policy",
    "Revision",
    "Role",
    "RunCandidate",
    "RunOrigin",
    "RunStatus",
    "Scope",
    "SelectorRun",
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
