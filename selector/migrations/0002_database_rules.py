"""Triggers that keep audit and revisions as written, and the index for text search of runs."""

from django.db import migrations

from selector.search import index_statements, index_table
from selector.triggers import APPEND_ONLY_TABLES, drop_statements, refuse_update_statements

SEARCHED_TABLE = "selector_selectorrun"


def make(apps, schema_editor):
    vendor = schema_editor.connection.vendor
    statements = [sql for table in APPEND_ONLY_TABLES for sql in refuse_update_statements(vendor, table)]
    _run(schema_editor, statements + index_statements(vendor, SEARCHED_TABLE))


def drop(apps, schema_editor):
    vendor = schema_editor.connection.vendor
    statements = [sql for table in APPEND_ONLY_TABLES for sql in drop_statements(vendor, table)]
    index = index_table(SEARCHED_TABLE)
    if vendor == "postgresql":
        statements.append(f"DROP INDEX IF EXISTS {index}")
    else:
        statements += [f"DROP TRIGGER IF EXISTS {index}_{what}" for what in ("insert", "delete", "update")]
        statements.append(f"DROP TABLE IF EXISTS {index}")
    _run(schema_editor, statements)


def _run(schema_editor, statements):
    # Statements stand as they are: `params=None` keeps their percent signs.
    for sql in statements:
        schema_editor.execute(sql, params=None)


class Migration(migrations.Migration):
    dependencies = [("selector", "0001_initial")]
    operations = [migrations.RunPython(make, drop)]
