"""Pieces that a move loses, leaves or misses: by the rules of one move, and all answers to it."""
from __future__ import annotations

from collections.abc import Iterator

from ...base.sentence import Sentence
from ...board.description import Description, Fight, Removal
from ...kernel import dice
from .facts import Facts, ahead, line_of, way
from .remark import Remark


def sums(fight: Fight) -> tuple[Sentence, Sentence]:
    """Both sums of a battle, the tops of the two that fight first."""
    return (_sum(fight.attackers, fight.attack_tops, fight.attacker),
            _sum(fight.defenders, fight.defence_tops, fight.defender))


def _sum(squares: tuple[str, ...], tops: tuple[int, ...], first: str) -> Sentence:
    ordered = [top for _, top in sorted(zip(squares, tops, strict=True),
                                        key=lambda pair: pair[0] != first)]
    if len(ordered) == 1:
        return Sentence("{sum}", sum=ordered[0])
    if len(ordered) == 2:
        return Sentence("{a}+{b}={sum}", a=ordered[0], b=ordered[1], sum=sum(ordered))
    if len(ordered) == 3:
        return Sentence("{a}+{b}+{c}={sum}", a=ordered[0], b=ordered[1], c=ordered[2],
                        sum=sum(ordered))
    return Sentence("{a}+{b}+{c}+{d}={sum}", a=ordered[0], b=ordered[1], c=ordered[2],
                    d=ordered[3], sum=sum(ordered))


def taken(told: Description, mover_is_white: bool) -> list[Removal]:
    """The opponent's pieces that a move takes."""
    return [gone for gone in told.removed
            if gone.why != "returned" and gone.piece.isupper() != mover_is_white]


def fell(f: Facts) -> Iterator[Remark]:
    """The move costs a piece of the player's own, and the better move costs none."""
    gains = f.gains(f.board)
    if f.over or gains[f.move].net >= 0 or gains[f.best].lost:
        return
    if any(gone.why == "surrounded" for gone in f.told.removed):
        yield f.bad("own queen lost", Sentence(
            "Your own move surrounds your queen, and she is gone; {better} keeps her.",
            better=f.best_told.notation), "rules", "best", "surround")
        return
    lost = [fight for fight in f.told.battles if fight.loser == fight.attacker]
    if not lost:
        return
    fight = max(lost, key=lambda one: one.defence - one.attack)
    attack, defence = sums(fight)
    kind, arrows = "fell", tuple((square, fight.attacker) for square in fight.defenders)
    if found := _first_helper(f, fight):
        helper, total = found
        yield f.bad("fell without help", Sentence(
            "{attack} loses against {defence}: your die falls; with {helper} first it would have "
            "had {total}.", attack=attack, defence=defence, helper=helper, total=total), "rules",
            "best", "support", arrows)
    else:
        yield f.bad(kind, Sentence("{attack} loses against {defence}: your die falls.",
                                   attack=attack, defence=defence), "rules", "best", "battle",
                    arrows)


def _first_helper(f: Facts, lost: Fight) -> tuple[str, int] | None:
    """A safe move of a helper after which the same die would not have fallen, and its sum then.

    As if the opponent passed meanwhile; the helper is safe if no reply takes anything.
    """
    for helper in f.board.legal_moves:
        after = ahead(f.board, helper)
        if f.gains(f.board)[helper].lost or after.is_game_over() or f.prey(after):
            continue
        later = after.passed()
        if later is None or f.move not in later.legal_moves or f.gains(later)[f.move].lost:
            continue
        told = later.describe(f.move)
        same = next((fight for fight in told.battles
                     if fight.defender == lost.defender), None)
        if same and same.attack > lost.attack:
            return f.board.notation(helper), same.attack
    return None


