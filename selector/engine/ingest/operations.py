"""Paths of a document in, its operations out: parameters merged, one body, one answer, links; broken pieces named."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from selector.engine.fields import Node
from selector.engine.ingest.problems import Problems, join_pointer
from selector.engine.ingest.refs import ReferenceProblem, Resolver
from selector.engine.ingest.schemas import SchemaReader

METHODS = ("get", "put", "post", "delete", "patch", "head", "options", "trace")
PLACES = frozenset({"path", "query", "header", "cookie"})
# The format says that header parameters with these names are ignored (OpenAPI 3.1, Parameter Object).
IGNORED_HEADERS = frozenset({"accept", "content-type", "authorization"})
# Characters of a parameter's description that are kept; chosen: one or two sentences.
MAX_DESCRIPTION = 300


@dataclass(frozen=True, slots=True)
class Payload:
    """A request body or an answer: `status` is "" for a body, `schema` None where the document has none.

    `encoding` says for fields of a form how each is written: style, explode, collectionFormat, contentType.
    """

    schema: Node | None
    media_type: str
    required: bool = False
    status: str = ""
    encoding: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        row: dict[str, Any] = {"media_type": self.media_type}
        if self.schema is not None:
            row["schema"] = self.schema
        if self.status:
            row["status"] = self.status
        else:
            row["required"] = self.required
        if self.encoding:
            row["encoding"] = {name: dict(words) for name, words in sorted(self.encoding.items())}
        return row


@dataclass(frozen=True, slots=True)
class Operation:
    """One readable operation, with its schemas already compact and its place in the document."""

    method: str
    path: str
    raw: dict[str, Any]
    shared: dict[str, Any]
    pointer: str
    parameters: tuple[dict[str, Any], ...]
    body: Payload | None
    response: Payload | None
    links: tuple[dict[str, Any], ...]


def text_of(value: Any) -> str:
    """A text as it stands, "" for anything else.

    >>> text_of(12), text_of(" a ")
    ('', 'a')
    """
    return value.strip() if isinstance(value, str) else ""


class OperationReader:
    """Reads every operation of `root`. `is_swagger` marks OpenAPI 2.0, whose parameters carry type, body and forms."""

    def __init__(self, root: dict[str, Any], resolver: Resolver, problems: Problems, is_swagger: bool) -> None:
        siblings_count = text_of(root.get("openapi")).startswith("3.1")
        self.schemas = SchemaReader(resolver, problems, siblings_count)
        self._root = root
        self._resolver = resolver
        self._problems = problems
        self._is_swagger = is_swagger
        self._shared_parameters: dict[tuple[str, str], tuple[dict[str, Any], dict[str, Any]] | None] = {}

    def read_all(self) -> Iterator[Operation]:
        """The operations, path by path in the document's order."""
        paths = self._root.get("paths")
        if paths is not None and not isinstance(paths, dict):
            self._problems.skip("/paths", "bad_paths", "paths is not an object; no operation can be read from it.")
        for key, raw_item in paths.items() if isinstance(paths, dict) else ():
            path = str(key)
            if path.startswith("x-"):
                continue
            item, file = self._followed(raw_item, "", ("paths", path))
            if not isinstance(item, dict):
                self._problems.skip(
                    join_pointer("paths", path),
                    "bad_path_item",
                    f"The path {path[:80]} holds no operations; it was left out.",
                )
                continue
            for method in METHODS:
                if method in item:
                    operation = self._read_one(path, method, item, file)
                    if operation is not None:
                        yield operation

    def _read_one(self, path: str, method: str, item: dict[str, Any], file: str) -> Operation | None:
        place = ("paths", path, method)
        raw = item[method]
        if not isinstance(raw, dict):
            self._problems.skip(
                join_pointer(*place),
                "bad_operation",
                f"{method.upper()} {path[:80]} is not an object; it was left out.",
            )
            return None
        parameters, loose = self._parameters(item, raw, file, path, place)
        response, links = self._response(raw, file, place)
        return Operation(
            method=method.upper(),
            path=path,
            raw=raw,
            shared=item,
            pointer=join_pointer(*place),
            parameters=tuple(parameters),
            body=self._body(raw, loose, file, place),
            response=response,
            links=tuple(links),
        )

    def _followed(self, value: Any, file: str, place: tuple[str, ...]) -> tuple[Any, str]:
        try:
            return self._resolver.follow(value, file)
        except ReferenceProblem as problem:
            self._problems.warn(join_pointer(*place), problem.reason, problem.message)
            return None, file

    def _parameters(
        self, item: dict[str, Any], raw: dict[str, Any], file: str, path: str, place: tuple[str, ...]
    ) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        """Parameters by (name, place), the operation's own over the path's; and 2.0's body and form parts apart."""
        merged: dict[tuple[str, str], dict[str, Any]] = {}
        loose: list[dict[str, Any]] = []
        for holder, holder_place in ((item, place[:2]), (raw, place)):
            values = holder.get("parameters", ())
            if not isinstance(values, (list, tuple)):
                self._problems.warn(
                    join_pointer(*holder_place, "parameters"),
                    "bad_parameters",
                    "parameters is not a list; it was left out.",
                )
                continue
            for index, value in enumerate(values):
                read = self._parameter(value, file, (*holder_place, "parameters", str(index)))
                if read is None:
                    continue
                compact, source = read
                if compact["in"] in ("body", "formData"):
                    loose.append(compact | {"source": source})
                else:
                    merged[compact["name"], compact["in"]] = compact
        kept = [
            value
            for value in merged.values()
            if value["in"] != "header" or value["name"].lower() not in IGNORED_HEADERS
        ]
        return kept + self._undeclared(path, kept, place), loose

    def _parameter(self, value: Any, file: str, place: tuple[str, ...]) -> tuple[dict[str, Any], dict[str, Any]] | None:
        ref = value.get("$ref") if isinstance(value, dict) else None
        if not isinstance(ref, str):
            return self._read_parameter(value, file, place)
        key = (ref, file)
        if key not in self._shared_parameters:
            self._shared_parameters[key] = self._read_parameter(value, file, place)
        return self._shared_parameters[key]

    def _read_parameter(
        self, value: Any, file: str, place: tuple[str, ...]
    ) -> tuple[dict[str, Any], dict[str, Any]] | None:
        raw, file = self._followed(value, file, place)
        name, where = (raw.get("name"), raw.get("in")) if isinstance(raw, dict) else (None, None)
        allowed = PLACES | {"body", "formData"} if self._is_swagger else PLACES
        if not isinstance(raw, dict) or not isinstance(name, str) or not name or where not in allowed:
            message = "The parameter needs a name and a place (path, query, header or cookie); it was left out."
            self._problems.warn(join_pointer(*place), "bad_parameter", message)
            return None
        compact: dict[str, Any] = {
            "name": name,
            "in": where,
            "required": raw.get("required") is True or where == "path",
        }
        compact["schema"] = self._parameter_schema(raw, file, place)
        description = text_of(raw.get("description"))
        if description:
            compact["description"] = self._problems.cleaner.clean(description, MAX_DESCRIPTION)
        compact |= _written(raw)
        if self._is_swagger and raw.get("type") == "array":
            compact.setdefault("collectionFormat", "csv")
        if raw.get("deprecated") is True:
            compact["deprecated"] = True
        return compact, raw

    def _parameter_schema(self, raw: dict[str, Any], file: str, place: tuple[str, ...]) -> Node:
        if "schema" in raw:
            return self.schemas.read(raw["schema"], file, (*place, "schema"))
        content = raw.get("content")
        if isinstance(content, dict):
            for media_type, media in content.items():
                if isinstance(media, dict) and "schema" in media:
                    return self.schemas.read(media["schema"], file, (*place, "content", str(media_type), "schema"))
        if self._is_swagger:
            words = {word: raw[word] for word in ("type", "format", "enum", "items") if word in raw}
            return self.schemas.read(words, file, place)
        return {}

    def _undeclared(self, path: str, known: list[dict[str, Any]], place: tuple[str, ...]) -> list[dict[str, Any]]:
        declared = {value["name"] for value in known if value["in"] == "path"}
        added = []
        for name in template_names(path):
            if name not in declared:
                message = f"The path has {{{name}}} but no parameter of that name; it is taken as a required text."
                self._problems.warn(join_pointer(*place), "undeclared_path_parameter", message)
                added.append({"name": name, "in": "path", "required": True, "schema": {"type": "string"}})
        return added

    def _body(
        self, raw: dict[str, Any], loose: list[dict[str, Any]], file: str, place: tuple[str, ...]
    ) -> Payload | None:
        if loose:
            return self._swagger_body(raw, loose)
        body, file = self._followed(raw.get("requestBody"), file, (*place, "requestBody"))
        if not isinstance(body, dict):
            return None
        schema, media_type = self._content(body.get("content"), file, (*place, "requestBody", "content"))
        content = body.get("content")
        media = content.get(media_type) if isinstance(content, dict) else None
        encoding = _encoding(media.get("encoding")) if isinstance(media, dict) else {}
        return Payload(schema, media_type, required=body.get("required") is True, encoding=encoding)

    def _swagger_body(self, raw: dict[str, Any], loose: list[dict[str, Any]]) -> Payload:
        for part in loose:
            if part["in"] == "body":
                return Payload(part["schema"], "application/json", required=part["source"].get("required") is True)
        kinds = raw.get("consumes", self._root.get("consumes"))
        multipart = isinstance(kinds, list) and "multipart/form-data" in kinds
        node: Node = {"type": "object", "properties": {part["name"]: part["schema"] for part in loose}}
        node["required"] = sorted(part["name"] for part in loose if part["required"])
        media_type = "multipart/form-data" if multipart else "application/x-www-form-urlencoded"
        encoding = {part["name"]: words for part in loose if (words := _written(part))}
        return Payload(node, media_type, required=bool(node["required"]), encoding=encoding)

    def _response(
        self, raw: dict[str, Any], file: str, place: tuple[str, ...]
    ) -> tuple[Payload | None, list[dict[str, Any]]]:
        """The answer of a success: the first 2xx with a schema, else the first 2xx, else the default."""
        responses = raw.get("responses")
        if not isinstance(responses, dict):
            if responses is not None or "responses" in raw:
                self._problems.warn(
                    join_pointer(*place, "responses"),
                    "bad_responses",
                    "responses is not an object; the answer is unknown.",
                )
            return None, []
        codes = sorted(str(code) for code in responses if str(code)[:1] == "2") or [
            code for code in ("default",) if code in responses
        ]
        by_text = {str(code): value for code, value in responses.items()}
        best: Payload | None = None
        links: list[dict[str, Any]] = []
        for code in codes:
            here = (*place, "responses", code)
            response, response_file = self._followed(by_text[code], file, here)
            if not isinstance(response, dict):
                continue
            links.extend(self._links(response, response_file, here))
            if best is None or best.schema is None:
                found = self._answer(response, response_file, here, code, raw)
                if best is None or found.schema is not None:
                    best = found
        return best, links

    def _answer(
        self, response: dict[str, Any], file: str, place: tuple[str, ...], code: str, raw: dict[str, Any]
    ) -> Payload:
        if not self._is_swagger:
            schema, media_type = self._content(response.get("content"), file, (*place, "content"))
            return Payload(schema, media_type, status=code)
        if "schema" not in response:
            return Payload(None, "", status=code)
        kinds = raw.get("produces", self._root.get("produces"))
        media_type = str(kinds[0]) if isinstance(kinds, list) and kinds else "application/json"
        return Payload(self.schemas.read(response["schema"], file, (*place, "schema")), media_type, status=code)

    def _content(self, content: Any, file: str, place: tuple[str, ...]) -> tuple[Node | None, str]:
        content, file = self._followed(content, file, place)
        if not isinstance(content, dict) or not content:
            return None, ""
        media_type = min((str(kind) for kind in content), key=lambda kind: (_media_order(kind), kind))
        media = content.get(media_type)
        if not isinstance(media, dict) or "schema" not in media:
            return None, media_type
        return self.schemas.read(media["schema"], file, (*place, media_type, "schema")), media_type

    def _links(self, response: dict[str, Any], file: str, place: tuple[str, ...]) -> list[dict[str, Any]]:
        links = response.get("links")
        found = []
        for name, value in links.items() if isinstance(links, dict) else ():
            link, _ = self._followed(value, file, (*place, "links", str(name)))
            if isinstance(link, dict):
                found.append({"pointer": join_pointer(*place, "links", name), "link": link})
        return found


