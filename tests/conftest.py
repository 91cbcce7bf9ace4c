"""What all tests share: which of them use the database, where the shared data is, and Chromium only when asked."""

from pathlib import Path

import pytest
from django.test import TransactionTestCase

ROOT = Path(__file__).resolve().parent.parent
BROWSER = ROOT / "tests" / "browser"
SHARED = ROOT.parent / "shared"
DATABASE_FIXTURES = {"db", "transactional_db", "django_db_reset_sequences", "live_server", "admin_user", "admin_client"}


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    # Playwright's event loop stays in its process and Django refuses its database beside one: `pytest tests/browser`.
    asked = any(Path(arg.split("::")[0]).resolve().is_relative_to(BROWSER) for arg in config.args)
    return True if collection_path == BROWSER and not asked else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        test_class = getattr(item, "cls", None)
        if (
            item.get_closest_marker("django_db")
            or fixtures & DATABASE_FIXTURES
            or (test_class and issubclass(test_class, TransactionTestCase))
        ):
            item.add_marker(pytest.mark.database)


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real documents and labelled cases beside the repository; skips where there is none."""
    data = SHARED / "data"
    if not data.is_dir():
        pytest.skip(f"the shared data is not beside the repository: {data}")
    return data
