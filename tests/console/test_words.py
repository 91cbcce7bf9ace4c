"""Every code that another room can give has a text in both languages; an unknown one is shown raw."""

from enum import StrEnum

import pytest
from django.utils import translation

from console.words import TABLES, word
from selector.convert.checks import CHECKS
from selector.engine.failures import DocumentReason, Reason, ReasonCode, Stage
from selector.engine.scrub_names import Kind
from selector.engine.selection.decision import Block, Risk
from selector.engine.selection.grounds import Ground
from selector.models import (
    AttemptState,
    AuthKind,
    ImportState,
    JobState,
    LearningMode,
    PlanState,
    Role,
    RunOrigin,
    RunStatus,
    StageStatus,
    Theme,
    VersionState,
)

CODES: list[tuple[str, type[StrEnum] | tuple[str, ...]]] = [
    ("stage", Stage),
    ("stage_status", tuple(StageStatus)),
    ("reason", Reason),
    ("reason_code", ReasonCode),
    ("next_check", ReasonCode),
    ("next_check", Reason),
    ("next_check", tuple(CHECKS)),
    ("blocked", Block),
    ("ground", Ground),
    ("risk", Risk),
    ("document_reason", DocumentReason),
    ("scrubbed", Kind),
    ("role", tuple(Role)),
    ("theme", tuple(Theme)),
    ("run_status", tuple(RunStatus)),
    ("origin", tuple(RunOrigin)),
    ("job_state", tuple(JobState)),
    ("import_state", tuple(ImportState)),
    ("version_state", tuple(VersionState)),
    ("learning_mode", tuple(LearningMode)),
    ("plan_state", tuple(PlanState)),
    ("attempt_state", tuple(AttemptState)),
    ("auth_kind", tuple(AuthKind)),
    ("plan_blocked", ("no_plan", "waiting_input", "plan_running", "plan_over", "mutation_not_allowed")),
    ("call_problem", ("not_set", "not_allowed", "not_listed", "private_address", "no_server", "redirect", "missing")),
]


@pytest.mark.parametrize(("table", "codes"), CODES, ids=lambda value: value if isinstance(value, str) else "")
def test_every_code_has_a_text(table: str, codes):
    missing = [str(code) for code in codes if str(code) not in TABLES[table]]

    assert missing == []


@pytest.mark.parametrize("table", sorted(TABLES))
def test_every_text_is_translated_into_korean(table: str):
    with translation.override("ko"):
        same = {code for code, text in TABLES[table].items() if text and str(text).isascii()}

    assert same <= {"api", "iban"}, same


def test_unknown_code_is_shown_raw():
    assert word("reason_code", "from_the_future") == "from_the_future"
