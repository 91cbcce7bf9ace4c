"""Files that are given together: opened in memory, checked in every claim, and one of them found to be the root."""

import io
import stat
import zipfile

import pytest

from selector import archives
from selector.archives import ArchiveError, choose_root, open_archive, pack_files
from selector.engine import read_openapi

ROOT = b"openapi: 3.0.3\npaths:\n  /pets:\n    $ref: '../paths/pets.yaml'\n"
PATHS = (
    b"get:\n  operationId: listPets\n  responses:\n    '200':\n      content:\n        application/json:\n"
    b"          schema: {$ref: '../schemas/pet.json#/Pet'}\n"
)
SCHEMAS = b'{"Pet": {"type": "object", "properties": {"petId": {"type": "string"}}}}'
FILES = {"shop/api/openapi.yaml": ROOT, "shop/paths/pets.yaml": PATHS, "shop/schemas/pet.json": SCHEMAS}
MB = 1_000_000


def a_zip(entries: dict[str, bytes], **changes) -> bytes:
    """An archive whose entries are as odd as the test wants them."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, raw in entries.items():
            info = zipfile.ZipInfo(name)
            info.compress_type = zipfile.ZIP_DEFLATED
            for key, value in changes.items():
                setattr(info, key, value)
            archive.writestr(info, raw)
    return buffer.getvalue()


def reason(content: bytes, max_bytes: int = MB, root: str = "") -> str:
    with pytest.raises(ArchiveError) as caught:
        open_archive(content, max_bytes, root)
    return caught.value.reason


def test_references_go_from_file_to_file_and_up_out_of_the_roots_folder():
    opened = open_archive(a_zip(FILES), MB)

    graph = read_openapi(opened.document, documents=opened.documents)

    contract = graph.tools["listPets"]["metadata"]["api_contract"]
    assert [field["field_name"] for field in contract["produces"]] == ["petId"]
    assert (opened.root, graph.readiness["warnings"]) == ("shop/api/openapi.yaml", [])


def test_one_file_is_taken_as_it_is():
    opened = open_archive(ROOT, MB)

    assert (opened.document, opened.root, dict(opened.files)) == (ROOT, "", {})


def test_equal_content_has_an_equal_digest_however_it_was_packed():
    stored = a_zip(dict(reversed(FILES.items())), date_time=(2020, 1, 1, 0, 0, 0))
    with_rubbish = a_zip({**FILES, "__MACOSX/shop/x.yaml": b"x", "shop/.hidden.json": b"{}", "README.md": b"#"})

    digests = {open_archive(content, MB).digest for content in (pack_files(FILES), stored, with_rubbish)}

    assert len(digests) == 1
    assert open_archive(pack_files({**FILES, "shop/schemas/pet.json": b"{}"}), MB).digest not in digests


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"PK\x03\x04 and then nothing", "archive_broken"),
        (a_zip(FILES)[:-30], "archive_broken"),
        (a_zip({}), "no_root"),
        (a_zip({"a.txt": ROOT}), "no_root"),
        (a_zip({"../evil.yaml": ROOT}), "archive_unsafe"),
        (a_zip({"a/../../evil.yaml": ROOT}), "archive_unsafe"),
        (a_zip({"/etc/openapi.yaml": ROOT}), "archive_unsafe"),
        (a_zip({"C:/openapi.yaml": ROOT}), "archive_unsafe"),
        (a_zip({"..\\evil.yaml": ROOT}), "archive_unsafe"),
        (a_zip({"a\nb.yaml": ROOT}), "archive_unsafe"),
        (a_zip({"a" * 400 + ".yaml": ROOT}), "archive_unsafe"),
        (a_zip({"a.yaml": ROOT, "./a.yaml": ROOT}), "archive_unsafe"),
        (a_zip({"a.yaml": b"/etc/passwd"}, external_attr=(stat.S_IFLNK | 0o777) << 16), "archive_unsafe"),
        (a_zip({"a.yaml": b"x"}, external_attr=(stat.S_IFCHR | 0o666) << 16), "archive_unsafe"),
        (a_zip({"a.yaml": ROOT + b" " * 2 * MB}), "archive_too_large"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_an_archive_that_is_not_to_be_trusted_is_refused(content, expected):
    assert reason(content) == expected


def test_a_small_archive_that_unpacks_to_very_much_is_refused():
    # 20 MB of spaces, packed a thousandfold, below the limit of size.
    assert reason(a_zip({"a.yaml": ROOT + b" " * 20 * MB}), max_bytes=50 * MB) == "archive_too_large"


def test_sizes_are_counted_and_not_believed():
    content = a_zip({"a.yaml": ROOT + b" " * 3 * MB})
    true = (len(ROOT) + 3 * MB).to_bytes(4, "little")

    assert reason(content.replace(true, (10).to_bytes(4, "little"))) in {"archive_broken", "archive_too_large"}


def test_an_archive_with_a_password_is_refused():
    content = bytearray(a_zip({"a.yaml": ROOT}))
    # Bit 0 of the flags, in the header of the file and in the directory at the end.
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        content[content.index(mark) + offset] |= 1

    assert reason(bytes(content)) == "archive_encrypted"


def test_too_many_files_are_refused(monkeypatch):
    monkeypatch.setattr(archives, "MAX_FILES", 2)

    assert reason(a_zip(FILES)) == "archive_too_many"


def test_several_roots_are_named_and_one_can_be_chosen():
    files = {"b/openapi.json": b'{"swagger": "2.0"}', "a.yaml": ROOT, "c.json": b'{"info": "says openapi inside"}'}

    with pytest.raises(ArchiveError) as caught:
        choose_root(files)

    assert caught.value.evidence == {"candidates": ["a.yaml", "b/openapi.json"]}
    assert choose_root(files, "b/openapi.json").document == b'{"swagger": "2.0"}'


@pytest.mark.parametrize("root", ["c.json", "gone.yaml", "../a.yaml"])
def test_a_root_that_is_none_is_refused(root):
    files = {"a.yaml": ROOT, "b.yaml": ROOT, "c.json": b"{}"}

    with pytest.raises(ArchiveError):
        choose_root(files, root)
