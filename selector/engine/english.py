"""English word forms: one word in, its light stem or its inflected forms out."""

from functools import lru_cache

# A longer "word" is not English prose (a hash, a blob); it is kept as it is.
MAX_STEM_LENGTH = 40

IRREGULAR_NOUNS = {
    "people": "person", "children": "child", "men": "man", "women": "woman", "indices": "index", "indexes": "index",
    "matrices": "matrix", "vertices": "vertex", "criteria": "criterion", "quizzes": "quiz", "feet": "foot",
    "analyses": "analysis", "leaves": "leave", "halves": "half", "shelves": "shelf", "lives": "life",
    "statuses": "status", "taxes": "tax", "axes": "axis", "bases": "base", "yes": "yes", "does": "do", "goes": "go",
    "heroes": "hero", "echoes": "echo", "vetoes": "veto", "potatoes": "potato", "buses": "bus", "gases": "gas",
    "canvases": "canvas", "atlases": "atlas", "lenses": "lens", "caches": "cache", "niches": "niche", "aches": "ache",
    "sizes": "size", "prizes": "prize", "mazes": "maze", "axe": "axe", "media": "media", "data": "data",
    "alumni": "alumnus", "theses": "thesis", "crises": "crisis", "diagnoses": "diagnosis", "hypotheses": "hypothesis",
}  # fmt: skip

# Words that end in -s and are no plural; technical names first.
NOT_PLURAL = frozenset(
    "dns sms mms aws tls gps css ios macos cors sas sos rss pos gas bus news lens canvas alias atlas bias kubernetes redis "
    "always across perhaps sometimes its his hers ours theirs yours this thus plus minus versus is was has us "
    "jenkins postgres travis devops chaos pros cons series species means overseas corps windows basis axis "
    "ops sys nexus ess address process access business progress success express https http".split()
)

# -ie words: their plural in -ies goes back to -ie, not to -y.
IE_WORDS = frozenset(
    "cookie movie calorie selfie pie tie die lie zombie brownie genie rookie hoodie prairie specie".split()
)

# Nouns of API vocabularies that end like a gerund or participle and must not meet the verb.
FIXED = frozenset(
    "setting string thing something nothing anything everything meeting billing pricing shipping building training "
    "rating hosting embedding onboarding mapping binding branding marketing ranking routing spring during sibling "
    "ceiling king ring ping sting wing swing evening morning wedding housing clothing accounting engineering "
    "booking listing posting holding earning saving offering opening landing reading writing heading padding "
    "staging warning timing spelling bring sing fling bling sling cling being king lodging parking being bing ding "
    "need feed seed speed weed deed reed indeed exceed proceed succeed shed bed red led fed wed sled embed "
    "hundred sacred naked wicked kindred biped moped based".split()
)

# Verbs whose base form ends in -e: their -ed and -ing forms get the e back.
E_VERBS = frozenset(
    "reverse refuse desire promise compute structure cascade transcode cause diagnose hardcode dispose oppose "
    "create update delete remove close archive unarchive merge schedule reschedule approve enable disable release "
    "restore move store save share invite assume retrieve receive use reuse change replace rename resolve unresolve "
    "invoice charge purchase exchange price rate evaluate validate generate regenerate activate deactivate reactivate "
    "terminate rotate revoke invoke execute route reroute evacuate delegate subscribe unsubscribe unschedule describe "
    "prescribe cache purge prune scale autoscale resize size authorize authorise authenticate deauthorize customize "
    "organize synchronize summarize finalize initialize tokenize normalize optimize categorize translate calculate "
    "estimate aggregate allocate deallocate associate disassociate relate isolate escalate annotate locate relocate "
    "duplicate deduplicate indicate notice note vote unvote cite site quote promote demote like unlike hide unhide "
    "mute unmute pause unpause lease base erase parse browse lose choose impose expose propose compose compare "
    "prepare declare configure reconfigure capture acquire require expire hire fire retire inquire measure secure "
    "ensure insure tie undelete leave serve reserve observe preserve unreserve solve involve settle handle toggle "
    "bundle enable cycle recycle throttle bottle sample profile compile file code encode decode trade upgrade "
    "downgrade include exclude provide decide divide override complete compete delegate debate rebate migrate "
    "integrate operate moderate accelerate deprecate replicate communicate authenticate publicise advertise supervise "
    "advise revise license fine define refine combine examine determine decline pipeline phone clone tune produce "
    "reduce introduce enforce force source outsource announce bounce balance rebalance finance reference sequence "
    "place practice replace trace dispute execute distribute contribute attribute substitute institute mute route "
    "take make bake wake fake shake give drive live dive arrive derive receive achieve relieve believe name frame "
    "time rhyme consume resume presume assume rescue queue dequeue enqueue issue continue value argue pursue sue "
    "accrue manage package engage encourage message page stage damage arrange challenge acknowledge charge discharge "
    "recharge surcharge emerge judge nudge hedge type retype recipe wipe swipe pipe scope ripe cope escape shape "
    "scrape tape write rewrite unite ignite bite excite invite cite delete obsolete evacuate terminate".split()
)

