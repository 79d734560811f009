"""The part of notices: what it registers."""
from __future__ import annotations

from ...part import Part, Site
from .notices import Notices
from .store import NoticeStore


def start(site: Site) -> None:
    """See `Part`."""
    notices = site.add(Notices(site.add(NoticeStore(site.database)), site.rooms))

    async def tend() -> None:
        if notices.channels:
            await notices.tend(site.since)
    site.tasks.append(tend)
    site.finishes.append(notices.finish)
    counts = notices.deliverer.counts
    for name, text, answer in (
            ("delivered", "notices that were delivered", "delivered"),
            ("failed", "tries to deliver a notice that failed for now", "later"),
            ("gone", "notices that were given up", "gone")):
        site.figures.add(f"eckstein_notices_{name}", text,
                         lambda answer=answer: counts[answer])  # type: ignore[misc]


PART = Part("notices", "accounts are told of turns and challenges", "there are no notices here",
            start, needs=("accounts",), caps=("notices-in-a-day",),
            keeps=("notice that waits",))
