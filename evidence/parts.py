"""Every part that can be measured, in the order in which `make evidence` makes them."""

from evidence import actions, closure, fixtures, ingest, lexicons, peer, public, release, retrieval, speed, unseen
from evidence.results import Part

PARTS = (
    Part("ingest", "ingest", ("specs", "odd"), ingest.measure),
    Part("retrieval", "retrieval", ("cases", "specs"), retrieval.measure),
    Part("unseen", "unseen", ("specs",), unseen.measure),
    Part("lexicons", "lexicons", ("cases", "specs"), lexicons.measure),
    Part("selection_gtc", "fixtures", ("gtc",), fixtures.measure),
    Part("public", "public", ("toole", "toollinkos", "apibank"), public.measure),
    Part("closure", "closure", ("cases", "specs", "gtc"), closure.measure),
    Part("release", "release", (), release.measure),
    Part("actions", "actions", ("specs",), actions.measure),
    Part("speed", "speed", ("cases", "specs"), speed.measure),
    Part("peer", "peer", ("specs",), peer.measure, peer.is_installed),
)


def find_parts(name: str) -> tuple[Part, ...]:
    """Return the named part, or all that can be made here for no name; ValueError names the known ones."""
    if not name:
        return tuple(part for part in PARTS if part.is_possible())
    found = tuple(part for part in PARTS if part.name == name)
    if not found:
        raise ValueError(f"There is no part {name!r}. Parts: {', '.join(part.name for part in PARTS)}.")
    return found
