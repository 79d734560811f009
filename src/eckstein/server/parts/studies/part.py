"""The part of shared studies: what it registers."""
from __future__ import annotations

from ...part import Part, Site
from . import api
from .audience import Audience
from .store import StudyStore


def start(site: Site) -> None:
    """See `Part`."""
    store, rooms = site.add(StudyStore(site.database)), site.rooms
    site.add(Audience(site.hub, store, site.hits))

    async def forget() -> None:
        if rooms.keeping.days:
            await store.forget(rooms.keeping.before(rooms.now())[0])
    site.sweeps.append(forget)


PART = Part("studies", "several people write a study", "studies are not shared here", start,
            endpoints=api.ENDPOINTS, topics=("study",), rates=("study-writes",),
            caps=("chapters", "study-versions"),
            keeps=("study",))
