"""Messages by Web Push: who may be asked, what is sent, and what comes of each answer."""
import asyncio
import base64
import contextlib
import email.utils
import json

import pytest
import structlog
from hypothesis import given
from hypothesis import strategies as st

from eckstein.server.parts.push.events import Keys
from eckstein.server.parts.push.push import SERVICES, check_service, is_of, origin_of

pytest.importorskip("http_ece")
import httpx
from cryptography.hazmat.primitives.asymmetric import ec

from eckstein.server.parts.push import sender
from eckstein.server.parts.push.sender import LONGEST_WAIT, TO_ONE, WebPush

from . import push_service

NOW = 1_800_000_000.0
SECRET = b"a key that nobody guesses, of 32 letters and more"


@pytest.fixture(scope="module")
def service():
    with push_service.running() as service:
        yield service


@contextlib.asynccontextmanager
async def pushing(*services, seconds=60.0, now=lambda: NOW, secret=SECRET):
    pusher = WebPush(lambda: secret, "mailto:me@example.org", services, seconds, now)
    try:
        yield pusher
    finally:
        await pusher.close()


def octets(letters):
    return base64.urlsafe_b64decode(f"{letters}===")


def keys_of(device, **other):
    return Keys(**{"endpoint": device.endpoint, "p256dh": device.p256dh, "auth": device.auth}
                | other)


@pytest.mark.parametrize("endpoint", [
    "https://fcm.googleapis.com/fcm/send/abc:def", "https://web.push.apple.com/abc",
    "https://wns2-par02p.notify.windows.com/w/?token=abc%3d",
    "https://updates.push.services.mozilla.com/wpush/v2/abc", "HTTPS://FCM.googleapis.com:443/x"])
def test_services_of_browsers_are_known(endpoint):
    assert is_of(SERVICES, endpoint)


@pytest.mark.parametrize("endpoint", [
    "", "x", "https://", "http://fcm.googleapis.com/x", "https://example.org/",
    "https://127.0.0.1/", "https://[::1]/", "https://localhost:8000/", "https://10.0.0.1/",
    "https://169.254.169.254/latest", "https://fcm.googleapis.com.example.org/",
    "https://fcm.googleapis.com@example.org/", "https://a:b@fcm.googleapis.com/",
    "https://example.org#.push.apple.com", "https://example.org/.push.apple.com",
    "https://example.org\\.push.apple.com/", "https://example.org?.push.apple.com",
    "https://push.apple.com/", "https://evilpush.apple.com/", "https://fcm.googleapis.com:8080/",
    "https://fcm.googleapis.com:x/", "https://fcm.googleapis.com./", "https://*.push.apple.com/",
    "https://fcm.googleapis.com\n.example.org/", "https://fcm.googleapis.com/\u00e4",
    "https://fcm.googleapis.com/" + "x" * 1000, "file:///etc/passwd", "//fcm.googleapis.com/x"])
def test_no_other_address_is_asked(endpoint):
    assert not is_of(SERVICES, endpoint)


@given(st.text(max_size=60))
def test_no_text_leads_elsewhere(text):
    for endpoint in (text, f"https://{text}", f"https://{text}.push.apple.com/x",
                     f"https://fcm.googleapis.com{text}"):
        if is_of(SERVICES, endpoint):
            origin = origin_of(endpoint)
            assert origin == "https://fcm.googleapis.com" or origin.endswith(".push.apple.com")
            assert "/" not in origin.removeprefix("https://")


@given(st.text("ax0.-:/@#?\\\\%&[]_ ", max_size=30))
async def test_the_client_asks_no_other_host_than_was_checked(text):
    device = KEYS_OF_RFC_8291
    async with pushing(*SERVICES) as pusher:
        for endpoint in (f"https://{text}.push.apple.com/x", f"https://fcm.googleapis.com{text}"):
            if pusher.fits(Keys(endpoint, *device)):
                assert is_of(SERVICES, str(httpx.URL(endpoint)))


