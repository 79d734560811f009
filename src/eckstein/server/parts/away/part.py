"""The part of vacations and calendars: what it registers."""
from __future__ import annotations

from ....wire.http_away import Vacation
from ...game.absences import current, left_in, year_of
from ...game.clocks import DAY
from ...part import Part, Site
from ...rooms.events import AbsencesOf
from ..accounts.events import AccountExport
from . import api
from .calendars import CalendarStore
from .events import HasCalendar, VacationOf
from .store import AbsenceStore


def start(site: Site) -> None:
    """See `Part`."""
    hub, absences = site.hub, site.add(AbsenceStore(site.database))
    calendars = site.add(CalendarStore(site.database))

    async def vacation(asked: VacationOf) -> Vacation:
        now, found = site.rooms.now(), (await absences.of([asked.account]))[asked.account]
        away = current(now, found)
        return Vacation(away and away[1] // 1000, left_in(year_of(now), found) / DAY)

    async def export(step: AccountExport) -> None:
        found = (await absences.of([step.account]))[step.account]
        step.told["absences"] = [{"begin": begin // 1000, "end": end // 1000}
                                 for begin, end in found]
    hub.answer(AbsencesOf, lambda asked: absences.of(asked.accounts, asked.since))
    hub.answer(VacationOf, vacation)
    hub.answer(HasCalendar, lambda asked: calendars.has(asked.account))
    hub.before(AccountExport, export)


PART = Part("away", "players go on vacation", "there are no vacations here", start,
            needs=("accounts",), endpoints=api.ENDPOINTS,
            keeps=("calendar", "vacation"))
