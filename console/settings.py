"""Settings of the console: reads the environment once, here, and gives Django everything it asks for.

A missing or malformed variable stops the start with its name. These are all it reads:

    SECRET_KEY            needed unless `make run` has written var/secret_key
    DEBUG                 off unless "true"; never on in production
    DATABASE_URL          sqlite:///var/console.sqlite3, or postgres://user:password@host:port/name
    ALLOWED_HOSTS         comma separated host names; this machine only by default
    CSRF_TRUSTED_ORIGINS  comma separated origins, when a proxy ends TLS
    HTTPS                 "true" behind TLS: secure cookies, HSTS, redirect to https
    LOG_LEVEL             INFO by default
    API_RATE              requests of one token or person to the API, such as 600/min
    VAR_DIR               where one machine keeps its files; var/ by default
    IMPORT_ALLOWED_HOSTS  comma separated hosts (`host` or `host:port`) on a private network that documents may be
                          fetched from; none by default
    TOOL_AUTH_PREFIX      how the names of variables begin that hold credentials of called APIs; TOOL_AUTH_ by default
    HOST, PORT            where `make run` listens; 127.0.0.1 and 8000 by default
"""

import re
from typing import Any

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from console.logs import logging_config
from console.secret_key import BASE_DIR, VAR_DIR, read_secret_key

env = environ.Env()

# Core
DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = read_secret_key(env.str("SECRET_KEY", default="debug-only" if DEBUG else ""))
if not SECRET_KEY:
    raise ImproperlyConfigured(
        "SECRET_KEY is not set: give it a long random text, or run `make run` once, which makes var/secret_key."
    )
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
HTTPS = env.bool("HTTPS", default=False)
ROOT_URLCONF = "console.urls"
WSGI_APPLICATION = "console.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    # Before staticfiles, so that the development server too serves what production serves.
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "axes",
    "csp",
    "django_htmx",
    "django_tasks",
    "django_tasks_db",
    "drf_spectacular",
    "rest_framework",
    "selector",
    "learning",
    "console",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "console.middleware.RequestIdMiddleware",
    # Early, so that refusals of the rows below carry the policy too.
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "console.middleware.PreferencesMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    # After all that its answer needs, and before a view reads the body.
    "console.middleware.BodyLimitMiddleware",
    # Last: it turns the refusal of a locked-out sign-in into a response.
    "axes.middleware.AxesMiddleware",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]


# Database and jobs
def database_config(url: str) -> dict[str, Any]:
    """Return Django's database entry for a URL; SQLite gets what many processes on one file need."""
    config: dict[str, Any] = environ.Env.db_url_config(url)
    if config["ENGINE"] == "django.db.backends.sqlite3":
        config["OPTIONS"] = {
            # Seconds a writer waits for another one; the longest write is an import that goes live.
            "timeout": 20,
            # A deferred transaction that turns to writing fails at once when another has written meanwhile.
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON",
        }
    else:
        # Seconds a connection is kept; checked before each reuse, so a restarted server is no error page.
        config["CONN_MAX_AGE"] = 60
        config["CONN_HEALTH_CHECKS"] = True
    return config


DATABASES = {"default": database_config(env.str("DATABASE_URL", default=f"sqlite:///{VAR_DIR / 'console.sqlite3'}"))}

# Two queues, so that a long import never blocks a run. There is no default queue: each task names its own.
TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend", "QUEUES": ["interactive", "bulk"]}}

# People and sessions
AUTH_USER_MODEL = "selector.User"
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "login"

# Tries with one name from one address before a pause of that many hours; chosen to slow guessing, not people.
# The pair is counted, so that a proxy's single address never locks everybody out.
AXES_FAILURE_LIMIT = 8
AXES_COOLOFF_TIME = 0.25
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
AXES_DISABLE_ACCESS_LOG = True
AXES_VERBOSE = False
AXES_LOCKOUT_CALLABLE = "console.problems.locked_out"

