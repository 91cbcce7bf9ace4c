"""The secret key: takes the environment and the key file, gives the key, and makes the file for a one-machine start."""

import os
import secrets
from pathlib import Path

BASE_DIR = Path(__file__).resolve().parent.parent
# Where one machine keeps its database, key, collected files and logs; nothing in it is part of the project.
VAR_DIR = Path(os.environ.get("VAR_DIR") or BASE_DIR / "var")
KEY_FILE = VAR_DIR / "secret_key"


def read_secret_key(environ_value: str, key_file: Path = KEY_FILE) -> str:
    """Return the key of the environment, else the key in the file, else an empty text."""
    if environ_value:
        return environ_value
    try:
        return key_file.read_text(encoding="ascii").strip()
    except FileNotFoundError:
        return ""


def ensure_secret_key(key_file: Path = KEY_FILE) -> None:
    """Write a new random key to the file, readable by its owner only, unless there is a key already."""
    if read_secret_key(os.environ.get("SECRET_KEY", ""), key_file):
        return
    key_file.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(key_file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        # 50 bytes: as long as Django's own `startproject` makes it, so that `check --deploy` is content.
        file.write(secrets.token_urlsafe(50))
