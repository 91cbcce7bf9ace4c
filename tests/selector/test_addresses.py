"""Which addresses a document may be fetched from, by their form and by the IP addresses that they lead to."""

import ipaddress

import pytest

from selector.addresses import FetchError, check_reachable, is_public, read_address


def refusal(url: str, *allowed: str) -> str:
    """The reason why an address is refused, "" where it is not."""
    try:
        read_address(url, allowed)
    except FetchError as error:
        return error.reason
    return ""


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("ftp://api.example.com/x.json", "url_scheme"),
        ("file:///etc/passwd", "url_scheme"),
        ("gopher://127.0.0.1:70/", "url_scheme"),
        ("api.example.com/x.json", "url_scheme"),
        ("https://kim:secret@api.example.com/x", "url_credentials"),
        ("https://kim@api.example.com/x", "url_credentials"),
        ("https://api.example.com:8443/x", "url_port"),
        ("https://api.example.com:22/", "url_port"),
        ("https://api.example.com:99999/", "url_invalid"),
        ("https:///x.json", "url_invalid"),
        ("https://api..example.com/", "url_invalid"),
        ("https://api.example.com\\@127.0.0.1/", "url_invalid"),
        ("https://api.example.com/\r\nHost: x", "url_invalid"),
        ("https://" + "a" * 2000, "url_invalid"),
        ("http://localhost/x", "private_address"),
        ("http://LOCALHOST./x", "private_address"),
        ("http://api.localhost/x", "private_address"),
        ("http://127.0.0.1/x", "private_address"),
        ("http://[::1]/x", "private_address"),
        ("http://[::]/x", "private_address"),
        ("http://0.0.0.0/x", "private_address"),
        ("http://169.254.169.254/latest/meta-data/", "private_address"),
        ("http://[fe80::1%25eth0]/x", "private_address"),
        ("http://[::ffff:127.0.0.1]/x", "private_address"),
        ("http://[::ffff:a9fe:a9fe]/x", "private_address"),
        ("http://[2002:7f00:1::]/x", "private_address"),
        ("http://[64:ff9b::7f00:1]/x", "private_address"),
        ("http://10.0.0.1/x", "private_address"),
        ("http://100.64.0.1/x", "private_address"),
        ("http://2130706433/x", "private_address"),
        ("http://0x7f000001/x", "private_address"),
        ("http://0177.0.0.1/x", "private_address"),
        ("http://127.1/x", "private_address"),
        ("http://127.0.0.1./x", "private_address"),
        ("http://１２７.0.0.1/x", "private_address"),
        ("https://api.example.com/x.json", ""),
        ("http://api.example.com:80/x.json", ""),
        ("https://93.184.216.34/x.json", ""),
        ("https://한글.example/openapi.yaml", ""),
    ],
)
def test_what_can_be_refused_by_its_form_is(url, reason):
    assert refusal(url) == reason


@pytest.mark.parametrize(
    ("url", "allowed", "reason"),
    [
        ("http://wiki.corp.example/x", ("wiki.corp.example",), ""),
        ("http://10.1.2.3/x", ("10.1.2.3",), ""),
        ("http://10.1.2.4/x", ("10.1.2.3",), "private_address"),
        ("http://localhost/x", ("localhost",), ""),
        ("http://localhost:8080/x", ("localhost",), "url_port"),
        ("http://localhost:8080/x", ("localhost:8080",), ""),
        ("http://169.254.169.254/x", ("169.254.169.254",), "private_address"),
        ("http://0.0.0.0/x", ("0.0.0.0",), "private_address"),
    ],
)
def test_an_allowed_host_may_be_on_an_own_network_and_never_on_the_link_itself(url, allowed, reason):
    assert refusal(url, *allowed) == reason


@pytest.mark.parametrize(
    "address",
    "0.0.0.0 0.1.2.3 10.0.0.1 100.64.0.1 100.127.255.254 127.0.0.1 127.8.9.1 169.254.169.254 172.16.0.1 172.31.9.9 "
    "192.0.0.1 192.0.2.1 192.88.99.1 192.168.1.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 239.1.1.1 240.0.0.1 "
    "255.255.255.255 :: ::1 ::7f00:1 ::ffff:10.0.0.1 ::ffff:0:127.0.0.1 64:ff9b::a9fe:a9fe 64:ff9b:1::1 100::1 "
    "2001::1 2001:db8::1 2002:a00:1:: fc00::1 fd12:3456::1 fe80::1 fec0::1 ff02::1 5f00::1".split(),
)
def test_addresses_that_are_not_of_the_public_internet_are_refused(address):
    with pytest.raises(FetchError) as caught:
        check_reachable(ipaddress.ip_address(address))

    assert caught.value.reason == "private_address"


@pytest.mark.parametrize("address", ["1.1.1.1", "93.184.216.34", "172.32.0.1", "2606:4700::1111", "::ffff:1.1.1.1"])
def test_addresses_of_the_public_internet_are_reached(address):
    assert is_public(ipaddress.ip_address(address))


def test_what_is_shown_of_an_address_holds_no_query():
    address = read_address("https://API.example.com:443/v1/open%20api.json?token=abc#x")

    assert address.shown == "https://api.example.com/v1/open%20api.json"
    assert address.target == "/v1/open%20api.json?token=abc"
