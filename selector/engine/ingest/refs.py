"""References in, the parts of the document that they name out; nothing outside the given documents is ever opened."""

import posixpath
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from selector.engine.failures import DocumentError

# References that point to references; chosen: real documents have one or two.
MAX_CHAIN = 50


class ReferenceProblem(Exception):
    """A reference that cannot be followed: `reason` is stable, the message says what to do."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason
        self.message = message


@dataclass(frozen=True, slots=True)
class Target:
    """What a reference names: its key (file and pointer), the raw value there, and the file it stands in."""

    key: str
    value: Any
    file: str


class Resolver:
    """Follows references inside the root document and inside the documents that were given with it."""

    def __init__(
        self, root: Any, documents: Mapping[str, bytes] | None = None, parse: Callable[[bytes, str], Any] | None = None
    ) -> None:
        self._parsed: dict[str, Any] = {"": root}
        self._raw = {posixpath.normpath(path): raw for path, raw in (documents or {}).items()}
        # Takes the bytes of a file and its name.
        self._parse = parse

    def add(self, file: str, value: Any) -> None:
        """Makes a parsed value known as a document of its own, in which `#/...` points."""
        self._parsed[file] = value

    def find(self, ref: Any, file: str) -> Target:
        """The value behind `ref` as written in `file` ("" is the root). Raises ReferenceProblem."""
        if not isinstance(ref, str) or not ref:
            raise ReferenceProblem("bad_reference", f"$ref is {_kind(ref)}, not a text; write it as '#/...'.")
        address, _, pointer = ref.partition("#")
        target_file = self._locate(address, file) if address else file
        value = self._step_down(self._document(target_file, ref), pointer, ref)
        return Target(f"{target_file}#{pointer}", value, target_file)

    def follow(self, value: Any, file: str) -> tuple[Any, str]:
        """`value` itself, or what it refers to at the end of its chain of references."""
        for _ in range(MAX_CHAIN):
            if not (isinstance(value, dict) and "$ref" in value):
                return value, file
            target = self.find(value["$ref"], file)
            value, file = target.value, target.file
        raise ReferenceProblem("reference_loop", "The reference leads back to itself; it was left out.")

    def _locate(self, address: str, file: str) -> str:
        plain = unquote(address)
        if "://" in plain or plain.startswith(("/", "\\", "file:", "data:")) or "\\" in plain or ":" in plain:
            raise ReferenceProblem("external_reference", "The reference points outside the document; it is not opened.")
        path = posixpath.normpath(posixpath.join(posixpath.dirname(file), plain))
        if path in self._raw:
            return path
        if path.startswith("..") or not self._raw:
            raise ReferenceProblem("external_reference", "The reference points outside the document; it is not opened.")
        raise ReferenceProblem("missing_file", "The file that is referred to was not given; add it to the upload.")

    def _document(self, file: str, ref: str) -> Any:
        if file not in self._parsed:
            if self._parse is None:
                raise ReferenceProblem("missing_file", "The file that is referred to was not given.")
            try:
                self._parsed[file] = self._parse(self._raw[file], file)
            except DocumentError as error:
                # The reason only: the parser's words may quote the file.
                message = f"The file {file[:120]} cannot be read ({error.reason}); correct it and give it again."
                raise ReferenceProblem("unreadable_file", message) from error
        return self._parsed[file]

    def _step_down(self, value: Any, pointer: str, ref: str) -> Any:
        if not pointer.strip("/"):
            return value
        if not pointer.startswith("/"):
            raise ReferenceProblem("dangling_reference", f"Nothing stands at {_short(ref)}; correct the reference.")
        for part in pointer[1:].split("/"):
            key = unquote(part).replace("~1", "/").replace("~0", "~")
            value = _child(value, key)
            if value is _MISSING:
                raise ReferenceProblem("dangling_reference", f"Nothing stands at {_short(ref)}; correct the reference.")
        return value


_MISSING = object()


def _child(value: Any, key: str) -> Any:
    if isinstance(value, dict):
        return value.get(key, _MISSING)
    if isinstance(value, list) and key.isdigit() and int(key) < len(value):
        return value[int(key)]
    return _MISSING


def _short(ref: str) -> str:
    return ref if len(ref) <= 120 else ref[:120] + "..."


def _kind(value: Any) -> str:
    names = {dict: "an object", list: "a list", int: "a number", float: "a number", bool: "a boolean"}
    return names.get(type(value), "empty")
