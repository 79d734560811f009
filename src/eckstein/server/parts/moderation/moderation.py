"""Moderation: people report accounts, and moderators judge what was reported or is unusual."""
from __future__ import annotations

import contextlib
import secrets
import time

from ....base.sentence import Sentence
from ....wire.http_challenges import Seated
from ....wire.http_moderation import ModeratorAct, NewReport
from ...game.clocks import DAY
from ...game.identity import account_of, of_account
from ...game.likeness import likeness
from ...game.names import tidy
from ...game.rulings import RefusedError, TooFastError
from ...game.tokens import ALPHABET, new_id
from ...ops.allowances import CAPS
from ...ops.limits import Hits
from ...rooms.events import RatedGame
from ...rooms.front_door import Sender
from ...rooms.rooms import Rooms
from ...store.contract import NOT_WRITTEN, ConflictError, GoneError, TakenError, database_asked
from ..accounts.events import Account, FindAccount, IdentityEnds, Renamed, Renaming
from ..accounts.naming import TAKEN_AWAY
from ..chat.events import WritingChanged
from .conduct import ACTS, Conduct, Entry, What, conduct_of, standing
from .events import MayWrite
from .records import NewName, Report, Settled
from .store import ModerationStore, is_taken

TOO_MANY = Sentence("you have reported enough for today; go on tomorrow")
TRIES = 5                   # to find a free name, or to act without interference
# What becomes of open reports and flags; by all other acts they are upheld.
SETTLED: dict[What, Settled | None] = {"take-back": None, "dismiss": "dismissed"}


