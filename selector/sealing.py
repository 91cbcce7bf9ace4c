"""Values that people typed in, a text that only this console can open again out, and the other way round.

The key is derived from `SECRET_KEY`: with another one, or too late, a text opens as nothing, and people are asked anew.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from typing import Any

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

# Seconds for which typed values are kept at most, whatever their run does (decisions: "until the run ends or for 24
# hours").
KEPT_SECONDS = 24 * 60 * 60
# What the key is for, so that no other use of `SECRET_KEY` has the same one.
PURPOSE = b"selector: values of runs, 1"


def seal(values: Mapping[str, Any]) -> str:
    """The values as an encrypted text."""
    return _box().encrypt(json.dumps(dict(values), ensure_ascii=False).encode("utf-8", "surrogatepass")).decode()


def open_sealed(text: str) -> dict[str, Any]:
    """What `seal` was given; nothing where the text is too old, of another key, or no such text."""
    try:
        raw = _box().decrypt(text.encode(), ttl=KEPT_SECONDS)
    except InvalidToken:
        return {}
    return dict(json.loads(raw.decode("utf-8", "surrogatepass")))


def _box() -> MultiFernet:
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return MultiFernet([Fernet(base64.urlsafe_b64encode(_derived(str(key)))) for key in keys])


def _derived(key: str) -> bytes:
    return HKDF(algorithm=SHA256(), length=32, salt=None, info=PURPOSE).derive(key.encode())
