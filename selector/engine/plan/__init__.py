"""From a query to a target, from a target to a plan, from a plan to its events: the public names."""

from selector.engine.plan.answers import Answer, Question, answer_five_questions
from selector.engine.plan.catalog import ToolCatalogEntry, build_catalog
from selector.engine.plan.inputs import RequestParts, place_arguments
from selector.engine.plan.intent import IntentResult, parse_intent
from selector.engine.plan.model import Binding, Plan, PlanStep, PlanSynthesisError
from selector.engine.plan.prompt import build_prompt, reply_schema
from selector.engine.plan.replies import Outcome, ToolCallError, ToolReply, read_outcome
from selector.engine.plan.runner import PlanRunner, RetryPolicy, RunResult
from selector.engine.plan.synthesis import PathSynthesizer

__all__ = [
    "Answer",
    "Binding",
    "IntentResult",
    "Outcome",
    "PathSynthesizer",
    "Plan",
    "PlanRunner",
    "PlanStep",
    "PlanSynthesisError",
    "Question",
    "RequestParts",
    "RetryPolicy",
    "RunResult",
    "ToolCallError",
    "ToolCatalogEntry",
    "ToolReply",
    "answer_five_questions",
    "build_catalog",
    "build_prompt",
    "parse_intent",
    "place_arguments",
    "read_outcome",
    "reply_schema",
]
