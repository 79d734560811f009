"""Notices by Web Push: to each device of an account, in its language."""
from __future__ import annotations

import asyncio
import contextlib
import json
from collections import OrderedDict

from ...rooms.rooms import Rooms
from ...store.contract import StoreError
from ..notices.notice import LIFETIMES, Answer, Notice
from ..notices.texts import name_of, page_of, told
from .events import Pusher
from .push import Subscribed
from .store import PushStore

HALF_DONE = 1000            # notices in mind that some devices have got, and others not yet


class PushChannel:
    """See `Channel`.

    Args:
        pusher: sends.
        store: which devices get notices.
        rooms: the games.
    """

    def __init__(self, pusher: Pusher, store: PushStore, rooms: Rooms) -> None:
        self._pusher, self._store, self._rooms = pusher, store, rooms
        self._done: OrderedDict[str, set[str]] = OrderedDict()

    async def deliver(self, notice: Notice) -> Answer:
        """See `Channel`.  As long as one device has to be tried again, so has the notice."""
        done = self._done.pop(notice.key, set())
        devices = [one for one in await self._store.of(notice.account)
                   if notice.kind in one.kinds and one.id not in done]
        path = await page_of(notice, self._rooms)
        name = await name_of(notice.facts, self._rooms.names)
        answers = await asyncio.gather(*(self._send(one, notice, path, name) for one in devices))
        done |= {one.id for one, answer in zip(devices, answers, strict=True) if answer != "later"}
        if "later" in answers:
            self._done[notice.key] = done
            while len(self._done) > HALF_DONE:
                self._done.popitem(last=False)
            return "later"
        return "delivered" if "delivered" in answers else "gone"

    async def _send(self, device: Subscribed, notice: Notice, path: str, name: str) -> Answer:
        lifetime = LIFETIMES[notice.kind]       # letters go by mail alone
        title, body = told(notice, device.language, name)
        tag = f"{notice.kind if notice.facts.challenge else 'game'} {path.partition('#')[0]}"
        text = json.dumps({"title": title, "body": body, "tag": tag, "path": path,
                           "language": device.language}, ensure_ascii=False)
        sent = await self._pusher.send(device.keys, text, tag, lifetime)
        if sent == "gone":
            with contextlib.suppress(StoreError, OSError):      # then the next one is gone, too
                await self._store.drop(device.account, device.id, device.keys.endpoint)
        return "gone" if sent == "refused" else sent
