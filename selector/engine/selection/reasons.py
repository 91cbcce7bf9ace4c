"""Why an input of a closure has no producer: the stable codes of slots and unresolved fields."""

from enum import StrEnum


class InputReason(StrEnum):
    """What stands as `reason` of an input that no other call fills."""

    CONTEXT = "context"
    AUTH = "auth"
    PAGING = "paging"
    ENUM_REQUIRED = "enum_required"
    USER_VALUE = "user_value"
    NEW_IDENTIFIER = "new_identifier"
    NO_PRODUCER = "no_producer"
    MUTATION_BLOCKED = "mutation_blocked"
    CYCLE = "cycle"
    MAX_DEPTH = "max_depth"


# Ways that were given up: what an operator or an engineer can mend.
HELD_UP = frozenset({InputReason.MUTATION_BLOCKED.value, InputReason.CYCLE.value, InputReason.MAX_DEPTH.value})
# Inputs that leave a closure incomplete.
OPEN = HELD_UP | {InputReason.NO_PRODUCER.value}
