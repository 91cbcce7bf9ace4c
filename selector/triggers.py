"""SQL that lets the database itself refuse a change of append-only rows; a vendor and a table in, statements out.

Only UPDATE is refused: a retention command may remove whole months, and tests empty the tables.
SQLite drops a table's triggers when a migration rebuilds the table; such a migration runs these statements again
(`tests/selector/test_append_only.py` fails until it does).
"""

from __future__ import annotations

APPEND_ONLY_TABLES = ("selector_auditevent", "selector_revision")
# Tables that came later; each has a migration of its own.
EVENT_TABLES = ("selector_runevent",)

POSTGRES_FUNCTION = """
CREATE OR REPLACE FUNCTION selector_refuse_update() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation'; END $$
"""


def refuse_update_statements(vendor: str, table: str) -> list[str]:
    """The SQL that makes UPDATE on `table` an error; safe to run again."""
    name = f"{table}_no_update"
    if vendor == "postgresql":
        return [
            POSTGRES_FUNCTION,
            (
                f"CREATE OR REPLACE TRIGGER {name} BEFORE UPDATE ON {table}"
                " FOR EACH ROW EXECUTE FUNCTION selector_refuse_update()"
            ),
        ]
    return [
        (
            f"CREATE TRIGGER IF NOT EXISTS {name} BEFORE UPDATE ON {table}"
            f" BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
        )
    ]


def drop_statements(vendor: str, table: str) -> list[str]:
    """The SQL that takes the trigger away again."""
    name = f"{table}_no_update"
    return [f"DROP TRIGGER IF EXISTS {name} ON {table}" if vendor == "postgresql" else f"DROP TRIGGER IF EXISTS {name}"]
