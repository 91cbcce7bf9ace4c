"""A tool in, the inputs that must be met before it can be called out."""

from selector.engine.selection.given import Given
from selector.engine.selection.inputs import Input
from selector.engine.selection.producers import Producers


def needed_inputs(producers: Producers, tool: str, given: Given, *, is_target: bool) -> list[Input]:
    """The required inputs, and for the target those optional ones without which the call would have no purpose."""
    rows = [row for row in producers.inputs(tool) if row.required or (is_target and given.has(row))]
    # What the collection or a person gives comes first: it is listed with the tool that is nearest to the target.
    return sorted(rows, key=lambda row: row.kind == "data")
