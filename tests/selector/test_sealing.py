"""Sealed values open with the console's key, within a day, and not otherwise."""

import time

import pytest

from selector import sealing
from selector.sealing import open_sealed, seal

VALUES = {"inputs": {"note": "한 글", "number": 7, "list": [1, None]}, "half": "\ud800"}


def test_what_is_sealed_opens_as_it_was_and_shows_nothing():
    sealed = seal(VALUES)

    assert open_sealed(sealed) == VALUES
    assert "note" not in sealed


def test_two_seals_of_one_value_differ():
    assert seal(VALUES) != seal(VALUES)


@pytest.mark.parametrize("text", ["", "no seal", seal(VALUES)[:-5] + "AAAA=", seal(VALUES)[10:]])
def test_what_is_no_seal_opens_as_nothing(text: str):
    assert open_sealed(text) == {}


def test_another_key_opens_nothing_unless_it_is_the_one_before(settings):
    sealed, before = seal(VALUES), settings.SECRET_KEY
    settings.SECRET_KEY = "another-" + before

    closed = open_sealed(sealed)
    settings.SECRET_KEY_FALLBACKS = [before]

    assert (closed, open_sealed(sealed)) == ({}, VALUES)


def test_a_seal_opens_for_a_day(monkeypatch: pytest.MonkeyPatch):
    sealed, now = seal(VALUES), time.time()
    monkeypatch.setattr(time, "time", lambda: now + 24 * 3600 - 60)
    early = open_sealed(sealed)
    monkeypatch.setattr(time, "time", lambda: now + 24 * 3600 + 60)

    assert (early, open_sealed(sealed)) == (VALUES, {})
    assert sealing.KEPT_SECONDS == 86_400
