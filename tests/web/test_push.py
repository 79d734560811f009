"""Notices by Web Push in the browser: the switch, and what the service worker makes of messages.

A browser without a window allows no notices, and knows no push service of ours.  So the page is
given a permission and a subscription, messages come to the service worker by the tools for
developers, and what it does with them is noted.
"""
import json

import pytest

from ..ports import free_port
from .conftest import OVERFLOW, PATIENCE, READY, need_browser, running, until
from .test_accounts import asked, enter, sign_in, sign_up  # noqa: F401
from .test_lobby import SAYS

pytest.importorskip("http_ece")
from ..server import push_service

pytestmark = need_browser
KEPT = "() => navigator.serviceWorker.controller !== null"
# What the service worker does, beside a list of it.
NOTED = """() => {
  self.noted = [];
  self.registration.showNotification = async (title, options) => noted.push({title, ...options});
  self.clients.openWindow = async address => { noted.push(`open ${address}`); };
  WindowClient.prototype.focus = async function () { noted.push(`focus ${this.url}`); };
}"""
PRESSED = """path => {
  const event = new ExtendableEvent("notificationclick");
  event.notification = {data: path, close() {}};
  self.dispatchEvent(event);
}"""
# In place of the browser's own permission and subscription.
STUB = """device => {
  const kept = name => localStorage.getItem(name);
  Object.defineProperty(Notification, 'permission', {get: () => kept('permission') ?? 'default'});
  Notification.requestPermission = async () => {
    localStorage.setItem('asked', Number(kept('asked')) + 1);
    localStorage.setItem('permission', kept('answer') ?? 'granted');
    return Notification.permission;
  };
  const made = key => ({
    options: {applicationServerKey: Uint8Array.from(atob(key.replaceAll('-', '+')
      .replaceAll('_', '/')), letter => letter.charCodeAt(0)).buffer},
    toJSON: () => device,
    unsubscribe: async () => { localStorage.removeItem('stub'); return true; },
  });
  PushManager.prototype.getSubscription = async () => {
    const key = kept('stub');
    return key && made(key);
  };
  PushManager.prototype.subscribe = async ({applicationServerKey, userVisibleOnly}) => {
    if (!userVisibleOnly || kept('broken')) throw new DOMException('', 'AbortError');
    localStorage.setItem('stub', applicationServerKey);
    return made(applicationServerKey);
  };
}"""


@pytest.fixture(scope="module")
def service():
    with push_service.running() as service:
        yield service


@pytest.fixture(scope="module")
def address(tmp_path_factory, service):
    with running(tmp_path_factory.mktemp("push"), free_port(), "--push", "mailto:me@example.org",
                 "--push-service", service.base) as where:
        yield where.replace("127.0.0.1", "localhost")


def switch(page):
    return page.get_by_role("switch")


def stubbed(device):
    return f"({STUB})({json.dumps({'endpoint': device.endpoint, 'keys': device.keys})})"


@pytest.fixture
def push(enter, service):  # noqa: F811
    """A function that opens a page in a browser that can be subscribed, which has a service worker
    if it is `whole`, and otherwise when it wants one."""
    def open_page(path, size="desk", whole=False):
        page = enter(path, size, fresh=True, whole=whole, service_workers="allow")
        if whole:
            until(page, KEPT)
        page.context.add_init_script(stubbed(service.device()))
        page.reload()
        until(page, READY)
        return page
    return open_page


class Worker:
    """The service worker of a page, which notes what it does."""

    def __init__(self, page, address):
        self._page, self._address, self._ids = page, address, []
        self._worker, = page.context.service_workers
        self._worker.evaluate(NOTED)
        self._cdp = page.context.new_cdp_session(page)
        self._cdp.on("ServiceWorker.workerRegistrationUpdated", lambda told: self._ids.extend(
            one["registrationId"] for one in told["registrations"] if not one["isDeleted"]))
        self._cdp.send("ServiceWorker.enable")

    def push(self, text):
        while not self._ids:
            self._page.wait_for_timeout(20)
        self._cdp.send("ServiceWorker.deliverPushMessage", {
            "origin": self._address, "registrationId": self._ids[-1], "data": text})

    def press(self, path):
        self._worker.evaluate(PRESSED, path)

    def noted(self, count):
        """What it has done, once it is so much."""
        for _ in range(PATIENCE * 20):
            if len(found := self._worker.evaluate("() => noted")) >= count:
                break
            self._page.wait_for_timeout(50)
        assert len(found) == count
        return found


