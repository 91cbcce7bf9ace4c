"""The form of an import: files, a folder or an address given by a person in, one document out."""

from __future__ import annotations

import json
from typing import Any

from django import forms
from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from console.forms.base import CODE, TextInput, add_refusal
from selector.archives import ArchiveError, is_part, pack_files, safe_name
from selector.services import DocumentsUnclear, RuleBroken

ACCEPTED = ".json,.yaml,.yml,.zip,application/json,application/yaml,text/yaml,application/zip"


# Reasons of a refusal for size, which HTTP has a status of its own for.
TOO_LARGE = frozenset({"document_too_large", "archive_too_large"})


class FilesInput(forms.FileInput):
    """A file input that takes several."""

    allow_multiple_selected = True


class FilesField(forms.FileField):
    """Several files at once; each is checked like one."""

    def clean(self, data: Any, initial: Any = None) -> list[UploadedFile]:
        single = super().clean
        return [single(item, initial) for item in data] if data else []


class ImportForm(forms.Form):
    """A document to import: one file, several, an archive, a folder, or the address of one of these."""

    document = FilesField(
        label=_("File"),
        required=False,
        help_text=_(
            "OpenAPI 2.0, 3.0 or 3.1 as JSON or YAML, or a list of functions (MCP, OpenAI, Anthropic); several files, "
            "or a zip of them, for a document that is split. Up to 50 MB in all. References to other hosts are never "
            "followed."
        ),
        error_messages={"empty": _("The file is empty.")},
        widget=FilesInput({"accept": ACCEPTED, "multiple": True}),
    )
    folder = FilesField(
        label=_("Or a folder"),
        required=False,
        widget=FilesInput({"webkitdirectory": True, "multiple": True}),
        error_messages={"empty": _("A file of the folder is empty.")},
    )
    # The paths of the folder's files, which the browser leaves out of their names; filled by the page's script.
    paths = forms.CharField(required=False, widget=forms.HiddenInput)
    url = forms.CharField(
        label=_("Or an address"),
        required=False,
        help_text=_("http or https, without a name and password in it. A worker fetches it; no private network."),
        widget=TextInput({**CODE, "type": "url", "placeholder": "https://", "dir": "ltr"}),
    )
    root_file = forms.CharField(
        label=_("Main file"),
        required=False,
        max_length=300,
        help_text=_("Only where several files could be the main one: its path in the archive or folder."),
        widget=TextInput(CODE),
    )
    source_name = forms.CharField(
        label=_("Source"),
        required=False,
        max_length=200,
        help_text=_(
            "A collection can have several sources; the same name again makes a new version of that source. "
            "“main” if left empty."
        ),
        widget=TextInput({"list": "source-names"}),
    )
    namespace = forms.CharField(
        label=_("Namespace"),
        required=False,
        max_length=40,
        help_text=_(
            "Stands before the tools' names when the collection has more than one source. "
            "The source's name if left empty."
        ),
        widget=TextInput(CODE),
    )

    # What the files amount to; filled by `clean`.
    content = b""
    is_too_large = False
    file_name = ""

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        given = [name for name in ("document", "folder", "url") if cleaned.get(name)]
        if len(given) > 1:
            self.add_error(None, _("Give either files, or a folder, or an address."))
        elif not given and not self.errors:
            self.add_error("document", _("Choose a file, or give an address."))
        elif given and given[0] != "url":
            self._take_files(given[0], cleaned[given[0]])
        return cleaned

    def _take_files(self, field: str, files: list[UploadedFile]) -> None:
        if sum(file.size or 0 for file in files) > settings.DOCUMENT_MAX_BYTES:
            text = _("The file is too large. A document may have at most 50 MB.")
            self.add_error(field, text)
            self.is_too_large = True
            return
        if field == "document" and len(files) == 1:
            self.content, self.file_name = files[0].read(), files[0].name or ""
            return
        try:
            named = {safe_name(name): file for name, file in zip(self._names(field, files), files, strict=True)}
        except ArchiveError as error:
            add_refusal(self, RuleBroken(error.reason, error.message, field))
            return
        self.content = pack_files({name: file.read() for name, file in named.items() if is_part(name)})
        first = min(named, default="")
        self.file_name = first.partition("/")[0] if "/" in first else ", ".join(sorted(named)[:3])

    def _names(self, field: str, files: list[UploadedFile]) -> list[str]:
        """The paths of the files as the page's script wrote them down, or else their bare names."""
        try:
            paths = json.loads(self.cleaned_data.get("paths") or "[]") if field == "folder" else []
        except ValueError:
            paths = []
        is_whole = isinstance(paths, list) and len(paths) == len(files) and all(isinstance(path, str) for path in paths)
        return paths if is_whole else [file.name or "" for file in files]

    def refuse(self, broken: RuleBroken) -> None:
        """Show why a rule refused the document; where one of several files must be named, offer them."""
        add_refusal(self, broken)
        self.is_too_large = broken.reason in TOO_LARGE
        if isinstance(broken, DocumentsUnclear) and broken.candidates:
            choices = [("", "—"), *((name, name) for name in broken.candidates)]
            self.fields["root_file"].widget = forms.Select({**CODE, "dir": "ltr"}, choices=choices)
            # The browser keeps its files over the swap, so that they need not be chosen again.
            for name in ("document", "folder"):
                self.fields[name].widget.attrs["hx-preserve"] = "true"

    @property
    def asks_for_root(self) -> bool:
        """Whether the field of the main file is worth showing at once."""
        return bool(self["root_file"].value() or self["root_file"].errors)
