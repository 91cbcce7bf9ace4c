"""Words of identifiers and summaries in, verbs by class and singular nouns out."""

from selector.engine.nouns import plain_words
from selector.engine.text import stem

# Which kind of action a verb names. Chosen from the public descriptions of many services; a word stands in one class.
SEARCH_VERBS = (
    "search list find query browse filter lookup findall listall getall scan discover enumerate suggest autocomplete "
    "watch"
)
READ_VERBS = (
    "get read fetch retrieve show view describe check inspect count download preview calculate estimate compute "
    "evaluate eval parse compare match validate analyze analyse info detail details exists status load fetchall "
    "bulkfetch bulkget batchget mget peek diff render has is poll explain quote summarize return report export ask"
)
CREATE_VERBS = (
    "create add insert new post register upload generate make submit append copy clone duplicate fork replicate place "
    "provision bulkcreate signup import store draft"
)
UPDATE_VERBS = (
    "update edit modify change patch put set replace rename save upsert configure adjust move reorder assign unassign "
    "alter amend customize increment decrement override tag untag bulkupdate revise write"
)
DELETE_VERBS = (
    "delete remove destroy drop erase purge clear wipe revoke unlink uninstall discard trash deletecollection "
    "bulkdelete batchdelete unset prune cleanup"
)
ACTION_VERBS = (
    "cancel approve reject deny star unstar follow unfollow lock unlock enable disable activate deactivate start stop "
    "pause resume run rerun re trigger dispatch merge close reopen archive unarchive restore publish unpublish send "
    "push broadcast multicast narrowcast reply invite accept decline confirm complete refund capture pay charge "
    "transfer sync refresh rotate retry redeliver login logout signin signout authenticate authorize join leave kick "
    "mark pin unpin subscribe unsubscribe suspend unsuspend block unblock ban unban mute unmute open connect exec "
    "execute evict claim request rollback revert apply deploy verify resend link attach detach void release reserve "
    "hold redeem switch convert ping test finalize fulfil fulfill ship deliver checkout purchase book schedule "
    "unschedule promote demote reset regenerate recover expire extend escalate share unshare vote like unlike react "
    "call invoke process allow forbid hide unhide minimize abort terminate kill reboot restart shutdown end bind "
    "cordon drain transition notify remind acknowledge snooze resolve unresolve rate sign begin finish skip rebuild "
    "reindex migrate exchange swap install grant adopt feed force revalidate reconnect disconnect issue receive "
    "restock commit compact refer hangup instantiate refuse reschedule initiate launch assume review dismiss"
)
VERB_CLASSES: dict[str, str] = {
    word: action
    for action, words in (
        ("action", ACTION_VERBS),
        ("create", CREATE_VERBS),
        ("update", UPDATE_VERBS),
        ("read", READ_VERBS),
        ("search", SEARCH_VERBS),
        ("delete", DELETE_VERBS),
    )
    for word in words.split()
}
# Verbs that are as often nouns: in a path or a schema they name a thing where the place says so.
NOUN_VERBS = frozenset(
    "request check release transfer import export report issue star pin tag link block invite charge refund copy post "
    "search watch run test sign rate book schedule return load upload download status info detail details quote draft "
    "match process purchase share call mark ping lock archive deploy build sync filter view query push exchange grant "
    "claim end hold receive install feed reply order close stop start force claim review compare return snooze "
    "commit".split()
)
# The same for Korean summaries, which end with their verb; the first ending that fits decides.
KOREAN_ENDINGS: tuple[tuple[str, str], ...] = (
    ("삭제", "delete"),
    ("제거", "delete"),
    ("해지", "delete"),
    ("취소", "action"),
    ("승인", "action"),
    ("거절", "action"),
    ("전송", "action"),
    ("발송", "action"),
    ("환불", "action"),
    ("해제", "action"),
    ("중단", "action"),
    ("재개", "action"),
    ("완료", "action"),
    ("생성", "create"),
    ("등록", "create"),
    ("추가", "create"),
    ("발급", "create"),
    ("작성", "create"),
    ("업로드", "create"),
    ("수정", "update"),
    ("변경", "update"),
    ("갱신", "update"),
    ("업데이트", "update"),
    ("설정", "update"),
    ("검색", "search"),
    ("목록", "search"),
    ("리스트", "search"),
    ("조회", "read"),
    ("확인", "read"),
    ("다운로드", "read"),
)
READING = frozenset({"read", "search"})
# Words before a verb that only say how it is done.
MANNERS = frozenset({"bulk", "batch", "async", "multi", "mass", "auto", "api", "admin", "manually", "force"})


def verb_class(word: str) -> str:
    """The action class of a verb, "" for any other word."""
    return VERB_CLASSES.get(word, "")


def summary_class(summary: str) -> str:
    """The action class that the first (English) or last (Korean) word of a summary names, "" where none does.

    >>> summary_class("Deletes a pet"), summary_class("결제 취소"), summary_class("Deleted pets")
    ('delete', 'action', '')
    """
    words = plain_words(summary[:200])
    if not words:
        return ""
    if any("가" <= char <= "힣" for char in summary):
        return _korean_class(summary)
    for word in words[:3]:
        base = word if word in VERB_CLASSES else stem(word) if word.endswith("s") else word
        if base in VERB_CLASSES:
            return VERB_CLASSES[base]
        if word not in MANNERS and not word.endswith("ly"):
            return ""
    return ""


def _korean_class(summary: str) -> str:
    plain = (
        summary.rstrip(" .!)")
        .removesuffix("하기")
        .removesuffix("합니다")
        .removesuffix("한다")
        .removesuffix(" API")
        .rstrip()
    )
    for ending, action in KOREAN_ENDINGS:
        if plain.endswith(ending):
            return action
    return ""
