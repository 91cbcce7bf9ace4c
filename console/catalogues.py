"""Catalogues of the interface: take code and templates, keep `locale/*/LC_MESSAGES/django.po`, give `.mo` and faults.

Written on Babel, because a fresh machine has no `xgettext` and no `msgfmt`.
"""

import copy
import io
import re
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_python
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

BASE_DIR = Path(__file__).resolve().parent.parent
LANGUAGES = ("en", "ko")
# The language of the texts in code and templates: its catalogue says each text as it stands.
SOURCE_LANGUAGE = "en"
ROOMS = ("console", "learning", "selector")
TEMPLATE_SUFFIXES = {".html", ".txt"}

# Function name -> which arguments are texts; "c" marks the context, as Babel wants it.
KEYWORDS: dict[str, tuple[int | tuple[int, str], ...] | None] = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
PLACEHOLDER = re.compile(r"%\(\w+\)[#0\- +]*[\d.]*[a-zA-Z]|%[sdif]|\{\w*\}")
# Lines of a header that change with every run and say nothing about the texts.
NOISY_HEADER = re.compile(r'^"(POT-Creation-Date|PO-Revision-Date|Generated-By|Last-Translator|Language-Team|Report)')
HEADER_COMMENT = "# Texts of the console; `make catalogues` keeps the list, people write the translations."


def extract_texts(base: Path = BASE_DIR) -> Catalog:
    """Return a catalogue without translations: every text of the rooms' code and of the templates."""
    template = Catalog(charset="utf-8")
    for path, source in _sources(base):
        for _line, function, arguments, comments in extract_python(
            io.BytesIO(source.encode()), KEYWORDS, ["Translators:"], {"encoding": "utf-8"}
        ):
            _add(template, str(function), arguments, path.relative_to(base).as_posix(), list(comments or ()))
    return template


def _sources(base: Path) -> Iterator[tuple[Path, str]]:
    for room in ROOMS:
        for path in sorted((base / room).rglob("*.py")):
            yield path, path.read_text(encoding="utf-8")
    for path in sorted((base / "templates").rglob("*")):
        if path.suffix in TEMPLATE_SUFFIXES:
            code = templatize(path.read_text(encoding="utf-8"))
            # What is left of the markup keeps its indentation, which Python's tokenizer would take for blocks.
            yield path, "\n".join(line.lstrip() for line in code.splitlines())


def _add(template: Catalog, function: str, arguments: object, place: str, comments: list[str]) -> None:
    given = list(arguments) if isinstance(arguments, tuple | list) else [arguments]
    spec = KEYWORDS[function] or (1,)
    context: str | None = None
    texts: list[str] = []
    for position in spec:
        index = position[0] if isinstance(position, tuple) else position
        value = given[index - 1] if len(given) >= index else None
        if not isinstance(value, str):
            # The text is computed, so it stands somewhere else as a literal.
            return
        if isinstance(position, tuple):
            context = value
        else:
            texts.append(value)
    if texts[0]:
        text = texts[0] if len(texts) == 1 else (texts[0], texts[1])
        template.add(text, locations=[(place, 0)], auto_comments=comments, context=context)


def po_path(language: str, base: Path = BASE_DIR) -> Path:
    """Return where the catalogue of a language lies."""
    return base / "locale" / language / "LC_MESSAGES" / "django.po"


def read_catalogue(language: str, base: Path = BASE_DIR) -> Catalog:
    """Return the catalogue of a language, empty where there is no file yet."""
    path = po_path(language, base)
    if not path.exists():
        return Catalog(locale=language, charset="utf-8")
    with path.open("rb") as file:
        return read_po(file, locale=language, charset="utf-8")