# Seconds: a working day, so that nobody signs in twice a day.
SESSION_COOKIE_AGE = 12 * 60 * 60
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = HTTPS
CSRF_FAILURE_VIEW = "console.problems.csrf_failure"
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SECURE = HTTPS

SECURE_SSL_REDIRECT = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
# Seconds: one year, the least that browsers' preload lists take.
SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"


def content_security_policy() -> dict[str, Any]:
    """Return the policy: everything from this origin, nothing inline, nothing evaluated, nobody may frame a page."""
    own = (
        "default-src",
        "script-src",
        "style-src",
        "img-src",
        "font-src",
        "connect-src",
        "manifest-src",
        "form-action",
        "base-uri",
    )
    barred = ("object-src", "frame-src", "worker-src", "frame-ancestors")
    return {"DIRECTIVES": {name: [SELF] for name in own} | {name: [NONE] for name in barred}}


CONTENT_SECURITY_POLICY = content_security_policy()

# Documents and bodies
# Bytes of one uploaded document; the largest public OpenAPI documents are about 25 MB.
DOCUMENT_MAX_BYTES = 50 * 1024 * 1024
# Bytes of a whole request: one document and the form around it. More is answered 413 before it is read.
REQUEST_MAX_BYTES = DOCUMENT_MAX_BYTES + 512 * 1024
# Bytes of a request without its files, and of a file above which it is streamed to disk.
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
# Files of one upload: a document that is split into a folder.
DATA_UPLOAD_MAX_NUMBER_FILES = 1000
# Hosts that an import may fetch from although they are on a private network, or on another port than 80 and 443.
IMPORT_ALLOWED_HOSTS = frozenset(host.strip().lower() for host in env.list("IMPORT_ALLOWED_HOSTS", default=[]))

# Calls of tools
# How the names of variables begin that an auth profile may name: no profile can read the console's own secrets.
TOOL_AUTH_PREFIX = env.str("TOOL_AUTH_PREFIX", default="TOOL_AUTH_")
if not re.fullmatch(r"[A-Z][A-Z0-9_]{3,30}_", TOOL_AUTH_PREFIX) or "SECRET_KEY".startswith(TOOL_AUTH_PREFIX):
    raise ImproperlyConfigured(
        f'TOOL_AUTH_PREFIX is "{TOOL_AUTH_PREFIX}": write some capitals with a line at the end, as in TOOL_AUTH_.'
    )

# Languages and times
LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("ko", _("Korean"))]
LANGUAGE_COOKIE_NAME = "lang"
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# Static files
STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = VAR_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

# API and logs
# Bytes of one body of the API. Chosen: the longest query, its candidates and entities, all of it escaped.
API_MAX_BYTES = 256 * 1024
# Requests of one token or person in a time: "600/min", "20/s"; far above what an agent asks. Counted in each process.
API_RATE = env.str("API_RATE", default="600/min")
if not re.fullmatch(r"[1-9][0-9]*/(s|sec|second|m|min|minute|h|hour|d|day)", API_RATE):
    raise ImproperlyConfigured(f'API_RATE is "{API_RATE}": write a number and a time, as in 600/min.')
REST_FRAMEWORK = {
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    # Its own views name the rest; the framework loads its classes from here before ours can be.
    "EXCEPTION_HANDLER": "console.api.errors.handle",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Selector Console",
    "DESCRIPTION": "Which tool fits a query, and why: the same decisions, runs and evidence that the pages show.",
    "VERSION": "1",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    "SERVE_INCLUDE_SCHEMA": False,
    # "`read` - read" behind every choice says the same thing twice.
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "POSTPROCESSING_HOOKS": ["drf_spectacular.hooks.postprocess_schema_enums", "console.api.schema.add_problems"],
}
LOGGING = logging_config(env.str("LOG_LEVEL", default="INFO"))
