"""Verbs: a word in, the verb family that it belongs to, or whether two verbs undo each other, out."""

from functools import lru_cache

from selector.engine.english import inflections
from selector.engine.text import fold, stem
from selector.engine.wordlists import Verb, verb_families

# Each row: verbs of one side undo verbs of the other.
OPPOSITES: tuple[tuple[str, str], ...] = (
    ("add append attach insert include put create register post make new enroll", "remove delete detach drop exclude erase clear destroy"),
    ("create add register issue make", "delete remove destroy revoke purge discard erase"),
    ("enable activate reactivate on", "disable deactivate inactivate off suspend"),
    ("open reopen", "close shut"),
    ("start run resume begin launch boot continue unpause execute", "stop halt pause terminate end kill suspend cancel abort"),
    ("approve accept allow permit grant authorize confirm acknowledge", "reject decline deny refuse disallow revoke forbid disapprove block"),
    ("lock freeze", "unlock unfreeze"),
    ("follow watch", "unfollow unwatch"),
    ("grant give", "revoke withdraw"),
    ("increase raise extend expand grow", "decrease reduce lower shrink shorten"),
    ("invite", "uninvite kick expel remove"),
    ("join enter enroll", "leave quit exit withdraw"),
    ("login signin", "logout signout"),
    ("connect link attach bind associate mount", "disconnect unlink detach unbind disassociate dissociate unmount"),
    ("show unhide display reveal", "hide conceal minimize mask"),
    ("publish", "unpublish retract"),
    ("archive", "unarchive restore"),
    ("delete trash remove discard", "restore undelete recover"),
    ("suspend", "unsuspend reinstate resume activate restore"),
    ("block ban blacklist", "unblock unban whitelist allow"),
    ("subscribe", "unsubscribe"),
    ("star favorite favourite like", "unstar unfavorite unfavourite unlike dislike"),
    ("pin", "unpin"),
    ("mute silence snooze", "unmute unsnooze"),
    ("assign allocate reserve", "unassign deallocate release unreserve"),
    ("import", "export"),
    ("upload push", "download pull"),
    ("encrypt encode", "decrypt decode"),
    ("checkin", "checkout"),
    ("deposit", "withdraw"),
    ("promote upgrade", "demote downgrade"),
    ("install deploy provision", "uninstall undeploy deprovision"),
    ("merge combine join", "split separate"),
    ("send", "recall unsend retract"),
    ("read", "unread"),
    ("cordon", "uncordon"),
    ("charge", "refund"),
    ("cancel", "uncancel reinstate"),
    ("hire", "fire dismiss"),
    ("resolve", "unresolve reopen"),
    ("schedule", "unschedule cancel"),
    ("protect", "unprotect"),
    ("tag label", "untag unlabel"),
    ("save", "unsave discard"),
    ("attach", "detach unattach"),
)  # fmt: skip
# Opposite only by their spelling.
NO_PREFIX_PAIRS = frozenset(
    "display discount dispatch dispose define detail debit deposit describe design delay demand depart deserve desire "
    "debug defer decline deploy deliver declare decode unit under union unique until discover discuss discharge".split()
)
# Verbs that undo what a noun names: "remove the star", "lift the suspension", "cancel my subscription".
UNDOING = frozenset(
    "remove delete cancel undo take clear drop revoke lift release withdraw end erase reverse stop unset".split()
)
DOING = frozenset("add create make put place set give".split())
# Noun (stem) of a state that has an undoing verb -> that verb.
STATE_NOUNS = {
    "star": "unstar", "lock": "unlock", "block": "unblock", "ban": "unban", "follow": "unfollow", "follower": "unfollow", "pin": "unpin",
    "suspension": "unsuspend", "subscription": "unsubscribe", "assignment": "unassign", "assignee": "unassign", "mute": "unmute",
    "archive": "unarchive", "like": "unlike", "favorite": "unfavorite", "favourite": "unfavourite", "watch": "unwatch",
    "hold": "unhold", "freeze": "unfreeze", "label": "unlabel", "tag": "untag", "link": "unlink", "protection": "unprotect",
    "cordon": "uncordon", "taint": "untaint", "install": "uninstall", "installation": "uninstall", "publication": "unpublish",
    "bookmark": "unbookmark", "vote": "unvote", "reservation": "unreserve", "schedule": "unschedule",
}  # fmt: skip
# Korean: state noun before 해제, 해지, 취소, 풀다.
KOREAN_UNDONE = {
    "star": "unstar", "lock": "unlock", "block": "unblock", "follow": "unfollow", "pin": "unpin", "subscribe": "unsubscribe",
    "suspend": "unsuspend", "assign": "unassign", "mute": "unmute", "archive": "unarchive", "like": "unlike", "hide": "unhide",
    "link": "unlink", "tag": "untag", "publish": "unpublish", "enable": "disable", "stop": "resume", "book": "unreserve",
    "approve": "unapprove", "set": "unset", "register": "unregister", "pause": "resume", "protect": "unprotect", "share": "unshare",
    "invite": "uninvite", "deploy": "undeploy", "complete": "uncomplete", "login": "logout",
}  # fmt: skip
# Verbs whose misspellings are read, and the longest word that is tried.
MISSPELT = tuple(
    "show list find search fetch retrieve view create delete remove update change cancel approve reject send assign upload download "
    "enable disable restore archive close reopen invite refund check count generate register replace rename".split()
)
MAX_MISSPELT = 12
PREFIXES = ("un", "dis", "de")