def update_catalogues(base: Path = BASE_DIR) -> dict[str, int]:
    """Bring the files in line with the code and return, for each language, how many texts still want a translation.

    New English texts say themselves; new Korean ones stay empty for a person. Texts that are gone are dropped.
    """
    template = extract_texts(base)
    waiting = {}
    for language in LANGUAGES:
        catalogue = read_catalogue(language, base)
        # Babel takes new messages over as they are, so each language needs its own.
        catalogue.update(copy.deepcopy(template), no_fuzzy_matching=True)
        catalogue.obsolete.clear()
        if language == SOURCE_LANGUAGE:
            for message in _messages(catalogue):
                message.string = message.id
        _write(catalogue, po_path(language, base))
        waiting[language] = sum(not _is_translated(message) for message in _messages(catalogue))
    return waiting


def _write(catalogue: Catalog, path: Path) -> None:
    buffer = io.BytesIO()
    catalogue.header_comment, catalogue.fuzzy = HEADER_COMMENT, False
    catalogue.project, catalogue.version = "tool-selector-console", "0.1"
    write_po(buffer, catalogue, width=120, sort_output=True, include_lineno=False, ignore_obsolete=True)
    lines = [line for line in buffer.getvalue().decode().splitlines() if not NOISY_HEADER.match(line)]
    _replace(path, "\n".join(lines).strip().encode() + b"\n")


def _replace(path: Path, content: bytes) -> None:
    """Write whole or not at all: a web server may read the file at this moment."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists() and path.read_bytes() == content:
        return
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
        file.write(content)
    new = Path(file.name)
    new.chmod(0o644)
    new.replace(path)


def compile_catalogues(base: Path = BASE_DIR) -> list[Path]:
    """Write the `.mo` file beside each `.po` file and return their paths."""
    written = []
    for language in LANGUAGES:
        path = po_path(language, base)
        if path.exists():
            buffer = io.BytesIO()
            write_mo(buffer, read_catalogue(language, base))
            _replace(path.with_suffix(".mo"), buffer.getvalue())
            written.append(path.with_suffix(".mo"))
    return written


def check_catalogues(base: Path = BASE_DIR) -> list[str]:
    """Return a sentence for each fault: missing, obsolete, untranslated or fuzzy text, or other placeholders.

    Example: `["ko: untranslated: 'Sign in' (templates/account/login.html)"]`.
    """
    template = extract_texts(base)
    wanted = {_key(message): message for message in _messages(template)}
    faults = []
    for language in LANGUAGES:
        catalogue = read_catalogue(language, base)
        present = {_key(message): message for message in _messages(catalogue)}
        faults += [f"{language}: missing: {_name(wanted[key])}" for key in wanted.keys() - present.keys()]
        faults += [f"{language}: obsolete: {_name(present[key])}" for key in present.keys() - wanted.keys()]
        faults += [f"{language}: obsolete: {_name(message)}" for message in catalogue.obsolete.values()]
        for key in present.keys() & wanted.keys():
            if fault := _fault(present[key]):
                faults.append(f"{language}: {fault}: {_name(wanted[key])}")
    return sorted(faults)


def _fault(message: Message) -> str | None:
    if message.fuzzy:
        return "fuzzy"
    if not _is_translated(message):
        return "untranslated"
    return None if _placeholders_agree(message) else "placeholders differ"


def _placeholders_agree(message: Message) -> bool:
    """Say whether each form uses the placeholders of a source form; a singular may leave out the number."""
    sources = [sorted(set(PLACEHOLDER.findall(text))) for text in _texts(message.id)]
    return all(sorted(set(PLACEHOLDER.findall(text))) in sources for text in _texts(message.string))


def _is_translated(message: Message) -> bool:
    forms = _texts(message.string)
    return bool(forms) and all(forms)


def _texts(value: object) -> list[str]:
    return [str(text or "") for text in value] if isinstance(value, tuple | list) else [str(value or "")]


def _messages(catalogue: Catalog) -> Iterable[Message]:
    return [message for message in catalogue if message.id]


def _key(message: Message) -> tuple[str, str]:
    return message.context or "", _texts(message.id)[0]


def _name(message: Message) -> str:
    places = ", ".join(sorted({place for place, _line in message.locations}))
    return f"{_texts(message.id)[0]!r} ({places})" if places else repr(_texts(message.id)[0])
