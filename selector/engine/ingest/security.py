"""Servers and security of a document or an operation in, the parts that a caller needs out; never a credential."""

import re
from collections.abc import Mapping
from typing import Any

# Servers kept for one document; chosen.
MAX_SERVERS = 20


def read_servers(holder: Mapping[str, Any], is_swagger: bool) -> list[str]:
    """The base URLs, without user, query and fragment, and with the default of each of their variables."""
    if is_swagger:
        return _swagger_servers(holder)
    servers = holder.get("servers")
    rows = [server for server in servers if isinstance(server, dict)] if isinstance(servers, list) else []
    return [_plain(_filled(row["url"], row.get("variables"))) for row in rows if isinstance(row.get("url"), str)][
        :MAX_SERVERS
    ]


def _filled(url: str, variables: Any) -> str:
    for name, variable in variables.items() if isinstance(variables, dict) else ():
        default = variable.get("default") if isinstance(variable, dict) else None
        if isinstance(default, str | int):
            url = url.replace(f"{{{name}}}", str(default))
    return url


def _swagger_servers(root: Mapping[str, Any]) -> list[str]:
    host, base = root.get("host"), root.get("basePath")
    base = base.rstrip("/") if isinstance(base, str) else ""
    if not isinstance(host, str) or not host:
        return [base] if base else []
    schemes = root.get("schemes")
    kinds = [kind for kind in schemes if isinstance(kind, str)] if isinstance(schemes, list) else []
    return [_plain(f"{kind}://{host}{base}") for kind in kinds or ["https"]]


def _plain(url: str) -> str:
    without_query = re.split(r"[?#]", url.strip(), maxsplit=1)[0]
    return re.sub(r"^([a-z][a-z0-9+.-]*://)[^/@]*@", r"\1", without_query, flags=re.IGNORECASE)[:300]


def security_of(raw: Mapping[str, Any], root: Mapping[str, Any]) -> list[list[str]]:
    """The alternatives of an operation, each the names of the schemes that it needs together; empty: none declared."""
    wanted = raw.get("security", root.get("security"))
    rows = wanted if isinstance(wanted, list) else []
    return [sorted(str(name) for name in row) for row in rows if isinstance(row, dict)]


def read_schemes(root: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """The security schemes by name: type, and where the credential goes."""
    components = root.get("components")
    schemes = components.get("securitySchemes") if isinstance(components, dict) else None
    schemes = schemes if isinstance(schemes, dict) else root.get("securityDefinitions")
    found = {}
    for name, scheme in schemes.items() if isinstance(schemes, dict) else ():
        if isinstance(scheme, dict):
            words = ("type", "scheme", "in", "name")
            found[str(name)] = {word: str(scheme[word])[:100] for word in words if isinstance(scheme.get(word), str)}
    return found
