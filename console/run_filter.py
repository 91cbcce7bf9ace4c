"""The filter of the run list as pages carry it: what is active as chips, what could not be read, the way back."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import QueryDict
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise

from console.forms import RunFilterForm
from console.forms.run_filter import CURSORS, YES_NO
from console.words import TABLES
from selector.display import RunNeighbours


@dataclass(frozen=True, slots=True)
class Chip:
    """A part of the filter that is active, with the address of the list without it."""

    name: str
    label: str | Promise
    text: str | Promise
    url: str


@dataclass(frozen=True, slots=True)
class FilterProblem:
    """A part of the filter that could not be read and was left out."""

    label: str | Promise
    value: str
    text: str


@dataclass(frozen=True, slots=True)
class FilterView:
    """What the list says about its filter; `query` is what links to runs carry, "" or with its question mark."""

    chips: tuple[Chip, ...]
    problems: tuple[FilterProblem, ...]
    query: str
    valid_url: str  # the list without what could not be read


@dataclass(frozen=True, slots=True)
class Way:
    """How a run page leads on inside the list that it was opened from. Addresses are "" where there is no run."""

    query: str  # "" or with its question mark
    list_query: str  # the same without the mark, for a form
    back_url: str
    newer_url: str
    older_url: str
    chips: tuple[Chip, ...]


def filter_view(form: RunFilterForm, names: dict[str, str]) -> FilterView:
    """Put a filter that was read into words; `names` are those of the collections by slug."""
    url = reverse("runs")
    return FilterView(
        chips=tuple(_chip(form, name, names) for name in form.fields if name not in CURSORS and form.is_active(name)),
        problems=tuple(
            FilterProblem(form.fields[name].label or name, form.data[name], " ".join(map(str, errors)))
            for name, errors in form.errors.items()
        ),
        query=with_mark(form.query()),
        valid_url=url + with_mark(form.query()),
    )


def run_way(form: RunFilterForm, run_id: int, neighbours: RunNeighbours, names: dict[str, str]) -> Way:
    """Give the way on from a run inside a filter that was read."""
    query = form.query()
    mark = with_mark(query)
    newer, older = (reverse("run", args=[pk]) + mark if pk else "" for pk in (neighbours.newer, neighbours.older))
    chips = filter_view(form, names).chips
    return Way(mark, query, f"{reverse('runs')}{mark}#run-{run_id}", newer, older, chips)


def carried(text: str) -> str:
    """Give what another page may carry on of a filter: its parts that can be read, with the question mark.

    >>> carried("status=failed&next=//elsewhere")
    '?status=failed'
    """
    form = RunFilterForm(QueryDict(text))
    form.full_clean()
    return with_mark(form.query())


def with_mark(query: str) -> str:
    return f"?{query}" if query else ""


def _chip(form: RunFilterForm, name: str, names: dict[str, str]) -> Chip:
    url = reverse("runs") + with_mark(form.query(cursors=False, without=name))
    return Chip(name, form.fields[name].label or name, _text(form, name, names), url)


def _text(form: RunFilterForm, name: str, names: dict[str, str]) -> str | Promise:
    value: str = form.data[name]
    if name in ("since", "until"):
        zone = timezone.localtime(form.cleaned_data[name]).tzname() or ""
        return f"{value.replace('T', ' ')} {zone}".strip()
    tables: dict[str, Mapping[str, str | Promise]] = {
        "status": TABLES["run_status"],
        "failed_stage": TABLES["stage"],
        "collection": names,
        "overridden": dict(YES_NO),
        "ambiguous": dict(YES_NO),
    }
    return tables.get(name, {}).get(value, value)
