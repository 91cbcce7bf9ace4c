"""Settings: what stops the start, what each database gets, and the policy every page carries."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from console import secret_key
from console.settings import content_security_policy, database_config

ROOT = Path(__file__).resolve().parent.parent.parent


def load_settings(**environ: str) -> subprocess.CompletedProcess[str]:
    bare = {"PATH": os.environ["PATH"], "VAR_DIR": "/nowhere"}
    command = [sys.executable, "-c", "import console.settings"]
    return subprocess.run(command, cwd=ROOT, env=bare | environ, capture_output=True, text=True, check=False)


def test_missing_secret_key_stops_the_start_with_its_name():
    done = load_settings()

    assert done.returncode != 0
    assert "SECRET_KEY is not set" in done.stderr


@pytest.mark.parametrize("rate", ["", "fast", "0/min", "600", "600/fortnight"])
def test_a_rate_that_cannot_be_read_stops_the_start_with_its_name(rate: str):
    done = load_settings(SECRET_KEY="given", API_RATE=rate)

    assert done.returncode != 0
    assert "API_RATE is" in done.stderr


@pytest.mark.parametrize("prefix", ["", "S", "SECRET_", "tool_auth_", "TOOL_AUTH"])
def test_a_prefix_that_lets_too_much_be_read_stops_the_start_with_its_name(prefix: str):
    done = load_settings(SECRET_KEY="given", TOOL_AUTH_PREFIX=prefix)

    assert done.returncode != 0
    assert "TOOL_AUTH_PREFIX is" in done.stderr


@pytest.mark.parametrize("environ", [{"SECRET_KEY": "given"}, {"DEBUG": "true"}])
def test_settings_load_with_a_key_or_in_debug(environ: dict[str, str]):
    done = load_settings(**environ)

    assert done.returncode == 0, done.stderr


def test_key_is_made_once_and_readable_by_its_owner_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("SECRET_KEY")
    key_file = tmp_path / "var" / "secret_key"

    secret_key.ensure_secret_key(key_file)
    first = key_file.read_text()
    secret_key.ensure_secret_key(key_file)

    assert key_file.read_text() == first
    assert len(first) >= 50
    assert key_file.stat().st_mode & 0o777 == 0o600


def test_sqlite_is_opened_for_many_processes():
    options = database_config("sqlite:////srv/console.sqlite3")["OPTIONS"]

    assert options["transaction_mode"] == "IMMEDIATE"
    assert "journal_mode=WAL" in options["init_command"]
    assert "foreign_keys=ON" in options["init_command"]
    assert options["timeout"] == 20


def test_postgres_connections_are_kept_and_checked():
    config = database_config("postgres://user:secret@db.example:5432/console")

    assert (config["NAME"], config["HOST"], config["CONN_HEALTH_CHECKS"]) == ("console", "db.example", True)
    assert "OPTIONS" not in config


def test_policy_allows_this_origin_and_nothing_inline():
    directives = content_security_policy()["DIRECTIVES"]

    allowed = {source for sources in directives.values() for source in sources}

    assert allowed == {"'self'", "'none'"}
    assert directives["frame-ancestors"] == directives["object-src"] == ["'none'"]
    assert directives["default-src"] == directives["script-src"] == directives["form-action"] == ["'self'"]
