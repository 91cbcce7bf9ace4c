"""Tools in, producer edges out: which answer fills which input, by contract evidence and the document's links."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from selector.engine.artifact import Edge
from selector.engine.contract import contract_of
from selector.engine.retrieval.demands import READS, Reader, read_tool
from selector.engine.retrieval.finder import Finder
from selector.engine.retrieval.links import read_links
from selector.engine.retrieval.offers import Offer, offers_of


def connect_producers(
    tools: Mapping[str, dict[str, Any]],
    links: Sequence[Mapping[str, Any]] = (),
    warn: Callable[[str, str, str], None] | None = None,
) -> tuple[Edge, ...]:
    """The edges between the tools (sorted by name) of one collection, sorted; a bounded number of producers per input.

    An input is met by resource, path and schema: a `name` that two answers share is no edge. `links` are OpenAPI links
    with their `source`; a dead one goes to `warn(pointer, reason, message)`.
    """
    names = sorted(tools)
    readers: dict[int, Reader] = {}
    index: dict[str, list[Offer]] = defaultdict(list)
    memo: dict[int, tuple[Offer, ...]] = {}
    for number, name in enumerate(names):
        contract = contract_of(tools[name])
        if contract is None:
            continue
        readers[number] = read_tool(number, tools[name], contract)
        if readers[number].action in (*READS, "create"):
            for offer in offers_of(tools[name], number, memo):
                index[offer.thing].append(offer)
    finder = Finder(readers, index)
    edges = read_links(tools, links, warn)
    taken = {(edge[0], edge[1], edge[5], edge[6]) for edge in edges}
    for reader in readers.values():
        for demand in reader.demands:
            for edge in finder.edges(reader, demand):
                if (edge[0], edge[1], edge[5], edge[6]) not in taken:
                    edges.append(edge)
    return tuple(sorted(edges))