def test_an_operator_names_more_services():
    assert check_service("https://Push.Example.org/") == "https://push.example.org"
    assert check_service("http://127.0.0.1:8080") == "http://127.0.0.1:8080"
    assert check_service("http://[::1]:8080") == "http://[::1]:8080"
    assert is_of(["http://[::1]:8080"], "http://[::1]:8080/x")
    for address in ("push.example.org", "https://push.example.org/x", "https://*.example.org", ""):
        with pytest.raises(ValueError, match="is no push service"):
            check_service(address)
    with pytest.raises(ValueError, match="must be reached by https"):
        check_service("http://push.example.org")


# The example of RFC 8291, section 5 and appendix A.
KEYS_OF_RFC_8291 = ("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvT"
                    "BHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4", "BTBZMqHH6r4Tts7J_aSIgg")
OWN_KEY, SALT = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw", "DGv6ra1nlYgDCS1FRnbzlw"
ENCRYPTED = ("DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vC"
             "YLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXL"
             "WyouBWLVWGNWQexSgSxsj_Qulcy4a-fN")


def test_the_example_of_rfc_8291_is_encrypted_as_it_stands_there(monkeypatch):
    own = ec.derive_private_key(int.from_bytes(octets(OWN_KEY)), ec.SECP256R1())
    monkeypatch.setattr(sender.ec, "generate_private_key", lambda curve: own)
    monkeypatch.setattr(sender.http_ece.os, "urandom", {16: octets(SALT)}.__getitem__)
    body = sender._encrypted(Keys("https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
                                  *KEYS_OF_RFC_8291),
                             "When I grow up, I want to be a watermelon")
    assert body == octets(ENCRYPTED)


async def test_a_message_is_encrypted_for_one_device_and_signed(service):
    device = service.device()
    async with pushing(service.base) as pusher:
        assert pusher.fits(keys_of(device))
        assert await pusher.send(keys_of(device), "Anna has moved – 🎲", "game abc", 60) == (
            "delivered")
        text, headers = device.next()
        assert text == "Anna has moved – 🎲"
        assert headers["TTL"] == "60" and len(headers["Topic"]) == 32
        assert headers["Urgency"] == "high"
        assert f"k={pusher.public_key}" in headers["Authorization"]
        claims = headers["Authorization"].split(".")[1] + "=="
        assert json.loads(base64.urlsafe_b64decode(claims)) == {
            "sub": "mailto:me@example.org", "aud": service.base, "exp": NOW + 12 * 3600}
        assert "Cookie" not in headers
        again = await pusher.send(keys_of(device), "more", "game abc", 60)
        assert again == "delivered" and device.next()[1]["Topic"] == headers["Topic"]
        await pusher.send(keys_of(device), "more", "game abd", 60)
        assert device.next()[1]["Topic"] != headers["Topic"]


@pytest.mark.parametrize("status, sent", [
    (200, "delivered"), (404, "gone"), (410, "gone"), (413, "refused"), (403, "refused"),
    (500, "later"), (429, "later"), (503, "later")])
async def test_what_comes_of_an_answer(service, status, sent):
    device = service.device()
    # Only who is to be left alone now is.
    device.answers.append((status, {} if sent == "later" else {"Retry-After": "120"}))
    async with pushing(service.base) as pusher:
        assert await pusher.send(keys_of(device), "x", "t", 60) == sent
        assert await pusher.send(keys_of(device), "x", "t", 60) == "delivered"


@pytest.mark.parametrize("told, wait", [
    ("120", 120.0), (email.utils.formatdate(NOW + 90, usegmt=True), 90.0),
    ("9" * 20, LONGEST_WAIT), ("0", 0.0), ("soon", 0.0), ("-5", 0.0),
    (email.utils.formatdate(NOW - 90, usegmt=True), 0.0)])
async def test_a_service_is_left_alone_as_long_as_it_says(service, told, wait):
    device, clock = service.device(), [NOW]
    device.answers.append((429, {"Retry-After": told}))
    async with pushing(service.base, now=lambda: clock[0]) as pusher:
        assert await pusher.send(keys_of(device), "first", "t", 60) == "later"
        device.next()
        if wait:
            clock[0] += wait - 1
            assert await pusher.send(keys_of(device), "early", "t", 60) == "later"
            clock[0] += 1
        assert await pusher.send(keys_of(device), "again", "t", 60) == "delivered"
        assert device.next()[0] == "again"


