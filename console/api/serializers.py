"""What a program sends, checked strictly, and what it gets, as the schema describes both."""

import json
import math
from collections.abc import Iterator
from datetime import UTC
from typing import Any

from rest_framework import serializers

from console.api.shapes import serializer_of
from selector.display import CollectionPage, CollectionRow, RunPage, RunRow, ToolListRow
from selector.display.revisions import RevisionFacts
from selector.models import RunStatus, StageName
from selector.queries.collections import TOP_K_DEFAULT, TOP_K_MAX
from selector.queries.tools import ACTIONS, GAPS
from selector.services.runs import ENTITIES_BYTES, QUERY_CHARACTERS, TOOL_CHARACTERS

# Characters of a text that lists are searched for, and of a cursor; as in the forms of the pages.
TEXT_CHARACTERS = 200
CURSOR_CHARACTERS = 1200
SLUG_CHARACTERS = 64
REQUEST_ID_CHARACTERS = 128


class Strict(serializers.Serializer):
    """Input that names nothing unknown: a misspelt field is an error, not a silence."""

    def to_internal_value(self, data: Any) -> Any:
        unknown = sorted(str(key) for key in set(data) - set(self.fields))
        if unknown:
            known = ", ".join(self.fields)
            raise serializers.ValidationError(
                {name: [f"There is no such field; known are {known}."] for name in unknown}
            )
        return super().to_internal_value(data)


