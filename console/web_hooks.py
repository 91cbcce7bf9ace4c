"""What a web process does beside its requests: gunicorn reads this file and calls its functions by their names."""

from typing import Any


def post_worker_init(_worker: Any) -> None:
    """Begin to build what first questions need, after the process was forked and the application loaded."""
    from selector.queries.warm import warmer

    warmer.start()
