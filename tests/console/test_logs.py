"""Logs: one JSON line for each event, without the values that a failing function held."""

import json
import logging
import sys

import structlog

from console.logs import logging_config


def line_of(record: logging.LogRecord) -> str:
    fields = dict(logging_config("INFO")["formatters"]["json"])
    fields.pop("()")
    return structlog.stdlib.ProcessorFormatter(**fields).format(record)


def failed_call() -> None:
    credential = "hunter2-and-more"
    raise ValueError(len(credential))


def test_a_traceback_names_its_lines_and_no_values():
    try:
        failed_call()
    except ValueError:
        record = logging.LogRecord("selector", logging.ERROR, "x.py", 1, "It failed", None, sys.exc_info())

    line = line_of(record)

    assert "failed_call" in line
    assert "hunter2" not in line
    assert json.loads(line)["event"] == "It failed"


def test_clients_of_http_write_no_addresses():
    loggers = logging_config("DEBUG")["loggers"]

    assert (loggers["httpx"], loggers["httpcore"]) == ({"level": "WARNING"}, {"level": "WARNING"})
