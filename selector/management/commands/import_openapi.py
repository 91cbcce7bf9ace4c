"""A document in a file, a folder, an archive or at an address in, a live version of a collection out, with one line."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from selector.archives import is_part, pack_files
from selector.models import Collection, Import, ImportState
from selector.services import Actor, ServiceError, confirm_import, create_collection, start_import


class Command(BaseCommand):
    help = "Import an OpenAPI document into a collection, which is made if it is not there, and make it live."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the collection: lower case letters, digits and hyphens")
        parser.add_argument("file", help="the document as JSON or YAML, a zip or folder of its files, or its address")
        parser.add_argument("--root", default="", help="the main file, where a zip or folder has several")
        parser.add_argument("--name", default="", help="the name of a new collection")
        parser.add_argument("--source", default="", help="the source in the collection (default: main)")
        parser.add_argument("--namespace", default="", help="what stands before names once there are several sources")

    def handle(
        self, *, slug: str, file: str, root: str, name: str, source: str, namespace: str, **options: Any
    ) -> None:
        actor = Actor.for_command()
        handed = _handed(file)
        try:
            record = start_import(
                actor=actor,
                collection=_collection(actor, slug, name),
                root_file=root,
                source_name=source,
                namespace=namespace,
                run_now=True,
                **handed,
            )
            if record.state == ImportState.READY:
                record = confirm_import(actor=actor, import_id=record.pk, version=record.version)
        except ServiceError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(_summary(slug, record))


def _handed(text: str) -> dict[str, Any]:
    """What `start_import` takes of an address, a folder or a file."""
    if text.startswith(("http://", "https://")):
        return {"url": text}
    file = Path(text)
    return {"document": _read(file), "file_name": file.name}


def _read(file: Path) -> bytes:
    try:
        if not file.is_dir():
            return file.read_bytes()
        names = {path.relative_to(file).as_posix(): path for path in sorted(file.rglob("*")) if path.is_file()}
        return pack_files({name: path.read_bytes() for name, path in names.items() if is_part(name)})
    except OSError as error:
        raise CommandError(f"{file} cannot be read: {error.strerror}.") from error


def _collection(actor: Actor, slug: str, name: str) -> Collection:
    known = Collection.objects.filter(slug=slug).first()
    return known or create_collection(actor=actor, slug=slug, name=name or slug)


def _summary(slug: str, record: Import) -> str:
    if record.state == ImportState.UNCHANGED:
        return f"{slug}: no changes"
    if record.state != ImportState.CONFIRMED:
        raise CommandError(f"{slug}: {record.error_reason}: {record.error_message}")
    diff = record.diff
    return (
        f"{slug}: {diff['added_count']} added, {diff['changed_count']} changed, {diff['removed_count']} removed, "
        f"{diff['invalid_count']} skipped"
    )
