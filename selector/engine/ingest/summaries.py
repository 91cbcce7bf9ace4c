"""Summary, description and derived values of an operation in, the short texts that people and the LLM see out."""

import re

MAX_SUMMARY = 180
MAX_WHEN = 300
SENTENCE_END = re.compile(r"(?<=[.!?。])\s+|\n\s*\n|\n(?=[-*#])")
MARKDOWN_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
TAGS = re.compile(r"<[^>]{1,200}>")
# A mark that opens a sentence: "Deprecated: use the other one", "(Deprecated)", "[DEPRECATED]". What is said of a field
# ("the field is deprecated") is no mark.
DEPRECATED = re.compile(r"(?:^|[.!?\n]\s*|[(\[*])\s*deprecated\b\s*[:.)\]*,-]", re.IGNORECASE)
# Characters of a description that are looked at for the mark: its first sentences. Chosen.
MARK_REACH = 400


def plain_text(text: str) -> str:
    """The text without links and tags, its spaces evened out.

    >>> plain_text("Gets a [pet](https://x.test).\\n\\nNow")
    'Gets a pet. Now'
    """
    return " ".join(TAGS.sub(" ", MARKDOWN_LINK.sub(r"\1", text)).replace("`", "").replace("**", "").split())


def says_deprecated(summary: str, description: str) -> bool:
    """Whether the texts mark the operation as deprecated where the document's own flag does not.

    >>> says_deprecated("", "Watches pods. deprecated: use the list"), says_deprecated("", "The field x is deprecated.")
    (True, False)
    """
    return bool(DEPRECATED.search(summary) or DEPRECATED.search(description[:MARK_REACH]))


def one_line_summary(summary: str, description: str, action: str, resource: str, path: str) -> str:
    """The summary, else the first sentence of the description, else what action, resource and path say."""
    for text in (summary, SENTENCE_END.split(description.strip(), maxsplit=1)[0] if description else ""):
        plain = plain_text(text)
        if plain:
            return _cut(plain, MAX_SUMMARY)
    words = " ".join(part for part in (action, resource.replace("_", " ")) if part)
    return _cut(f"{words} ({path})" if words else path, MAX_SUMMARY)


def when_to_use(one_line: str, description: str) -> str:
    """The beginning of the description where it says more than the one line, else ""."""
    plain = plain_text(description[: MAX_WHEN * 4])
    if not plain or plain.rstrip(".").casefold() == one_line.rstrip(".").casefold():
        return ""
    return _cut(plain, MAX_WHEN)


def _cut(text: str, limit: int) -> str:
    if len(text) <= limit:
        return text
    return text[: limit - 3].rsplit(" ", 1)[0] + "..."
