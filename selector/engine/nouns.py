"""Names of fields, schemas and path segments in, their plain words, singulars and identifier endings out."""

from functools import lru_cache

from selector.engine.text import raw_tokens, stem

# Endings that make a name an identifier of the thing named before it.
ID_WORDS = frozenset("id ids uid uuid guid gid oid key no num number code slug sku ref handle name login".split())
# Of these, the ones that name an identifier also when they stand alone and the value is no plain label.
STRONG_ID_WORDS = frozenset("id ids uid uuid guid gid oid key no number code slug ref".split())


@lru_cache(maxsize=65536)
def plain_words(name: str) -> tuple[str, ...]:
    """The words of an identifier or text, lower case and not stemmed.

    >>> plain_words("listDeletedUsers")
    ('list', 'deleted', 'users')
    """
    return tuple(token.lower() for _, token in raw_tokens(name))


@lru_cache(maxsize=65536)
def singular(word: str) -> str:
    """The singular of a plural noun; anything else as it is.

    >>> singular("deliveries"), singular("pending"), singular("address")
    ('delivery', 'pending', 'address')
    """
    return stem(word) if word.endswith("s") or word in ("people", "children", "indices", "criteria") else word


@lru_cache(maxsize=65536)
def singular_words(name: str) -> tuple[str, ...]:
    """The words of an identifier, each in the singular.

    >>> singular_words("OrderItems")
    ('order', 'item')
    """
    return tuple(singular(word) for word in plain_words(name))


def snake(name: str) -> str:
    """The normal form of a name: singular words in snake case.

    >>> snake("memberNo"), snake("order-ids")
    ('member_no', 'order_id')
    """
    return "_".join(singular_words(name))


def split_identifier(name: str) -> tuple[tuple[str, ...], str]:
    """The thing that an identifier names, and its ending; the ending is "" where there is none.

    >>> split_identifier("issue_number"), split_identifier("id"), split_identifier("repo")
    ((('issue',), 'number'), ((), 'id'), (('repo',), ''))
    """
    words = singular_words(name)
    if len(words) > 2 and words[-2] == "or" and words[-1] in ID_WORDS:
        words = words[:-2]
    if words and words[-1] in ID_WORDS:
        return words[:-1], words[-1]
    return words, ""