def hangs(f: Facts) -> Iterator[Remark]:
    """A reply takes a piece, and nothing takes back; after the better move no reply wins one."""
    if f.over or f.reply_told.winner or f.gains(f.board)[f.best].lost or any(
            f.swing(f.better, move) > 0 for move in f.captures(f.better)):
        return
    if (reply := _capture(f)) is None:
        return
    told = f.after.describe(reply)
    gone = taken(told, f.side == 1)[0]
    if told.winner or (sentence := _hanging(f, told, gone)) is None:
        return
    line = line_of(f.after, f.replies[0].pv if reply == f.reply else (reply,))
    kind = "left hanging" if _lay(f, told) else "put where it falls"
    yield f.bad(kind, sentence, "replies", "reply", "capture", way(told), (gone.square,), line)


def _capture(f: Facts) -> int | None:
    """The reply that takes most, nothing taking back; the engine's if it does; None without one."""
    gains = f.gains(f.after)
    if gains[f.reply].won:
        return f.reply if f.takes(f.after, f.reply) else None
    good = [(gains[move].net, -move) for move in f.captures(f.after) if f.takes(f.after, move)]
    return -max(good)[1] if good else None


def _lay(f: Facts, told: Description) -> bool:
    """Whether the same move took the same pieces before."""
    if f.passed is None:
        return False
    return any(f.passed.text(move) == told.text and f.passed.describe(move).removed == told.removed
               for move in f.captures(f.passed))


def _hanging(f: Facts, told: Description, gone: Removal) -> Sentence | None:
    """The words for a piece that falls with a reply."""
    facts: dict[str, object] = {"move": told.notation, "square": gone.square,
                                "instead": _instead(f, gone)}
    if gone.why == "surrounded":
        return Sentence("Now {move} surrounds your queen on {square}; {instead}.", **facts)
    lay = _lay(f, told)
    if gone.why == "captured":
        facts["attacker"] = _attacker(told)
        return Sentence(
            "Your die on {square} was attacked by {attacker} and still is; {instead}.", **facts) \
            if lay else Sentence(
            "Now {attacker} can roll to {square} and take your die; {instead}.", **facts)
    fight = next((one for one in told.battles if one.loser == gone.square), None)
    if fight is None:
        return None
    facts["attack"], facts["defence"] = sums(fight)
    return Sentence(
        "Your die on {square} was attacked and still is: {move} beats it, {attack} against "
        "{defence}; {instead}.", **facts) if lay else Sentence(
        "Now {move} beats your die on {square}, {attack} against {defence}; {instead}.", **facts)


def _instead(f: Facts, gone: Removal) -> Sentence:
    """What the better move does about a piece that falls."""
    better, safe = f.best_told.notation, f.prey(f.better) == 0
    if gone.why == "surrounded":
        return Sentence("{better} keeps her", better=better) if safe else Sentence(
            "after {better} you would surround theirs in return", better=better)
    return Sentence("{better} keeps all your dice", better=better) if safe else Sentence(
        "after {better} you would take one back", better=better)


def _attacker(told: Description) -> Sentence:
    """What takes a piece, by its top and its square."""
    first = told.steps[0]
    if first.faces == dice.faces(dice.KING):
        return Sentence("the king on {square}", square=first.origin)
    return Sentence("the {top} on {square}", top=len(told.steps), square=first.origin)


def missed_piece(f: Facts) -> Iterator[Remark]:
    """The better move takes a piece, and nothing takes back."""
    if f.best_told.winner or f.gains(f.board)[f.move].won or not f.takes(f.board, f.best):
        return
    gone = taken(f.best_told, f.side == 0)[0]
    facts = {"move": f.best_told.notation, "square": gone.square}
    if gone.why == "captured":
        sentence = Sentence("{move} would have taken the die on {square}, and nothing takes back.",
                            **facts)
    elif gone.why == "surrounded":
        sentence = Sentence("{move} would have surrounded the queen on {square}.", **facts)
    else:
        fight = next((one for one in f.best_told.battles if one.loser == gone.square), None)
        if fight is None:
            return
        attack, defence = sums(fight)
        sentence = Sentence("{move} would have won the die on {square}, {attack} against "
                            "{defence}, and nothing takes back.", attack=attack, defence=defence,
                            **facts)
    yield f.bad("missed a piece", sentence, "replies", "best", "capture", None, (gone.square,))
