"""Calls over TLS: a certificate that is trusted is enough, any other one is a network error, and nothing is sent."""

from __future__ import annotations

import ipaddress
import ssl
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from selector.engine.plan import ToolCallError
from selector.execution import transport

from .loopback import Loopback, after, loopback


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate of 127.0.0.1 with its key, made for this run."""
    key, name = ec.generate_private_key(ec.SECP256R1()), x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "test")])
    now, address = datetime.now(UTC), ipaddress.ip_address("127.0.0.1")
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(hours=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(address)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    path = tmp_path_factory.mktemp("tls") / "both.pem"
    path.write_bytes(private + made.public_bytes(serialization.Encoding.PEM))
    return path


@pytest.fixture
def secured(certificate: Path) -> Iterator[Loopback]:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    with loopback(context) as state:
        yield state


def test_a_trusted_certificate_is_called(secured: Loopback, certificate: Path, monkeypatch) -> None:
    trusting = ssl.create_default_context(cafile=str(certificate))
    monkeypatch.setattr(transport, "tls_context", lambda: trusting)

    reply = secured.caller({}, servers={"": f"https://127.0.0.1:{secured.port}/v1"})("call", {})

    assert (reply.body, secured.last.target) == ({"ok": True}, "/v1/things")


def test_a_slow_answer_over_tls_is_waited_for(secured: Loopback, certificate: Path, monkeypatch) -> None:
    trusting = ssl.create_default_context(cafile=str(certificate))
    monkeypatch.setattr(transport, "tls_context", lambda: trusting)
    # Longer than one look at whether the run goes on.
    secured.answer = after(2.5 * transport.LOOK_SECONDS, 200, {}, {"late": True})

    reply = secured.caller({}, servers={"": f"https://127.0.0.1:{secured.port}"})("call", {})

    assert reply.body == {"late": True}


def test_a_certificate_that_nobody_trusts_is_not_called(secured: Loopback) -> None:
    call = secured.caller({}, servers={"": f"https://127.0.0.1:{secured.port}"})

    with pytest.raises(ToolCallError) as caught:
        call("call", {})

    assert (caught.value.reason, secured.seen) == ("network_error", [])


def test_a_read_over_tls_is_not_passed_on_to_plain_http(secured: Loopback, certificate: Path, monkeypatch) -> None:
    trusting = ssl.create_default_context(cafile=str(certificate))
    monkeypatch.setattr(transport, "tls_context", lambda: trusting)
    secured.answer = lambda _: (302, {"Location": f"http://127.0.0.1:{secured.port}/plain"}, None)
    call = secured.caller({}, servers={"": f"https://127.0.0.1:{secured.port}"})

    with pytest.raises(ToolCallError) as caught:
        call("call", {})

    assert (caught.value.reason, caught.value.evidence["problem"]) == ("host_not_allowed", "redirect")