async def test_no_redirect_is_followed(service):
    device, other = service.device(), service.device()
    device.answers.append((307, {"Location": other.endpoint}))
    async with pushing(service.base) as pusher:
        assert await pusher.send(keys_of(device), "x", "t", 60) == "refused"
        assert other.got.empty()


async def test_no_cookie_is_kept_and_a_connection_is_used_again(service):
    device = service.device()
    device.answers.append((201, {"Set-Cookie": "who=me"}))
    before = len(service.connections)
    async with pushing(service.base) as pusher:
        for text in ("first", "second"):
            assert await pusher.send(keys_of(device), text, "t", 60) == "delivered"
        assert [device.next()[0], "Cookie" in device.next()[1]] == ["first", False]
    assert len(service.connections) == before + 1


async def test_what_an_answer_says_beside_its_head_is_not_read(service):
    device = service.device()
    device.answers.append(b"HTTP/1.1 201 Created\r\nContent-Length: 1000000000\r\n\r\nmuch")
    async with pushing(service.base) as pusher:
        assert await pusher.send(keys_of(device), "first", "t", 60) == "delivered"
        assert await pusher.send(keys_of(device), "second", "t", 60) == "delivered"


async def test_a_service_that_hangs_holds_no_other_up(service):
    device, other = service.device(), service.device()
    device.answers += [None] * 30
    elsewhere = service.base.replace("127.0.0.1", "localhost")
    async with pushing(service.base, elsewhere) as pusher:
        hanging = [asyncio.create_task(pusher.send(keys_of(device), str(number), "t", 60))
                   for number in range(30)]
        for _ in range(TO_ONE):
            await asyncio.to_thread(device.next)
        assert await pusher.send(keys_of(other, endpoint=elsewhere + other.path), "x", "t",
                                 60) == "delivered"
        assert device.got.empty()
        for one in hanging:
            one.cancel()
        await asyncio.gather(*hanging, return_exceptions=True)


async def test_a_service_that_hangs_or_is_not_there_is_asked_again_later(service):
    device = service.device()
    device.answers.append(None)
    async with pushing(service.base, "http://127.0.0.1:9", seconds=0.5) as pusher:
        assert await pusher.send(keys_of(device), "x", "t", 60) == "later"
        assert await pusher.send(keys_of(device, endpoint="http://127.0.0.1:9/x"), "x", "t",
                                 60) == "later"


async def test_the_log_does_not_tell_where_a_message_goes(service):
    device = service.device()
    device.answers += [b"HTTP/1.1 nonsense\r\n\r\n", 403]
    async with pushing(service.base) as pusher:
        with structlog.testing.capture_logs() as logged:
            assert await pusher.send(keys_of(device), "x", "t", 60) == "later"
            assert await pusher.send(keys_of(device), "x", "t", 60) == "refused"
        assert [one["event"] for one in logged] == ["push", "push"]
        assert device.path not in str(logged) and device.auth not in str(logged)


async def test_keys_that_are_none_and_services_that_are_not_allowed(service):
    device = service.device()
    async with pushing(*SERVICES) as pusher:
        assert not pusher.fits(keys_of(device))
        assert await pusher.send(keys_of(device), "x", "t", 60) == "gone"
        assert device.got.empty()
    async with pushing(service.base) as pusher:
        for wrong in ("", "AAAA", "B" + "A" * 86, device.auth, "é", "%"):
            assert not pusher.fits(keys_of(device, p256dh=wrong))
        for wrong in ("", "AAAA", device.p256dh):
            assert not pusher.fits(keys_of(device, auth=wrong))


async def test_the_pair_of_keys_follows_from_the_secret():
    found = []
    for secret in (b"one", b"one", b"two"):
        async with pushing(secret=secret) as pusher:
            found.append(pusher.public_key)
    assert found[0] == found[1] != found[2]