@lru_cache(maxsize=1)
def english_forms() -> dict[str, tuple[tuple[str, str], ...]]:
    """Return each one-word English verb form -> ((base, kind), ...); kind as in `inflections`."""
    table: dict[str, list[tuple[str, str]]] = {}
    for base in english_bases():
        # "new" makes something only as it is written: news are no form of it.
        for form, kind in inflections(base) if base != "new" else ((base, "base"),):
            table.setdefault(form, []).append((base, kind))
    return {form: tuple(found) for form, found in table.items()}


@lru_cache(maxsize=1)
def english_bases() -> dict[str, Verb]:
    """Return each one-word English base form -> its family; the first family that lists a word has it."""
    table: dict[str, Verb] = {}
    for family in verb_families():
        table.setdefault(family.name, family)
    for family in verb_families():
        for base in family.english:
            if "_" not in base:
                table.setdefault(base, family)
    return table


@lru_cache(maxsize=1)
def english_phrases() -> dict[str, tuple[tuple[tuple[str, ...], Verb], ...]]:
    """Return first base word -> ((other words, family), ...) of phrasal verbs, longest first."""
    table: dict[str, list[tuple[tuple[str, ...], Verb]]] = {}
    for family in verb_families():
        for base in family.english:
            first, *rest = base.split("_")
            if rest:
                table.setdefault(first, []).append((tuple(rest), family))
    return {first: tuple(sorted(found, key=lambda row: (-len(row[0]), row[0]))) for first, found in table.items()}


@lru_cache(maxsize=1)
def korean_verbs() -> dict[str, Verb]:
    """Return each Korean verbal noun and native verb stem -> its family."""
    table: dict[str, Verb] = {}
    for family in verb_families():
        for noun in family.korean_nouns:
            table.setdefault(noun, family)
    for family in verb_families():
        for native, _ in family.korean_natives:
            table.setdefault(native, family)
    return table


@lru_cache(maxsize=8192)
def guess_verb(word: str) -> str:
    """Return the plain verb that a word of four letters or more misspells by one slip; "" where none is that near.

    >>> guess_verb("delte"), guess_verb("deleet"), guess_verb("pod")
    ('delete', 'delete', '')
    """
    if len(word) < 4 or len(word) > MAX_MISSPELT or word in english_forms():
        return ""
    near = sorted(base for base in MISSPELT if base[0] == word[0] and is_one_slip(word, base))
    return near[0] if near else ""


def is_one_slip(one: str, two: str) -> bool:
    """Return whether one letter added, left out, changed, or two neighbours swapped make one word the other."""
    if abs(len(one) - len(two)) > 1 or one == two:
        return False
    start = next((at for at, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
    rest_one, rest_two = one[start:], two[start:]
    swapped = (
        len(rest_one) > 1 and len(rest_two) > 1 and rest_one[:2] == rest_two[1::-1] and rest_one[2:] == rest_two[2:]
    )
    return swapped or rest_one[1:] == rest_two or rest_one == rest_two[1:] or rest_one[1:] == rest_two[1:]


@lru_cache(maxsize=16384)
def canonical_verb(word: str) -> str:
    """Return the English base form of one verb as written in a name or request; the stem where it is no known verb.

    >>> canonical_verb("Approved"), canonical_verb("승인")
    ('approve', 'approve')
    """
    folded = fold(word).replace(" ", "").replace("-", "").replace("_", "")
    if folded in korean_verbs():
        return korean_verbs()[folded].name
    found = english_forms().get(folded)
    if found:
        return found[0][0]
    own = stem(folded)
    return korean_verbs()[own].name if own in korean_verbs() else own


@lru_cache(maxsize=32768)
def are_opposite(verb_a: str, verb_b: str) -> bool:
    """Return whether one verb undoes the other; symmetric, total, in English and Korean.

    >>> are_opposite("star", "unstar"), are_opposite("승인", "거절"), are_opposite("add", "create")
    (True, True, False)
    """
    one, two = canonical_verb(verb_a), canonical_verb(verb_b)
    if one == two or not one or not two:
        return False
    return (one, two) in _pairs() or _undoes(one, two) or _undoes(two, one)


@lru_cache(maxsize=1)
def _pairs() -> frozenset[tuple[str, str]]:
    rows = [(left.split(), right.split()) for left, right in OPPOSITES]
    pairs = {(a, b) for left, right in rows for a in left for b in right}
    return frozenset(pairs | {(b, a) for a, b in pairs})


def _undoes(longer: str, shorter: str) -> bool:
    if longer in NO_PREFIX_PAIRS or len(shorter) < 3:
        return False
    return any(longer == prefix + shorter for prefix in PREFIXES)


def undone_state(verb: str, noun: str) -> str:
    """Return the verb that "verb the noun" amounts to, "" where it is none.

    >>> undone_state("remove", "star"), undone_state("add", "star"), undone_state("remove", "user")
    ('unstar', 'star', '')
    """
    if noun not in STATE_NOUNS:
        return ""
    if verb in UNDOING:
        return STATE_NOUNS[noun]
    return noun if verb in DOING else ""