def message(path="/game/abcdefghjk#secret", title="It is your move", **more):
    return json.dumps({"title": title, "body": "Cublino Contra against Anna", "tag": path,
                       "path": path, "language": "en"} | more)


def test_what_the_service_worker_makes_of_messages(push, address):
    page = push("/about", whole=True)
    worker = Worker(page, address)
    worker.push(message("/about"))              # somebody looks at it
    for text in ("", "x", "null", "[]", "{}", message(title=3), message("https://example.org/"),
                 message("//example.org/"), "\x00"):
        worker.push(text)
    worker.push(message())
    shown, = worker.noted(1)
    assert shown.pop("icon") and shown.pop("renotify")
    assert shown == {"title": "It is your move", "body": "Cublino Contra against Anna",
                     "tag": "/game/abcdefghjk#secret", "lang": "en",
                     "data": "/game/abcdefghjk#secret"}
    worker.press("/about")
    worker.press("/game/abcdefghjk#secret")
    assert worker.noted(3)[1:] == [f"focus {address}/about",
                                   f"open {address}/game/abcdefghjk#secret"]


def test_a_device_is_asked_after_a_press_alone_and_its_notices_come(push, address):
    from playwright.sync_api import expect
    page = push("/account")
    sign_up(page, "Nora")
    assert not switch(page).is_checked()
    assert page.evaluate("localStorage.getItem('asked')") is None
    page.evaluate("localStorage.setItem('answer', 'default')")
    switch(page).click()
    until(page, SAYS, "You have not allowed notices.")
    assert not switch(page).is_checked()
    page.evaluate("localStorage.removeItem('answer'); localStorage.setItem('broken', 1)")
    switch(page).click()
    until(page, SAYS, "The browser could not reach its push service.")
    page.evaluate("localStorage.removeItem('broken')")
    switch(page).click()
    until(page, SAYS, "This device shows notices now.")
    assert page.evaluate("localStorage.getItem('asked')") == "3"
    page.get_by_label("You get a challenge").uncheck()
    until(page, "() => !document.querySelector('#notices fieldset input:disabled')")
    told = asked(page, "/account/push")
    assert len(told["devices"][0]["kinds"]) == 5
    page.reload()
    expect(switch(page)).to_be_checked()
    expect(page.get_by_label("You get a challenge")).not_to_be_checked()
    expect(page.get_by_label("A game has ended")).to_be_checked()
    assert page.evaluate(OVERFLOW) == 0

    phone = push("/account", "phone")
    sign_in(phone, "Nora")
    until(phone, SAYS, "Other devices with notices")
    switch(phone).click()
    until(phone, SAYS, "This device shows notices now.")
    assert phone.evaluate(OVERFLOW) == 0
    assert [one["this"] for one in asked(phone, "/account/push")["devices"]] == [True, False]
    phone.get_by_role("button", name="Turn off the notices on").click()
    until(phone, "() => !document.querySelector('#notices li')")
    page.reload()
    expect(switch(page)).not_to_be_checked()
    switch(phone).click()
    until(phone, SAYS, "This device shows no more notices.")
    assert asked(phone, "/account/push")["devices"] == []


def test_what_stands_in_the_way_has_a_sentence(push, address):
    page = push("/account")
    sign_up(page, "Olga")
    page.evaluate("localStorage.setItem('answer', 'denied')")
    switch(page).click()
    until(page, SAYS, "This browser does not let Eckstein show notices.")
    assert switch(page).count() == 0
    page.context.add_init_script("delete window.PushManager")
    page.reload()
    until(page, SAYS, "This browser shows no notices for this page:")
    page.context.add_init_script(
        "Object.defineProperty(navigator, 'userAgent', {get: () => 'Mozilla/5.0 (iPhone)'})")
    page.reload()
    until(page, SAYS, "On an iPhone or iPad, notices come to apps on the home screen")