class Moderation:
    """What people report, and what moderators do about it.

    Args:
        store: stores reports, flags and the trail.
        rooms: the games.
        hits: counts the requests that exceed limits.
    """

    def __init__(self, store: ModerationStore, rooms: Rooms, hits: Hits) -> None:
        self.store, self._rooms, self._hub = store, rooms, rooms.hub
        self._hub.before(RatedGame, self._check_bar)
        self._hub.before(Renaming, self._check_taken)
        self._hub.answer(MayWrite, self._may_write)
        self._made = hits.buckets("reports")

    # What people do.

    async def report(self, wish: NewReport, sender: Sender) -> None:
        """Take a report.  Whether anything comes of it is not disclosed.

        Raises:
            RefusedError: if the reporter has no identity, reports too often, or reports itself.
        """
        if not sender.who:
            raise RefusedError("not-yours", Sentence("allow cookies to report a player"),
                               "signed-out")
        account, now = await self._reported(wish.to), self._rooms.now()
        if account is not None and account == sender.account:
            raise RefusedError("bad", Sentence("you cannot report yourself"))
        if not self._made.take(sender.payer):
            raise TooFastError(TOO_MANY, self._made.retry_after(sender.payer))
        with database_asked(NOT_WRITTEN):
            if account is not None and not await self.store.report(Report(
                    new_id(), sender.who, account, wish.reason, _plain(wish.text),
                    await self._game(wish.game, account), now), CAPS["reports-in-a-day"].most,
                    CAPS["reports-on-one"].most):
                raise TooFastError(TOO_MANY, {"Retry-After": str(DAY // 1000)})

    async def _reported(self, to: str | Seated) -> str | None:
        """The account that a report names, or None."""
        if isinstance(to, str):
            found = await self._hub.query(FindAccount(to, hidden=True))
            return None if found is None else found.id
        seats = (await self._rooms.room(to.game)).loaded().state.seats
        return account_of(seats[to.colour].who)

    async def _game(self, game: str | None, account: str) -> str | None:
        """A game, if an account has a seat in it."""
        if game is not None:
            try:
                seats = (await self._rooms.room(game)).loaded().state.seats
            except RefusedError:
                return None
            if of_account(account) in (seat.who for seat in seats.values()):
                return game
        return None

    async def read(self, account: str, warning: int) -> None:
        """Note that an account has read a warning; without effect if it had, or if there is none.

        Raises:
            RefusedError: if the database cannot be written.
        """
        with database_asked(NOT_WRITTEN):
            if any(one.seq == warning for one in (await self.conduct(account)).warnings):
                with contextlib.suppress(TakenError):       # on another device, at the same time
                    await self.store.act(Entry(at=self._rooms.now(), by=account, what="read",
                                               account=account, entry=warning))

    async def conduct(self, account: str) -> Conduct:
        """What follows for an account.

        Raises:
            StoreError, OSError: if the database does not respond.
        """
        return conduct_of(await self.store.entries(account), self._rooms.now())

    async def _check_bar(self, step: RatedGame) -> None:
        """Refuse rated games to an identity that is barred from them."""
        if (account := account_of(step.who)) is None:
            return
        with database_asked():
            bar = (await self.conduct(account)).bar
        if bar is None:
            return
        if bar.until is None:
            raise RefusedError("not-yours", Sentence(
                "a moderator has barred you from rated games; games that are not rated are open to "
                "you"), "barred")
        raise RefusedError("not-yours", Sentence(
            "a moderator has barred you from rated games until {day}; games that are not rated are "
            "open to you", day=time.strftime("%Y-%m-%d", time.gmtime(bar.until / 1000))), "barred")

    async def _check_taken(self, step: Renaming) -> None:
        """Refuse a name that a moderator has taken from the account."""
        if await is_taken(step.connection, step.account, step.likeness):
            raise RefusedError("bad", Sentence("a moderator has taken this name away"))

    async def _may_write(self, asked: MayWrite) -> bool:
        account = account_of(asked.who)
        return account is None or not (await self.conduct(account)).muted

    # What moderators do.

    async def check_moderator(self, account: Account) -> None:
        """Refuse an account that is not a moderator's.

        Raises:
            RefusedError: if it is not, or the database does not respond.
        """
        with database_asked():
            if (await self.conduct(account.id)).moderator:
                return
        raise RefusedError("not-yours", Sentence("only moderators can do this"), "no-moderator")

    async def act(self, wish: ModeratorAct, moderator: Account) -> None:
        """Do what a moderator wants; returns when it is on disk.

        Raises:
            RefusedError: if it cannot be done.
        """
        for _ in range(TRIES):
            with contextlib.suppress(ConflictError):    # another moderator was quicker: look again
                return await self._act(wish, moderator)
        raise RefusedError("busy", "too many commands at once; try again", "crowded")

    async def _act(self, wish: ModeratorAct, moderator: Account) -> None:
        account = await self._hub.query(FindAccount(wish.name, hidden=True))
        if account is None:
            raise _nobody(wish.name)
        if account.id == moderator.id:
            raise RefusedError("not-yours", Sentence("you cannot judge yourself"))
        with database_asked():
            entries = await self.store.entries(account.id)
        now = self._rooms.now()
        if conduct_of(entries, now).moderator:
            raise RefusedError("not-yours", Sentence("{name} is a moderator: only the operator of "
                                                     "the server can do something about him",
                                                     name=account.name))
        why, text = _plain(wish.why), _plain(wish.text)
        if not why:
            raise RefusedError("bad", Sentence("say why, for other moderators"))
        if wish.what == "warn" and not text:
            raise RefusedError("bad", Sentence("say what the player is to read"))
        if wish.what == "dismiss":
            await self._check_open(account, wish.report)
        if wish.what == "mute" and any(one.what == "mute" for one in standing(entries)):
            raise RefusedError("not-now", Sentence("{name} may not write to others already",
                                                   name=account.name))
        entry = Entry(
            at=now, by=moderator.id, what=wish.what, account=account.id, why=why,
            text=account.name if wish.what == "rename" else text if wish.what == "warn" else "",
            until=now + wish.days * DAY if wish.what == "bar" and wish.days else None,
            entry=_ended(entries, wish).seq if wish.what == "take-back" else None)
        await self._write(entry, wish, account, entries)

    async def _check_open(self, account: Account, report: str | None) -> None:
        """Refuse to dismiss what is not open."""
        with database_asked():
            waiting = [one.id for one in await self.store.reports_on(
                           account.id, CAPS["reports-on-one"].most)
                       if one.state == "open"]
            flagged = [one for one in await self.store.flags_on(account.id)
                       if one.state == "open"]
        if not (waiting or flagged) if report is None else report not in waiting:
            raise RefusedError("not-now", Sentence("this was judged already"))

    async def _write(self, entry: Entry, wish: ModeratorAct, account: Account,
                     entries: list[Entry]) -> None:
        for left in reversed(range(TRIES)):
            name = _new_name(entry, account, entries)
            with database_asked(NOT_WRITTEN):
                try:
                    await self.store.act(entry, SETTLED.get(wish.what, "upheld"), wish.report, name,
                                         entries)
                    break
                except GoneError:
                    raise _nobody(account.name) from None
                except TakenError:
                    if entry.what != "rename" or not left:
                        raise RefusedError("not-now", Sentence(
                            "this was taken back already, or another account has the name by now"
                            )) from None
        if name is not None:
            self._hub.publish(Renamed(account.id))
            await self._hub.settle(IdentityEnds(of_account(account.id), "rename"))
        if entry.what in ("mute", "take-back"):
            self._hub.publish(WritingChanged(account.id))
        if entry.what == "bar":
            await self._hub.settle(IdentityEnds(of_account(account.id), "bar"))


def _nobody(name: str) -> RefusedError:
    return RefusedError("bad", Sentence("there is no account called {name}", name=name))


def _ended(entries: list[Entry], wish: ModeratorAct) -> Entry:
    """The entry that is taken back."""
    found = next((one for one in standing(entries)
                  if one.seq == wish.entry and one.what in ACTS), None)
    if found is None:
        raise RefusedError("not-now", Sentence("there is no such entry that could be taken back"))
    return found


def _new_name(entry: Entry, account: Account, entries: list[Entry]) -> NewName | None:
    """What an account is called by an entry, if that changes."""
    if entry.what == "rename":
        name = "player-" + "".join(secrets.choice(ALPHABET) for _ in range(6))
        return NewName(name, likeness(name))
    if entry.what == "take-back" and TAKEN_AWAY.fullmatch(account.name):
        back = next((one.text for one in entries
                     if one.seq == entry.entry and one.what == "rename"), "")
        return NewName(back, likeness(back)) if back else None
    return None         # or it has got another name since


def _plain(text: str) -> str:
    """A text without invisible letters, in lines."""
    return "\n".join(map(tidy, text.splitlines())).strip()
