"""The server of these tests."""

from collections.abc import Iterator

import pytest

from .loopback import Loopback, loopback


@pytest.fixture
def server() -> Iterator[Loopback]:
    with loopback() as state:
        yield state
