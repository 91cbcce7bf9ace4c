"""How the demo's collection reaches the demo shop: its host, its key by the name of a variable, its defaults."""

from typing import Any

from selector.models import AuditEvent, Collection, OverlayKind
from selector.services import Actor, allow_host, save_auth_profile, save_overlay_row

from .shop import HOST, KEY_VARIABLE, PORT

PROFILE = "demo shop key"
TENANT = "demo"
# What the shop asks of each call and nobody wants to type.
DEFAULTS = {"X-Tenant-Id": TENANT, "Accept-Language": "ko-KR"}
REASON = "데모 상점은 이 컴퓨터에서만 답합니다. The demo shop answers on this machine only."


def connect_shop(actor: Actor, collection: Collection) -> None:
    """Let the collection call the shop, once; what an admin takes away later stays away."""
    if AuditEvent.objects.filter(collection=collection, action="allowed_host.add").exists():
        return
    where: dict[str, Any] = {"actor": actor, "collection_id": collection.pk, "reason": REASON}
    allow_host(**where, host=f"{HOST}:{PORT}", is_private=True)
    save_auth_profile(**where, name=PROFILE, kind="bearer", variable=KEY_VARIABLE)
    for key, value in DEFAULTS.items():
        save_overlay_row(**where, kind=OverlayKind.CONTEXT_DEFAULT, tool_name="", key=key, value=value)
