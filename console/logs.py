"""Logs: takes a level and gives Django a configuration that writes one JSON line per event, with the request's id."""

from typing import Any

import structlog
from structlog.types import Processor


def logging_config(level: str) -> dict[str, Any]:
    """Return a `dictConfig` that sends our events and the libraries' records to standard error in one shape.

    Example line: `{"request_id": "4f0c...", "level": "info", "timestamp": "2026-01-01T00:00:00Z", "event": "request"}`.
    """
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.PositionalArgumentsFormatter(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        # Without the values of variables: a credential or what somebody typed may be among them.
        structlog.processors.ExceptionRenderer(structlog.tracebacks.ExceptionDictTransformer(show_locals=False)),
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    last: list[Processor] = [
        structlog.stdlib.ProcessorFormatter.remove_processors_meta,
        # Korean stays readable in the log.
        structlog.processors.JSONRenderer(ensure_ascii=False),
    ]
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "json": {"()": structlog.stdlib.ProcessorFormatter, "foreign_pre_chain": shared, "processors": last}
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # Django's own handlers would write each error a second time and mail it.
            "django": {"handlers": [], "level": level, "propagate": True},
            "django.server": {"handlers": [], "level": level, "propagate": True},
            # They write whole addresses, in whose queries a key may stand.
            "httpx": {"level": "WARNING"},
            "httpcore": {"level": "WARNING"},
        },
    }
