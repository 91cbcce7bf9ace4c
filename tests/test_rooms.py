"""The walls between the rooms: what the engine may never see."""

import ast
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
IMPORT_ENGINE_WITHOUT_FRAMEWORKS = """
import importlib, pkgutil, sys
for name in ("django", "rest_framework", "httpx", "requests", "urllib.request", "structlog", "psycopg"):
    sys.modules[name] = None
import selector.engine
names = [module.name for module in pkgutil.walk_packages(selector.engine.__path__, "selector.engine.")]
for name in names:
    importlib.import_module(name)
print(len(names))
"""
# Whole packages are forbidden by import-linter; of urllib and uuid the engine may use the parsing and nothing else.
FORBIDDEN_NAMES = {"urllib.request", "ftplib", "smtplib", "uuid.uuid1", "uuid.uuid4"}

# What stands above the leaves in the engine; import-linter orders these among themselves.
UPPER = {"__init__", "quality", "learning", "plan", "selection", "build", "retrieval", "ingest"}


def test_whole_engine_imports_where_there_is_no_django():
    python = [sys.executable, "-W", "error", "-c", IMPORT_ENGINE_WITHOUT_FRAMEWORKS]

    done = subprocess.run(python, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)

    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 5


def test_selector_package_is_empty_so_that_its_engine_imports_alone():
    package = ROOT / "selector" / "__init__.py"

    text = package.read_text(encoding="utf-8")

    assert text == ""


def test_engine_opens_no_connection_and_makes_no_ids():
    modules = sorted((ROOT / "selector" / "engine").rglob("*.py"))

    guilty = [(path.name, name) for path in modules for name in imported_names(path) if name in FORBIDDEN_NAMES]

    assert guilty == []


def test_leaves_of_the_engine_use_nothing_above_them():
    leaves = [path for path in (ROOT / "selector" / "engine").glob("*.py") if path.stem not in UPPER]
    upper = tuple(f"selector.engine.{name}" for name in UPPER if name != "__init__")

    guilty = [(path.name, name) for path in leaves for name in imported_names(path) if name.startswith(upper)]

    assert guilty == []


def test_nothing_but_the_console_imports_the_console():
    modules = [path for room in ("selector", "learning") for path in (ROOT / room).rglob("*.py")]

    guilty = [path.name for path in modules for name in imported_names(path) if name.split(".")[0] == "console"]

    assert guilty == []


def imported_names(path: Path) -> set[str]:
    """Return the full names of all modules that a file imports, those inside functions too."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            package = path.relative_to(ROOT).parent.parts
            above = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join([*above, *filter(None, [node.module])])
            names |= {module} | {f"{module}.{alias.name}" for alias in node.names}
    return names
