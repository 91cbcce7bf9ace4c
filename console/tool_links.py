"""A tool's name in, the address of its page out: names are given by documents and may hold anything."""

from urllib.parse import urlencode

from django.urls import reverse


def tool_url(slug: str, name: str) -> str:
    """Give the address of a tool's page.

    A browser takes "." and ".." out of a path, however they are written, so such a name stands in the query.
    """
    if any(part in ("", ".", "..") for part in name.split("/")):
        return f"{reverse('tool_named', args=[slug])}?{urlencode({'name': name})}"
    return reverse("tool", args=[slug, name])


def tool_search_url(slug: str, name: str) -> str:
    """Give the address where tools of such a name are looked for."""
    return f"{reverse('collection', args=[slug])}?{urlencode({'text': name})}#tool-table"
