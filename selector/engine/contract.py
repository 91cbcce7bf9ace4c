"""A tool's parameters, body and answer as compact schemas in, its consumed and produced fields out, on demand."""

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import islice
from typing import Any

from selector.engine.fields import Field, Leaf, Node, SchemaTable
from selector.engine.nouns import ID_WORDS, plain_words, singular_words, snake

# Inputs that say where or how somebody works; they come from the collection's defaults or from a person, never from an
# answer. Names in normal form (snake case, singular).
CONTEXT_NAMES = frozenset(
    "tenant tenant_id locale lang language namespace currency currency_code site site_id timezone time_zone tz "
    "accept_language content_language x_tenant_id x_tenant x_locale store_view channel_locale country_locale "
    "idempotency_key x_idempotency_key x_request_id request_id correlation_id x_correlation_id x_trace_id trace_id "
    "traceparent user_agent if_match if_none_match if_modified_since x_forwarded_for accept content_type "
    "field_manager dry_run pretty".split()
)
AUTH_NAMES = frozenset(
    "authorization x_authorization token access_token api_key apikey x_api_key x_auth_token auth_token bearer "
    "bearer_token signature x_signature client_secret secret_key refresh_token x_access_token csrf_token x_csrf_token "
    "session_token x_line_signature app_secret".split()
)
# These are credentials only in a header, a cookie or the query; in a body `token` is as often a card or a push token.
AUTH_OUTSIDE_BODY = frozenset({"token", "signature", "refresh_token"})
PAGING_NAMES = frozenset(
    "page limit offset cursor sort per_page page_size page_number page_no page_token next_token size sort_by "
    "sort_order order_by sort_dir sort_direction direction starting_after ending_before start_at max_result "
    "continuation_token "
    "continue next_cursor marker page_index row_count with_total max_per_page start_after max_key".split()
)
PAGING_IN_QUERY = frozenset(
    {"after", "before", "start", "skip", "top", "take", "order", "first", "last", "count", "from", "end"}
)


@lru_cache(maxsize=65536)
def field_kind(name: str, location: str) -> str:
    """data, context, auth or paging, by an input's name and place.

    >>> field_kind("tenantId", "header"), field_kind("orderId", "path"), field_kind("page", "query")
    ('context', 'data', 'paging')
    """
    plain = snake(name)
    if location == "cookie" and {"session", "sid", "jsessionid", "auth", "token"} & set(plain.split("_")):
        return "auth"
    if plain in AUTH_NAMES and not (location == "body" and plain in AUTH_OUTSIDE_BODY):
        return "auth"
    if plain in CONTEXT_NAMES:
        return "context"
    if plain in PAGING_NAMES and location != "path":
        return "paging"
    if plain in PAGING_IN_QUERY and location == "query":
        return "paging"
    return "data"


@lru_cache(maxsize=65536)
def semantic_tag(name: str, owner: str) -> str:
    """The normal form by which inputs and outputs meet: a bare identifier is joined to what owns it.

    >>> semantic_tag("id", "User"), semantic_tag("userId", ""), semantic_tag("memberNo", "Delivery")
    ('user_id', 'user_id', 'member_no')
    """
    words = singular_words(name)
    if len(words) == 1 and words[0] in ID_WORDS and owner:
        return f"{snake(owner)}_{words[0]}"
    return "_".join(words)


# Contracts of one collection whose rows are kept; chosen: more than the candidates of one selection.
MAX_RECENT = 64


