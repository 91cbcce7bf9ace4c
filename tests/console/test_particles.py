"""Korean particles after Korean words, Latin identifiers, digits, tags and quotes."""

import pytest

from console.particles import settle_particles


@pytest.mark.parametrize(
    ("written", "settled"),
    [
        ("상세을(를)", "상세를"),
        ("목록을(를)", "목록을"),
        ("행위은(는)", "행위는"),
        ("계약이(가)", "계약이"),
        ("행위과(와) 자원", "행위와 자원"),
        ("서울(으)로", "서울로"),
        ("목록(으)로", "목록으로"),
        ("<code>getMemberDeliveryDetail</code>을(를)", "<code>getMemberDeliveryDetail</code>을"),
        ("<code>getMemberDeliveryList</code>을(를)", "<code>getMemberDeliveryList</code>를"),
        ("<code>deliveryNo</code>은(는)", "<code>deliveryNo</code>는"),
        ("“상세”이(가)", "“상세”가"),
        ("order3이(가)", "order3이"),
        ("order2이(가)", "order2가"),
    ],
)
def test_particle_follows_the_sound_of_the_word_before_it(written: str, settled: str):
    assert settle_particles(written) == settled


@pytest.mark.parametrize("word", ["stock", "set", "map", "注文", ""])
def test_unreadable_word_keeps_the_written_pair(word: str):
    assert settle_particles(f"{word}을(를)") == f"{word}을(를)"
