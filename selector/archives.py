"""Files that people give together in, the files of one document out; nothing is ever written to disk by its name.

A document of several files travels as one zip archive. It is opened in memory, every claim of it is checked, and only
files that can be part of a document are kept.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
import stat
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from posixpath import dirname, normpath, relpath

from selector.engine.failures import EngineError
from selector.engine.scrub import scrub_text

# Files in one archive, and how much larger than the archive they may be in all. Chosen: split documents have some
# hundred files and shrink to a tenth; the ratio counts only above a size that any archive may unpack to.
MAX_FILES = 1000
MAX_RATIO = 100
RATIO_FREE_BYTES = 1_000_000
MAX_NAME = 300
# Root files that are named where there are several. Chosen: as many as a person reads.
MAX_CANDIDATES = 20
DOCUMENT_ENDINGS = (".json", ".yaml", ".yml")
ZIP_STARTS = (b"PK\x03\x04", b"PK\x05\x06")
ROOT_KEYS = ("openapi", "swagger")
# `openapi:` at the start of a line of YAML.
YAML_ROOT = re.compile(rb"^[\"']?(?:openapi|swagger)[\"']?[ \t]*:", re.MULTILINE)
ENCRYPTED = 0x1


class ArchiveError(EngineError):
    """The files cannot be used together: a stable reason, and what to do in the message."""


@dataclass(frozen=True, slots=True)
class OpenedArchive:
    """A document of one or several files. `files` is empty for a single one; else it holds the root, too."""

    root: str
    document: bytes
    files: Mapping[str, bytes]

    @property
    def size(self) -> int:
        return sum(map(len, self.files.values())) or len(self.document)

    @property
    def documents(self) -> dict[str, bytes]:
        """The files by their paths from the root's folder, as its references write them."""
        folder = dirname(self.root) or "."
        return {relpath(name, folder): raw for name, raw in self.files.items()}

    @property
    def digest(self) -> str:
        """SHA-256 (hex) of the content: of the document itself, or of all names and files, however they were packed."""
        if not self.files:
            return hashlib.sha256(self.document).hexdigest()
        parts = [(name, hashlib.sha256(raw).hexdigest()) for name, raw in sorted(self.files.items())]
        return hashlib.sha256(json.dumps([self.root, parts]).encode()).hexdigest()


def is_archive(content: bytes) -> bool:
    return content.startswith(ZIP_STARTS)


def open_archive(content: bytes, max_bytes: int, root: str = "") -> OpenedArchive:
    """The document in bytes that a person gave: a single file as it is, or the files of a zip archive.

    ArchiveError: archive_broken, archive_encrypted, archive_unsafe, archive_too_large, archive_too_many, no_root,
    several_roots (the evidence has the candidates).
    """
    if not is_archive(content):
        return OpenedArchive("", content, {})
    files = _open_archive(content, max_bytes)
    return choose_root(files, root)