class LazyContract(dict[str, Any]):
    """`consumes` and `produces` of one tool: a dict whose lists are flattened from shared schemas at first access.

    >>> contract = LazyContract(
    ...     SchemaTable({}), [{"name": "id", "in": "path", "required": True, "schema": {}}], None, None, "user"
    ... )
    >>> contract["consumes"][0]["semantic_tag"]
    'user_id'
    """

    __slots__ = ("body", "parameters", "resource", "response", "table")

    def __init__(
        self,
        table: SchemaTable,
        parameters: list[dict[str, Any]],
        body: Mapping[str, Any] | None,
        response: Mapping[str, Any] | None,
        resource: str,
    ) -> None:
        # The keys stand from the start, so that the length and the order of keys are right before anything is read.
        super().__init__(consumes=None, produces=None)
        self.table = table
        self.parameters = parameters
        self.body = body
        self.response = response
        self.resource = resource

    @property
    def consumed(self) -> tuple[Field, ...]:
        """The inputs as values: parameters in their order, then the fields of the body."""
        inputs = [_parameter_field(self.table, parameter, self.resource) for parameter in self.parameters]
        return (*inputs, *self._body_fields())

    @property
    def produced(self) -> tuple[Field, ...]:
        """The fields of a successful answer, nearest first."""
        return tuple(
            _leaf_field(leaf, self.resource, "body", leaf.required)
            for leaf in self.leaves()
            if leaf.name and not leaf.shape.write_only
        )

    def output_names(self, limit: int | None = None) -> tuple[str, ...]:
        """The distinct names of the produced fields, nearest first, at most `limit`; far cheaper than `produced`."""
        if not self.response or "schema" not in self.response:
            return ()
        leaves = self.table.each_leaf(self.response["schema"])
        names = distinct(leaf.name for leaf in leaves if leaf.name and not leaf.shape.write_only)
        return tuple(islice(names, limit))

    def input_names(self) -> tuple[tuple[str, bool], ...]:
        """Name and necessity of each input in the order of `consumed`, without making its fields."""
        names = [(parameter["name"], bool(parameter.get("required"))) for parameter in self.parameters]
        if not self.body or "schema" not in self.body:
            return tuple(names)
        is_list = self.table.shape(self.body["schema"]).type == "array"
        if is_list:
            names.append(("body", bool(self.body.get("required"))))
        leaves = self.table.leaves(self.body["schema"])[0]
        kept = (leaf for leaf in leaves if not leaf.shape.read_only and (leaf.name or not is_list))
        return (*names, *((leaf.name or "body", leaf.required) for leaf in kept))

    @property
    def has_response_schema(self) -> bool:
        return self.response is not None and "schema" in self.response

    def leaves(self) -> tuple[Leaf, ...]:
        """The leaf fields of the answer with their schemas, for whoever needs more than `produced` tells."""
        return self.table.leaves(self.response["schema"])[0] if self.response and "schema" in self.response else ()

    def truncated(self) -> bool:
        """Whether a bound on depth or number cut fields off."""
        nodes = [part["schema"] for part in (self.body, self.response) if part and "schema" in part]
        return any(self.table.was_cut(node) for node in nodes)

    def _body_fields(self) -> list[Field]:
        if not self.body or "schema" not in self.body:
            return []
        node: Node = self.body["schema"]
        shape = self.table.shape(node)
        fields = []
        if shape.type == "array":
            fields.append(Field("body", "body", bool(self.body.get("required")), "array", json_path="[]"))
        for leaf in self.table.leaves(node)[0]:
            if leaf.shape.read_only or (not leaf.name and shape.type == "array"):
                continue
            fields.append(_leaf_field(leaf, self.resource, "body", leaf.required))
        return fields

    def _plain(self) -> dict[str, Any]:
        """Both sides as rows. They multiply the schemas by up to twelve, so only those read last are kept."""
        recent: OrderedDict[int, tuple[LazyContract, dict[str, Any]]] = self.table.recent
        known = recent.pop(id(self), None)
        if known is None:
            sides = {"consumes": self.consumed, "produces": self.produced}
            known = (self, {side: [field.to_dict() for field in fields] for side, fields in sides.items()})
        recent[id(self)] = known
        if len(recent) > MAX_RECENT:
            recent.popitem(last=False)
        return known[1]

    def __getitem__(self, key: str) -> Any:
        return self._plain()[key]

    def get(self, key: str, default: Any = None) -> Any:
        return self._plain().get(key, default)

    def items(self) -> Any:
        return self._plain().items()

    def values(self) -> Any:
        return self._plain().values()

    # `dict(contract)` copies the bare slots of a subclass unless iteration is overridden too.
    def __iter__(self) -> Iterator[str]:
        return iter(("consumes", "produces"))

    def copy(self) -> dict[str, Any]:
        return dict(self.items())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, dict) and dict(self.items()) == dict(other.items())

    __hash__ = None

    def __repr__(self) -> str:
        return repr(self.copy())

    def __or__(self, other: dict[Any, Any]) -> dict[Any, Any]:
        return {**self.copy(), **other}

    def __reduce__(self) -> tuple[Any, ...]:
        return dict, (self.copy(),)