class Text(serializers.CharField):
    """A JSON string; a number is not taken for one."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class WholeNumber(serializers.IntegerField):
    """A JSON number without a fraction; a string is not taken for one."""

    def to_internal_value(self, data: Any) -> int:
        if not isinstance(data, int) or isinstance(data, bool):
            self.fail("invalid")
        return super().to_internal_value(data)


class Flag(serializers.BooleanField):
    """true or false."""

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


class Entities(serializers.DictField):
    """An object that a database can keep: bounded, finite numbers, no NUL and no half of a character."""

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        value: dict[str, Any] = super().to_internal_value(data)
        if any(_is_unfit(leaf) for leaf in _leaves(value)):
            raise serializers.ValidationError("NUL, half a surrogate pair or an infinite number cannot be stored.")
        size = len(json.dumps(value, ensure_ascii=False).encode())
        if size > ENTITIES_BYTES:
            raise serializers.ValidationError(f"At most {ENTITIES_BYTES} bytes of JSON; these are {size}.")
        return value


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from _leaves(item)
    elif isinstance(value, list):
        for item in value:
            yield from _leaves(item)
    else:
        yield value


def _is_unfit(leaf: Any) -> bool:
    if isinstance(leaf, str):
        return any(sign == "\0" or "\ud800" <= sign <= "\udfff" for sign in leaf)
    return isinstance(leaf, float) and not math.isfinite(leaf)


def query_field() -> Text:
    return Text(max_length=QUERY_CHARACTERS, help_text="What is wanted, in Korean, English or both.")


def tool_field(help_text: str) -> Text:
    return Text(max_length=TOOL_CHARACTERS, required=False, allow_blank=True, default="", help_text=help_text)


def top_k_field() -> WholeNumber:
    return WholeNumber(
        min_value=1, max_value=TOP_K_MAX, default=TOP_K_DEFAULT, help_text="How many candidates retrieval gives."
    )


class RetrieveInput(Strict):
    query = query_field()
    top_k = top_k_field()
    include_evidence = Flag(default=False, help_text="Take each score apart into its signals.")


class SelectInput(Strict):
    query = query_field()
    llm_target = tool_field("The tool that the LLM chose.")
    candidates = serializers.ListField(
        child=Text(max_length=TOOL_CHARACTERS),
        max_length=TOP_K_MAX,
        required=False,
        allow_null=True,
        default=None,
        help_text="The tools to choose from; what retrieval finds, where it is left out.",
    )
    top_k = top_k_field()


class RunInput(Strict):
    collection = Text(max_length=SLUG_CHARACTERS, help_text="The short name of the collection.")
    query = query_field()
    llm_target = tool_field("The tool that the LLM chose.")
    expected_target = tool_field("The tool that is known to be right.")
    entities = Entities(required=False, default=dict, help_text="What is known already, by the name of the field.")
    top_k = top_k_field()
    adapter_request_id = Text(
        max_length=REQUEST_ID_CHARACTERS,
        required=False,
        allow_blank=True,
        default="",
        help_text="Your own id of the request; runs are found by it.",
    )


class ExpectedInput(Strict):
    target = Text(max_length=TOOL_CHARACTERS, allow_blank=True, help_text='The right tool; "" takes a mark back.')
    version = WholeNumber(min_value=1, max_value=2**31 - 1, help_text="The version of the run that you have read.")


class Query(Strict):
    """Parameters of an address, each of which may stand there once."""

    cursor = serializers.CharField(required=False, max_length=CURSOR_CHARACTERS, help_text="`next` or `previous`.")


class ToolQuery(Query):
    text = serializers.CharField(required=False, max_length=TEXT_CHARACTERS, help_text="Words of name, path, summary.")
    action = serializers.ChoiceField(required=False, choices=ACTIONS)
    resource = serializers.CharField(required=False, max_length=TEXT_CHARACTERS)
    gap = serializers.ChoiceField(required=False, choices=GAPS, help_text="What the document does not say of a tool.")


class RunQuery(Query):
    collection = serializers.CharField(required=False, max_length=SLUG_CHARACTERS)
    status = serializers.ChoiceField(required=False, choices=RunStatus.values)
    failed_stage = serializers.ChoiceField(required=False, choices=StageName.values)
    overridden = serializers.BooleanField(required=False, allow_null=True, default=None)
    ambiguous = serializers.BooleanField(required=False, allow_null=True, default=None)
    since = serializers.DateTimeField(
        required=False, default_timezone=UTC, help_text="From this time on; UTC if unsaid."
    )
    until = serializers.DateTimeField(required=False, default_timezone=UTC, help_text="Before this time.")
    text = serializers.CharField(required=False, max_length=TEXT_CHARACTERS, help_text="Words of query and targets.")
    adapter_request_id = serializers.CharField(required=False, max_length=REQUEST_ID_CHARACTERS)


Revision = serializer_of(RevisionFacts)


class Answered(serializers.Serializer):
    """What every answer about one collection says."""

    revision = Revision(help_text="The state of the collection that the answer was made on.")


class CollectionEntry(Answered, serializer_of(CollectionRow)):  # type: ignore[misc]
    pass


class CollectionList(serializers.Serializer):
    results = CollectionEntry(many=True)


class CollectionFacts(Answered, serializer_of(CollectionPage, ("tools", "open_imports"))):  # type: ignore[misc]
    pass


class Paged(serializers.Serializer):
    next = serializers.CharField(allow_null=True, help_text="Send it as `cursor` for what follows; null at the end.")
    previous = serializers.CharField(allow_null=True, help_text="Send it as `cursor` for what came before.")


class ToolList(Answered, Paged):
    results = serializer_of(ToolListRow)(many=True)
    total = serializers.IntegerField(help_text="How many fit the filter.")
    is_total_capped = serializers.BooleanField(help_text="There are more than `total`.")


class RetrievedTool(serializers.Serializer):
    rank = serializers.IntegerField()
    name = serializers.CharField()
    score = serializers.FloatField(help_text="0..1; compares within one answer only.")
    method = serializers.CharField()
    path = serializers.CharField()
    summary = serializers.CharField()
    deprecated = serializers.BooleanField()
    canonical_action = serializers.CharField()
    primary_resource = serializers.CharField()
    result_shape = serializers.CharField()
    score_breakdown = serializers.DictField(
        child=serializers.FloatField(), required=False, help_text="Adds up to score."
    )
    semantic_evidence = serializers.DictField(required=False)
    edge_evidence = serializers.ListField(child=serializers.JSONField(), required=False)
    expanded_from = serializers.CharField(required=False)
    learning_evidence = serializers.ListField(child=serializers.JSONField(), required=False)


class Retrieved(Answered):
    results = RetrievedTool(many=True)
    intent = serializers.DictField(help_text="What the query was read to want.")
    stats = serializers.DictField()


class RankSignals(serializers.Serializer):
    name = serializers.CharField()
    rank = serializers.IntegerField()
    retrieval_rank = serializers.IntegerField(allow_null=True)
    selector_score = serializers.FloatField()
    contributions = serializers.DictField(child=serializers.FloatField(), help_text="Add up to selector_score.")
    selected = serializers.BooleanField()
    llm_target = serializers.BooleanField()


class Selected(Answered):
    selected_target = serializers.CharField(help_text='"" where there is none.')
    llm_target = serializers.CharField()
    confidence = serializers.FloatField()
    overrode_llm = serializers.BooleanField()
    ambiguous = serializers.BooleanField()
    reason_codes = serializers.ListField(child=serializers.CharField())
    margin = serializers.FloatField()
    llm_margin = serializers.FloatField()
    policy = serializers.CharField()
    rank_signals = RankSignals(many=True)
    candidate_evidence = serializers.ListField(child=serializers.DictField())
    target_action_priority = serializers.DictField(child=serializers.IntegerField())
    result_shape_priority = serializers.DictField(child=serializers.IntegerField())
    learning_applied = serializers.BooleanField()
    override_risk = serializers.CharField(help_text="low, medium, high, or empty where nothing was overridden.")
    thresholds = serializers.DictField(child=serializers.FloatField())
    ambiguity_set = serializers.ListField(child=serializers.CharField())
    explanation = serializers.DictField(help_text="The facts of the reason, without wording.")
    unknown_candidates = serializers.ListField(
        child=serializers.CharField(), help_text="Candidates that the collection does not know; they took no part."
    )


class Run(Answered, serializer_of(RunPage)):  # type: ignore[misc]
    pass


class RunEntry(Answered, serializer_of(RunRow)):  # type: ignore[misc]
    pass


class RunList(Paged):
    results = RunEntry(many=True)