IRREGULAR_PAST = {
    "send": ("sent",), "resend": ("resent",), "give": ("gave", "given"), "get": ("got", "gotten"), "find": ("found",),
    "make": ("made",), "put": ("put",), "take": ("took", "taken"), "hide": ("hid", "hidden"), "run": ("ran", "run"),
    "begin": ("began", "begun"), "write": ("wrote", "written"), "read": ("read",), "show": ("showed", "shown"),
    "tell": ("told",), "buy": ("bought",), "sell": ("sold",), "pay": ("paid",), "repay": ("repaid",), "leave": ("left",),
    "withdraw": ("withdrew", "withdrawn"), "freeze": ("froze", "frozen"), "unfreeze": ("unfroze", "unfrozen"),
    "undo": ("undid", "undone"), "redo": ("redid", "redone"), "bring": ("brought",), "break": ("broke", "broken"),
    "hold": ("held",), "keep": ("kept",), "let": ("let",), "lend": ("lent",), "lose": ("lost",), "see": ("saw", "seen"),
    "set": ("set",), "reset": ("reset",), "shut": ("shut",), "split": ("split",), "spend": ("spent",), "cut": ("cut",),
    "throw": ("threw", "thrown"), "choose": ("chose", "chosen"), "draw": ("drew", "drawn"), "build": ("built",),
    "rebuild": ("rebuilt",), "quit": ("quit",), "override": ("overrode", "overridden"), "hang": ("hung",), "do": ("did", "done"),
    "rewrite": ("rewrote", "rewritten"), "forget": ("forgot", "forgotten"), "catch": ("caught",), "spin": ("spun",),
    "tear": ("tore", "torn"), "go": ("went", "gone"), "come": ("came", "come"), "swap": ("swapped",), "bind": ("bound",),
    "unbind": ("unbound",), "know": ("knew", "known"), "say": ("said",), "think": ("thought",), "win": ("won",),
    "stick": ("stuck",), "teach": ("taught",), "lead": ("led",), "hit": ("hit",), "upload": ("uploaded",), "sign": ("signed",),
}  # fmt: skip

# Past forms that are other words as well stay as they are.
AMBIGUOUS_PAST = frozenset(
    "left found lead read set put cut shut split hit let bound spun hung done did went gone come came known knew said thought hit run quit reset led stuck won saw".split()
)
PAST_TO_BASE = {
    past: verb
    for verb, pasts in IRREGULAR_PAST.items()
    for past in pasts
    if past not in AMBIGUOUS_PAST and not past.endswith("ed")
}

# Bases that end in a doubled consonant of their own and keep it (installing -> install).
DOUBLE_ENDINGS = ("ll", "ss", "ff", "zz")
SHORT_DOUBLED = frozenset(
    "pull call roll fill sell tell poll bill fall spell kill drill pass miss discuss press add".split()
)
VOWELS = frozenset("aeiouy")
# Words that are spelt with -ise everywhere.
TRUE_ISE = frozenset(
    "advise advertise arise comprise compromise concise cruise demise despise devise disguise enterprise excise exercise "
    "expertise franchise improvise likewise merchandise noise otherwise paradise praise precise premise promise raise "
    "revise rise supervise surmise surprise televise treatise wise circumcise appraise poise bruise chemise".split()
)
# British spelling -> the American one, which documents of APIs use.
SPELLINGS = {
    "colour": "color", "favour": "favor", "favourite": "favorite", "behaviour": "behavior", "flavour": "flavor", "labour": "labor",
    "neighbour": "neighbor", "neighbourhood": "neighborhood", "rumour": "rumor", "harbour": "harbor", "vapour": "vapor",
    "centre": "center", "metre": "meter", "litre": "liter", "theatre": "theater", "fibre": "fiber", "catalogue": "catalog",
    "dialogue": "dialog", "analogue": "analog", "cheque": "check", "licence": "license", "defence": "defense", "offence": "offense",
    "fulfilment": "fulfillment", "fulfil": "fulfill", "enrolment": "enrollment", "enrol": "enroll", "instalment": "installment",
    "programme": "program", "grey": "gray", "analyse": "analyze", "catalyse": "catalyze", "cancelled": "cancel", "jewellery": "jewelry",
    "tyre": "tire", "draught": "draft", "practise": "practice",
    # Short forms that every API uses for one and the same word.
    "repo": "repository", "org": "organization", "config": "configuration", "conf": "configuration", "env": "environment",
    "msg": "message", "img": "image", "pic": "picture", "dir": "directory", "addr": "address", "acct": "account",
    "dept": "department", "qty": "quantity", "txn": "transaction", "cert": "certificate", "param": "parameter",
    "attr": "attribute", "lang": "language", "lib": "library", "pkg": "package", "pwd": "password", "perm": "permission",
    "pref": "preference", "notif": "notification", "mgmt": "management", "svc": "service", "fav": "favorite",
    "info": "information", "num": "number", "doc": "document", "admin": "administrator", "auth": "authentication",
    "judgement": "judgment", "acknowledgement": "acknowledgment", "ageing": "aging", "artefact": "artifact", "paralyse": "paralyze",
}  # fmt: skip


