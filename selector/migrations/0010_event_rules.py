"""The trigger that keeps events of runs as written."""

from django.db import migrations

from selector.triggers import EVENT_TABLES, drop_statements, refuse_update_statements


def make(apps, schema_editor):
    _run(schema_editor, refuse_update_statements)


def drop(apps, schema_editor):
    _run(schema_editor, drop_statements)


def _run(schema_editor, statements):
    for table in EVENT_TABLES:
        for sql in statements(schema_editor.connection.vendor, table):
            # Statements stand as they are: `params=None` keeps their percent signs.
            schema_editor.execute(sql, params=None)


class Migration(migrations.Migration):
    dependencies = [("selector", "0009_auth_and_execution")]
    operations = [migrations.RunPython(make, drop)]