def pack_files(files: Mapping[str, bytes]) -> bytes:
    """The files as one archive, the same for the same files."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name), files[name], zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def choose_root(files: Mapping[str, bytes], root: str = "") -> OpenedArchive:
    """The file that the others hang on: the one that says `openapi` or `swagger`, or the one that was named."""
    candidates = sorted(name for name, raw in files.items() if says_openapi(name, raw))
    if root:
        chosen = safe_name(root)
        if chosen not in candidates:
            raise ArchiveError("no_root", f"{chosen[:100]} is not among the files, or is no OpenAPI document.", {})
        return _opened(chosen, files)
    if not candidates:
        raise ArchiveError("no_root", "None of the files says `openapi` or `swagger` at its top.")
    if len(candidates) > 1:
        shown = candidates[:MAX_CANDIDATES]
        message = f"{len(candidates)} files could be the main one: {', '.join(shown)}. Name it."
        raise ArchiveError("several_roots", message, {"candidates": shown})
    return _opened(candidates[0], files)


def _opened(root: str, files: Mapping[str, bytes]) -> OpenedArchive:
    if scrub_text(root).kinds:
        raise ArchiveError("private_name", "The name of the main file holds private data. Give it another name.")
    return OpenedArchive(root, files[root], files)


def says_openapi(name: str, raw: bytes) -> bool:
    """Whether a file has `openapi` or `swagger` at its top, told without reading YAML as a whole.

    >>> says_openapi("a.yaml", b"openapi: 3.1.0"), says_openapi("b.json", b'{"type": "object"}')
    (True, False)
    """
    text = raw.removeprefix(b"\xef\xbb\xbf")
    if text.lstrip()[:1] != b"{":
        return YAML_ROOT.search(text) is not None
    if not any(key.encode() in text for key in ROOT_KEYS):
        return False
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        # What cannot be read is told by the reader of documents, with its line.
        return name.count("/") == 0
    return isinstance(value, dict) and any(key in value for key in ROOT_KEYS)


def safe_name(name: str) -> str:
    """A path inside of an archive, without dots that step up. ArchiveError: archive_unsafe.

    >>> safe_name("api\\\\schemas/./pet.yaml")
    'api/schemas/pet.yaml'
    """
    plain = name.replace("\\", "/")
    path = normpath(plain)
    is_outside = plain.startswith("/") or path.startswith(("..", "/")) or ":" in plain.split("/")[0] or "\0" in plain
    if is_outside or len(path) > MAX_NAME or any(ord(character) < 32 for character in path):
        raise ArchiveError("archive_unsafe", f"The name {path[:80]!r} leads out of the files that were given.")
    return path


def is_part(name: str) -> bool:
    """Whether a file can be a part of a document: by its ending, and not one that systems put there by themselves."""
    parts = name.split("/")
    return name.lower().endswith(DOCUMENT_ENDINGS) and "__MACOSX" not in parts and not parts[-1].startswith(".")


def check_total(size: int, max_bytes: int) -> None:
    """Refuse files that are too large together. ArchiveError: archive_too_large."""
    if size > max_bytes:
        raise ArchiveError("archive_too_large", f"The files are larger than {max_bytes // 2**20} MB in all.")


def _open_archive(content: bytes, max_bytes: int) -> dict[str, bytes]:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            entries = [entry for entry in _checked_entries(archive) if is_part(safe_name(entry.filename))]
            return _read_entries(archive, entries, max_bytes, len(content))
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError, OSError) as error:
        raise ArchiveError("archive_broken", "The archive cannot be opened. Pack the files as a zip again.") from error


def _checked_entries(archive: zipfile.ZipFile) -> list[zipfile.ZipInfo]:
    entries = archive.infolist()
    if len(entries) > MAX_FILES:
        raise ArchiveError("archive_too_many", f"The archive has more than {MAX_FILES:,} files. Leave out the others.")
    for entry in entries:
        if entry.flag_bits & ENCRYPTED:
            raise ArchiveError("archive_encrypted", "The archive is locked with a password. Pack it without one.")
        mode = entry.external_attr >> 16
        if mode and not (stat.S_ISREG(mode) or stat.S_ISDIR(mode) or stat.S_IFMT(mode) == 0):
            raise ArchiveError("archive_unsafe", "The archive holds a link or a device. Pack plain files only.")
        safe_name(entry.filename)
    return [entry for entry in entries if not entry.is_dir()]


def _read_entries(
    archive: zipfile.ZipFile, entries: list[zipfile.ZipInfo], max_bytes: int, packed_bytes: int
) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    # What the archive says of sizes is only a claim; what comes out of it is counted.
    limit = min(max_bytes, max(RATIO_FREE_BYTES, packed_bytes * MAX_RATIO))
    left = limit
    for entry in entries:
        name = safe_name(entry.filename)
        if name in files:
            raise ArchiveError("archive_unsafe", f"The archive holds {name[:80]!r} twice.")
        with archive.open(entry) as file:
            files[name] = file.read(left + 1)
        left -= len(files[name])
        if left < 0:
            check_total(max_bytes + 1 if limit == max_bytes else 0, max_bytes)
            raise ArchiveError("archive_too_large", f"The files unpack to more than {MAX_RATIO} times the archive.")
    return files
