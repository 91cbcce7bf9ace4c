"""Gives the runs that are there already their rows of tools, out of what their select stage keeps."""

from django.db import migrations

# Runs read and rows written at once; chosen: some hundred KB of details in memory.
CHUNK_RUNS = 200


def fill(apps, schema_editor):
    run_candidate = apps.get_model("selector", "RunCandidate")
    records = apps.get_model("selector", "StageRecord").objects.filter(stage="select").select_related("run")
    rows = []
    for number, record in enumerate(records.order_by("pk").iterator(CHUNK_RUNS), start=1):
        rows += rows_of(run_candidate, record.run, record.detail.get("candidates", ()))
        if number % CHUNK_RUNS == 0:
            run_candidate.objects.bulk_create(rows)
            rows = []
    run_candidate.objects.bulk_create(rows)


def rows_of(run_candidate, run, candidates):
    """The rows of one run by name: its candidates, and its LLM and expected target where they are none of them."""
    rows = {}
    for row in candidates:
        rows[row["name"]] = run_candidate(
            run=run, collection_id=run.collection_id, tool_name=row["name"], rank=row["rank"], selected=row["selected"]
        )
    for name, flag in ((run.llm_target, "is_llm"), (run.expected_target, "is_expected")):
        if name:
            row = rows.setdefault(name, run_candidate(run=run, collection_id=run.collection_id, tool_name=name))
            setattr(row, flag, True)
    return rows.values()


def empty(apps, schema_editor):
    apps.get_model("selector", "RunCandidate").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("selector", "0003_run_candidates")]
    operations = [migrations.RunPython(fill, empty)]