def template_names(path: str) -> list[str]:
    """The names between braces in a path template, in order, each once.

    >>> template_names("/a/{x}/b/key={y}/{x}")
    ['x', 'y']
    """
    names: list[str] = []
    for part in path.split("{")[1:]:
        name = part.partition("}")[0]
        if "}" in part and name and name not in names:
            names.append(name)
    return names


def is_json(media_type: str) -> bool:
    """Whether a media type carries JSON, `+json` types included."""
    plain = media_type.partition(";")[0].strip().lower()
    return plain in ("application/json", "text/json", "*/*", "application/*") or plain.endswith("+json")


def _written(raw: Mapping[str, Any]) -> dict[str, Any]:
    """How a value is written into a request, as far as the document departs from what is usual."""
    words: dict[str, Any] = {
        word: raw[word][:40] for word in ("style", "collectionFormat") if isinstance(raw.get(word), str)
    }
    words |= {word: raw[word] for word in ("explode", "allowReserved") if isinstance(raw.get(word), bool)}
    content = raw.get("content")
    if isinstance(content, dict) and content and "schema" not in raw:
        words["media_type"] = str(next(iter(content)))[:80]
    return words


def _encoding(rows: Any) -> dict[str, dict[str, Any]]:
    """The encoding of a form's fields; of a content type the first one that is allowed."""
    found: dict[str, dict[str, Any]] = {}
    for name, row in rows.items() if isinstance(rows, dict) else ():
        if not isinstance(row, dict):
            continue
        words = _written(row)
        if isinstance(row.get("contentType"), str):
            words["contentType"] = row["contentType"].partition(",")[0].strip()[:80]
        if words:
            found[str(name)] = words
    return found


def _media_order(kind: str) -> int:
    plain = kind.partition(";")[0].strip().lower()
    if plain == "application/json":
        return 0
    if is_json(plain):
        return 1
    forms = ("application/x-www-form-urlencoded", "multipart/form-data")
    return 2 + forms.index(plain) if plain in forms else 5