@lru_cache(maxsize=65536)
def stem(token: str) -> str:
    """Return the light stem of one folded token; anything but plain English letters comes back unchanged.

    Plurals become singular; -ing and -ed are cut only where the base is safe to tell.

    >>> stem("repositories"), stem("blocking"), stem("setting")
    ('repository', 'block', 'setting')
    """
    if not (2 < len(token) <= MAX_STEM_LENGTH) or not token.isascii() or not token.isalpha():
        return token
    if token in PAST_TO_BASE:
        return PAST_TO_BASE[token]
    singular = _singular(token)
    return _one_spelling(singular if singular in FIXED else _verb_base(singular))


def _one_spelling(word: str) -> str:
    """Return the American spelling: organisation -> organization, authorise -> authorize."""
    if word in SPELLINGS:
        return SPELLINGS[word]
    if len(word) > 6 and word.endswith("isation"):
        return word[:-7] + "ization"
    if len(word) > 6 and word.endswith("ise") and word not in TRUE_ISE:
        return word[:-3] + "ize"
    return word


def _singular(token: str) -> str:
    if token in IRREGULAR_NOUNS:
        return IRREGULAR_NOUNS[token]
    if not token.endswith("s") or token in NOT_PLURAL or token.endswith(("ss", "us", "is")):
        return token
    if token.endswith("ies"):
        return token[:-1] if token[:-1] in IE_WORDS or len(token) < 5 else token[:-3] + "y"
    if token.endswith(("sses", "shes", "ches", "xes", "zzes", "iases", "nuses", "ruses", "puses")):
        return token[:-2]
    return token[:-1]


def _verb_base(token: str) -> str:
    for ending in ("ing", "ed"):
        base = token[: -len(ending)]
        if token.endswith(ending) and len(base) >= 3 and VOWELS & set(base):
            return _restore(base)
        if token.endswith(ending) and base in ("us", "su", "ty", "ow", "ti", "di"):
            return base + "e" if base + "e" in E_VERBS else base
    return token


def _restore(base: str) -> str:
    if base + "e" in E_VERBS:
        return base + "e"
    if base.endswith("i"):
        return base[:-1] + "y"
    if len(base) > 3 and base[-1] == base[-2] and base[-1] not in VOWELS:
        keeps = base in SHORT_DOUBLED or (
            base.endswith(DOUBLE_ENDINGS) and base not in ("cancell", "labell", "travell")
        )
        return base if keeps else base[:-1]
    # -ating, -izing, -ancing and the like are nearly always verbs in -e.
    silent = base.endswith("at") and len(base) > 4 and not base.endswith(("eat", "oat", "hat", "rmat"))
    if silent or base.endswith(("iz", "yz", "uc", "rg", "dg", "nc", "lv", "rv")):
        return base + "e"
    return base


DOUBLING = frozenset(
    "ban unban stop drop tag untag pin unpin ship swap submit resubmit commit permit transfer refer plan scan cap map "
    "set get put run cut shut split quit reset log flag unmap trim strip skip wrap unwrap grab snap zip unzip tap opt "
    "sub sum chat star unstar bar spin step rip cancel label unsub debug plug unplug hug jam ram equip control "
    "kick_k begin forget hit sit win rebut pop mop chop crop clip flip grip slip tip whip nap let".split()
)


@lru_cache(maxsize=8192)
def inflections(verb: str) -> tuple[tuple[str, str], ...]:
    """Return (form, kind) for a base verb; kind is "base", "third", "past" or "gerund".

    >>> inflections("stop")[2]
    ('stopped', 'past')
    """
    stopped = verb + verb[-1] if verb in DOUBLING else verb
    soft = verb[:-1] if verb.endswith("e") and not verb.endswith("ee") else stopped
    third = (
        verb[:-1] + "ies"
        if _ends_in_y(verb)
        else verb + ("es" if verb.endswith(("s", "sh", "ch", "x", "z", "o")) else "s")
    )
    regular = verb[:-1] + "ied" if _ends_in_y(verb) else soft + "ed"
    gerund = (verb if _ends_in_y(verb) else soft) + "ing"
    pasts = IRREGULAR_PAST.get(verb, (regular,))
    extra = (verb + "ed", verb + "ing") if verb in ("cancel", "label") else ()
    forms = [(verb, "base"), (third, "third"), *((past, "past") for past in pasts if past != verb), (gerund, "gerund")]
    forms += [(form, "gerund" if form.endswith("ing") else "past") for form in extra]
    return tuple(forms)


def _ends_in_y(verb: str) -> bool:
    return len(verb) > 2 and verb.endswith("y") and verb[-2] not in VOWELS
