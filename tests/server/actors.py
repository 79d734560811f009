"""People and programs at a server: those who open pages, sign up, and show tokens."""
import asyncio
import contextlib
from typing import get_args

import httpx

from eckstein.server.parts.moderation import overseeing
from eckstein.wire.words import Scope

from .helpers import REUSE, serving

PASSWORD = "tilting dice at dawn"
SCOPES = get_args(Scope)
NEEDS = (*SCOPES, "page", "fresh", "anybody")


class Browser(httpx.AsyncClient):
    """A browser, which keeps cookies, at a server."""

    def __init__(self, server, **headers):
        super().__init__(base_url=server.base, headers=headers, timeout=60, limits=REUSE)

    async def get_json(self, path, **query):
        answer = await self.get(f"/api/v1{path}", params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def post_json(self, path, status=200, **body):
        answer = await self.post(f"/api/v1{path}", json=body) if body else await self.post(
            f"/api/v1{path}")
        assert answer.status_code == status, answer.text
        return answer.json()

    async def sign_up(self, name="Anna", password=PASSWORD):
        """A new account; what the server tells of it, with its recovery codes."""
        return await self.post_json("/account", 201, name=name, password=password)

    async def sign_in(self, name="Anna", password=PASSWORD, status=200, **more):
        return await self.post_json("/account/sign-in", status, name=name, password=password,
                                    **more)

    async def me(self):
        """What the server tells of the one at this browser."""
        return await self.get_json("/account")


@contextlib.asynccontextmanager
async def browsing(folder, count=1, **settings):
    """A server and so many browsers, all of which have visited its page."""
    async with serving(folder, **settings) as server, contextlib.AsyncExitStack() as stack:
        browsers = [await stack.enter_async_context(Browser(server)) for _ in range(count)]
        for browser in browsers:
            await browser.get("/")
        yield server, *browsers


async def people_at(server, *names):
    """Browsers of people who have signed up."""
    found = []
    for name in names:
        browser = Browser(server)
        await browser.get("/")
        await browser.sign_up(name)
        found.append(browser)
    return found


@contextlib.asynccontextmanager
async def two(folder, **settings):
    """A server with Anna and Bruno."""
    async with serving(folder, **settings) as server:
        anna, bruno = await people_at(server, "Anna", "Bruno")
        yield server, anna, bruno
        await asyncio.gather(anna.aclose(), bruno.aclose())


async def moderator_at(server, name="Carla"):
    """The browser of a moderator."""
    browser, = await people_at(server, name)
    assert await overseeing.appoint(server.service.settings.database, name, moderator=True)
    return browser


@contextlib.asynccontextmanager
async def moderated(folder):
    """A server with Anna, Bruno, and Carla, who is a moderator."""
    async with two(folder) as (server, anna, bruno):
        carla = await moderator_at(server)
        yield server, anna, bruno, carla
        await carla.aclose()


def listening(server, browser):
    """A socket that shows what a browser, or a program, shows."""
    cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    shown = {"Cookie": cookies, "Authorization": browser.headers.get("Authorization")}
    return server.client(additional_headers={
        name: value for name, value in shown.items() if value})


async def token_of(browser, *scopes, **more):
    """A new token with these scopes."""
    made = await browser.post_json("/account/tokens", 201, name="Program", scopes=scopes, **more)
    return made["token"]


def program(server, token):
    """A program that shows a token."""
    return Browser(server, Authorization=f"Bearer {token}")


async def signed_up(browser, name="Robota", *scopes):
    """A program with a token of a new account, and the token."""
    await browser.sign_up(name)
    made = await browser.post_json("/account/tokens", 201, name="Program",
                                   scopes=scopes or ["bot", "play", "read", "challenge"])
    return made["token"]