def contract_of(tool: Mapping[str, Any]) -> LazyContract | None:
    """The lazy contract of a tool that was read from a document, None for one that came as a plain dict."""
    metadata = tool.get("metadata")
    contract = metadata.get("api_contract") if isinstance(metadata, Mapping) else None
    return contract if isinstance(contract, LazyContract) else None


def distinct(names: Iterable[str]) -> Iterator[str]:
    """Each name once, at its first place, as they come.

    >>> list(distinct(["id", "name", "id"]))
    ['id', 'name']
    """
    seen: set[str] = set()
    for name in names:
        if name not in seen:
            seen.add(name)
            yield name


def _parameter_field(table: SchemaTable, parameter: Mapping[str, Any], resource: str) -> Field:
    shape = table.shape(parameter.get("schema") or {})
    name, place = parameter["name"], parameter["in"]
    items = table.shape(shape.items) if shape.items is not None else shape
    owner = parameter.get("owner", resource if place == "path" else "")
    return Field(
        field_name=name,
        location=place,
        required=bool(parameter.get("required")),
        type=shape.type or "string",
        format=shape.format or items.format,
        enum=shape.enum or items.enum,
        semantic_tag=semantic_tag(name, owner),
        json_path=name,
        kind=parameter.get("kind") or field_kind(name, place),
    )


def _leaf_field(leaf: Leaf, resource: str, location: str, required: bool) -> Field:
    name = leaf.name or "body"
    owner = leaf.owner if leaf.depth > 1 and leaf.owner else (leaf.owner or resource)
    return Field(
        field_name=name,
        location=location,
        required=required,
        type=leaf.shape.type,
        format=leaf.shape.format,
        enum=leaf.shape.enum,
        semantic_tag=semantic_tag(name, owner_name(owner)),
        json_path=leaf.path,
        kind=field_kind(name, location),
    )


@lru_cache(maxsize=65536)
def owner_name(owner: str) -> str:
    """The thing that a schema describes: its name without package, request and list words.

    >>> owner_name("io.k8s.api.core.v1.PodList"), owner_name("CreateOrderRequest"), owner_name("full-repository")
    ('pod', 'order', 'repository')
    """
    words = [word for word in singular_words(owner.rsplit(".", 1)[-1]) if not word.isdigit()]
    count = len(words)
    while len(words) > 1 and words[0] in LEADING_WORDS:
        words.pop(0)
    # A request is a thing of its own (a pull request) unless a verb says that it is the form of a call.
    ends = TRAILING_WORDS | {"request"} if len(words) < count else TRAILING_WORDS
    while len(words) > 1 and words[-1] in ends:
        words.pop()
    return "_".join(words)


LEADING_WORDS = frozenset(
    "create update get list post put patch delete add set new nullable minimal simple full base basic public private "
    "api admin store paged abstract generic the a an default partial webhook webhooks v1 v2 v3 search find".split()
)
TRAILING_WORDS = frozenset(
    "response list dto result page paged collection resource model entity detail info simple full base draft "
    "payload output input params param body schema object data bean vo view json compact record summary query "
    "successful success full mini normal short extended expanded lite".split()
)


def words_in(name: str) -> frozenset[str]:
    """The singular words of a name as a set, for overlap tests."""
    return frozenset(singular_words(name)) | frozenset(plain_words(name))
