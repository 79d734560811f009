"""The server by which mail is sent: how it is named, and what goes there encrypted."""
from unittest import mock

import aiosmtplib
import pytest

from eckstein.server.parts.mail import sender as mail
from eckstein.server.parts.mail.events import MailSettings
from eckstein.server.parts.mail.sender import sender_of


@pytest.mark.parametrize("host, port, user, at_once, upgraded, checked", [
    ("mail.example.org", 465, "anna", True, None, True),
    ("mail.example.org", 587, "anna", False, True, True),
    ("mail.example.org", 25, "", False, None, True),        # encrypted if the server can
    ("localhost", 25, "anna", False, None, False)])
async def test_no_password_goes_unencrypted_to_another_machine(
        monkeypatch, host, port, user, at_once, upgraded, checked):
    monkeypatch.setattr(aiosmtplib, "send", sent := mock.AsyncMock())
    sender = MailSettings("E", "e@example.org", "https://example.org", host, port, user, user)
    await mail.MailChannel(sender, None, None)._send(None, None)
    assert sent.call_args.kwargs == {
        "hostname": host, "port": port, "timeout": mail.SECONDS, "username": user or None,
        "password": user or None, "use_tls": at_once, "start_tls": upgraded,
        "validate_certs": checked}


@pytest.mark.parametrize("given, said", [
    (("nobody", "https://example.org", None, None), "--mail-from is not an address"),
    (("a@example.org\r\nX: y", "https://example.org", None, None), "--mail-from is not an address"),
    (("a@example.org", None, None, None), "needs --address"),
    (("a@example.org", "example.org", None, None), "needs --address"),
    (("a@example.org", "https://example.org/x/", None, None), "has a path"),
    (("a@example.org", "https://example.org", "host:x", None), "is not a mail server"),
    (("a@example.org", "https://example.org", "host", "anna"), "belong together")])
def test_nonsense_is_refused_with_a_sentence(given, said):
    with pytest.raises(ValueError, match=said):
        sender_of(*given, None, {})


def test_a_mail_server_is_read(tmp_path):
    secret = tmp_path / "secret"
    secret.write_text("dice\n")
    found = sender_of("Eckstein <a@example.org>", "https://play.example.org/", "[::1]:465", "anna",
                      secret, {})
    assert found == MailSettings("Eckstein", "a@example.org", "https://play.example.org", "::1",
                                 465, "anna", "dice")
    assert sender_of("a@example.org", "http://localhost:8000", None, None, None, {}).port == 587
