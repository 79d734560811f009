"""Classes: what teachers order, and what becomes of a class without teachers."""
from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Iterator, Sequence

from ....base.sentence import Sentence
from ....games import names as game_names
from ....wire.http_classes import ClassOrder, Given, PupilCard
from ...game.likeness import likeness
from ...game.names import tidy
from ...game.rulings import RefusedError, TooFastError
from ...game.tokens import new_id
from ...hub.hub import Hub
from ...ops.allowances import CAPS
from ...ops.limits import Hits
from ...store.contract import NOT_WRITTEN, TakenError, database_asked
from ..accounts.accounts import TOO_OFTEN, Accounts, NewSession, Visitor, new_card
from ..accounts.events import Account, IdentityEnds, Renamed, Renaming, Session
from ..accounts.naming import UnfitNameError, check_name
from ..accounts.remembered import digest_of
from ..people.events import AreApart
from .store import ClassStore, Found, FullError, Member, New

NUMBERED = 99               # names that are tried for one pupil: Anna, Anna 2 and so on
OWN_KEY = Sentence("this pupil has a password, so a teacher cannot change the account")


class Classes:
    """All classes.

    Args:
        store: stores them.
        accounts: those of pupils and teachers.
        hub: where what happens to them is published.
        now: the time, in milliseconds since 1970.
        hits: counts the requests that exceed limits.

    Attributes:
        store: see above.
    """

    def __init__(self, store: ClassStore, accounts: Accounts, hub: Hub, now: Callable[[], int],
                 hits: Hits) -> None:
        self.store, self._accounts, self._hub, self._now = store, accounts, hub, now
        self._added, self._tries = hits.buckets("pupils"), hits.buckets("cards")
        self._ending = False

    async def enter(self, code: str, visitor: Visitor) -> NewSession:
        """Sign in with a card.

        Raises:
            RefusedError: if there is no such card, or after too many tries.
        """
        if not self._tries.take(visitor.counted):
            raise TooFastError(TOO_OFTEN, self._tries.retry_after(visitor.counted))
        return await self._accounts.sign_in_with_card(code, visitor)

    async def taught(self, id: str, by: Session) -> Found:
        """A class of a teacher.

        Raises:
            RefusedError: if it is none of his.
        """
        with database_asked():
            found = await self.store.of_teacher(id, by.account)
        if found is None:
            raise RefusedError("not-yours", Sentence("you teach no such class"))
        return found

    async def make(self, by: Session, name: str) -> str:
        """A new class; gives its id.

        Raises:
            RefusedError: if there are too many, or the key of the account is a card.
        """
        if (await self._accounts.account(by)).card:
            raise RefusedError("not-yours", Sentence("pupils with a card teach no classes"))
        name, id = tidy(name), new_id()
        if not name:
            raise RefusedError("bad", Sentence("a class needs a name"))
        with _written():
            await self.store.make(by, id, name, self._now())
        return id

    async def order(self, id: str, wish: ClassOrder, by: Session, payer: str) -> list[PupilCard]:
        """Carry an order out; gives new cards.

        Raises:
            RefusedError: if it is not allowed, or cannot be written.
        """
        await self.taught(id, by)
        with _written():
            match wish.what:
                case "add":
                    return await self._add(id, wish.names, by, payer)
                case "card":
                    return await self._replace(id, await self._pupils(id, wish.pupil), by)
                case "rename" | "remove":
                    one, = await self._pupils(id, wish.pupil or " ")
                    await (self._rename(id, one, wish.name, by) if wish.what == "rename" else
                           self._remove(one, by))
                case "give":
                    if wish.game not in game_names():
                        raise RefusedError("bad", Sentence("there is no game called {name}",
                                                           name=wish.game))
                    await self.give(id, Given(
                        self._now(), wish.task, wish.game,
                        wish.many if wish.task == "puzzles" else 0), by)
                case "take":
                    await self.store.give(by, id, lambda now: [
                        one for one in now if one.at != wish.at])
                case "teacher":
                    other = await self._accounts.find(wish.name)
                    if other is None or other.card or await self._hub.query(
                            AreApart(by.account, other.id)):
                        raise RefusedError("bad", Sentence("there is no account called {name}",
                                                           name=wish.name))
                    await self.store.add_teacher(by, id, other.id)
                case "leave" | "end":
                    await self.store.drop_teachers(
                        by, id, by.account if wish.what == "leave" else "")
                    await self.end_left()
        return []

    async def give(self, id: str, given: Given, by: Session) -> None:
        """Give something to all; a tournament once."""
        await self.store.give(by, id, lambda now: [given, *(
            one for one in now if not given.tournament or one.tournament != given.tournament)])

    async def _add(self, id: str, names: Sequence[str], by: Session, payer: str) -> list[PupilCard]:
        wanted = [_fit(tidied) for name in names if (tidied := tidy(name))]
        if not self._added.take(payer, len(wanted)):
            raise TooFastError(Sentence("too many pupils are added from here; wait a few minutes"),
                               self._added.retry_after(payer, len(wanted)))
        new, cards = dict[str, New](), list[PupilCard]()
        for name in wanted:
            called, like = await self._free(name, new)
            cards.append(PupilCard(called, new_card()))
            new[like] = New(Account(new_id(), called, self._now()), like, digest_of(cards[-1].code))
        await self.store.add(by, id, list(new.values()))
        return cards

    async def _free(self, name: str, taken: Collection[str]) -> tuple[str, str]:
        """A name that is free, with a number if need be, and what it looks like."""
        for number in range(1, NUMBERED):
            tried = _fit(name if number == 1 else f"{name} {number}")
            like = likeness(tried)
            if like not in taken and not await self._accounts.store.is_taken(
                    like, None, self._now()):
                return tried, like
        raise _taken(name)

    async def _replace(self, id: str, some: Sequence[Member], by: Session) -> list[PupilCard]:
        codes = {one: PupilCard(one.name, new_card()) for one in some if one.card}
        if not codes:
            raise RefusedError("bad", OWN_KEY)
        done = await self.store.set_cards(by, id, [
            (one.account, digest_of(card.code)) for one, card in codes.items()])
        self._accounts.keys_changed()
        for account in done:
            await self._accounts.access.dropped(account)
        return [card for one, card in codes.items() if one.account in done]

    async def _rename(self, id: str, one: Member, name: str, by: Session) -> None:
        if not one.card:
            raise RefusedError("bad", OWN_KEY)
        name = _fit(name)
        like = likeness(name)
        try:
            await self.store.rename(
                by, id, one.account, name, like, self._now(),
                lambda connection: self._hub.settle(Renaming(one.account, like, connection)))
        except TakenError:
            raise _taken(name) from None
        self._hub.publish(Renamed(one.account))

    async def _remove(self, one: Member, by: Session) -> None:
        if one.card:
            await self._accounts.remove_pupil(one.account)
        await self.store.drop(by, one.account)      # also one who has set a password just now

    async def _pupils(self, id: str, name: str) -> list[Member]:
        """The pupil of a name, or all."""
        like = likeness(name)
        found = [one for one in await self.store.pupils(id)
                 if not name or likeness(one.name) == like]
        if not found:
            raise RefusedError("bad", Sentence("there is no such pupil in the class"))
        return found

    # What becomes of a class without teachers.

    async def identity_ends(self, step: IdentityEnds) -> None:
        """A teacher may be gone."""
        if step.why == "gone":
            await self.end_left()

    async def end_left(self) -> None:
        """Delete classes without teachers, with those of their pupils whose key is a card.

        Raises:
            RefusedError: if the database cannot be written.
        """
        if self._ending:            # it deletes accounts itself
            return
        self._ending = True
        try:
            with database_asked(NOT_WRITTEN):
                for id in await self.store.left():
                    for one in await self.store.pupils(id):
                        if one.card:
                            await self._accounts.remove_pupil(one.account)
                    await self.store.forget(id)
        finally:
            self._ending = False


def _fit(name: str) -> str:
    """A name as accounts have it; refused with the name, since several may be asked for."""
    try:
        return check_name(name)
    except UnfitNameError as error:
        raise RefusedError("bad", Sentence("{name}: {reason}", name=name,
                                           reason=error.args[0])) from None


def _taken(name: str) -> RefusedError:
    return RefusedError("not-now", Sentence("{name} is taken, or looks like a name that is",
                                            name=name))


@contextlib.contextmanager
def _written() -> Iterator[None]:
    """Refuse what the database does not take."""
    try:
        with database_asked(NOT_WRITTEN):
            yield
    except FullError:
        raise RefusedError("not-now", Sentence(
            "a class has at most {pupils} pupils and {teachers} teachers, and an account {classes} "
            "classes", pupils=CAPS["pupils"].most, teachers=CAPS["class-teachers"].most,
            classes=CAPS["classes"].most)) from None
