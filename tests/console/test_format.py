"""Numbers, sizes, bars and times as pages write them."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone, translation

from console.templatetags import console_format as shown


@pytest.mark.parametrize(
    ("write", "value", "text"),
    [
        (shown.score, 0.866, "0.87"),
        (shown.score, -0.1, "−0.10"),
        (shown.contribution, 0.081, ".08"),
        (shown.contribution, -0.1, "−.10"),
        (shown.contribution, -0.001, ".00"),
        (shown.contribution, 1.0, "1.00"),
        (shown.delta, 0, "—"),
        (shown.delta, -0.19, "−0.19"),
        (shown.delta, 0.02, "+0.02"),
        (shown.exact, 0.1 + 0.2, "0.3"),
        (shown.exact, -0.0812345678, "-0.081234568"),
        (shown.bar_width, 0.5, "50.0"),
        (shown.bar_width, 1.7, "100.0"),
        # Only what is whole is 0 or 100.
        (shown.percent, 0.999, "99%"),
        (shown.percent, 0.001, "1%"),
        (shown.percent, 1, "100%"),
        (shown.percent, 0, "0%"),
        (shown.grouped, 1223, "1,223"),
        (shown.size, 900, "900 bytes"),
        (shown.size, 2048, "2.0 KB"),
        (shown.size, 13 * 1024 * 1024, "13.0 MB"),
        (shown.duration, 3, "3 ms"),
        (shown.duration, 1400, "1.4 s"),
        (shown.duration, None, "—"),
        (shown.breakable, "getMemberInfo", "get<wbr>Member<wbr>Info"),
        (shown.breakable, "pulls/get-review", "pulls/<wbr>get-<wbr>review"),
        (shown.breakable, "/orders/{orderNo}", "/orders/<wbr>{order<wbr>No}"),
        # Names come from documents that anybody wrote.
        (shown.breakable, "<b>", "&lt;b&gt;"),
        (shown.gap_of, "response_schema_present", "response_schema"),
        (shown.gap_of, "auth_declared", "auth"),
        (shown.gap_of, "deprecated", ""),
    ],
)
def test_value_is_written_as_people_read_it(write, value, text: str):
    assert write(value) == text


@pytest.mark.parametrize(
    ("language", "zone", "text"),
    [("en", "UTC", "30 Nov 2026, 10:12 UTC"), ("ko", "Asia/Seoul", "2026년 11월 30일 19:12 KST")],
)
def test_time_is_local_named_and_utc_underneath(language: str, zone: str, text: str):
    with translation.override(language), timezone.override(ZoneInfo(zone)):
        html = shown.when(datetime(2026, 11, 30, 10, 12, tzinfo=UTC))

    assert f">{text}</time>" in html
    assert 'datetime="2026-11-30T10:12:00Z"' in html
    assert 'title="2026-11-30 10:12:00 UTC"' in html


def test_missing_time_is_a_dash():
    assert shown.when(None) == "—"
