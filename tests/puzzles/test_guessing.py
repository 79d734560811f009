"""Proofs to be guessed: what is told of their moves, by the rules and by the twin."""
import pytest

from eckstein import Board, names
from eckstein.board.score import moves_in, plies_within
from eckstein.lab import guessing

from ..twin import twin

PROOFS = guessing.load("contra")
DEPTH = 3                   # plies that the twin looks ahead


def board_of(proof, position):
    return Board("contra", position, **proof.options)


def twin_of(proof):
    return twin("contra", **{name: str(value) for name, value in proof.options.items()})


def win(game, state, plies, side):
    """The plies of a side's shortest win within so many, as the twin sees it; or None."""
    end = game.outcome(state)
    if end or not plies:
        return 0 if end and end[0] == side else None
    after = [win(game, one, plies - 1, side) for one in game.moves(state).values()]
    if state.turn == side:
        return min((1 + one for one in after if one is not None), default=None)
    return None if None in after else 1 + max(after)


def test_only_games_with_a_file_have_proofs():
    assert [name for name in names() if guessing.load(name)] == ["contra"]
    with pytest.raises(ValueError, match="nothing"):
        guessing.load("nothing")


@pytest.mark.parametrize("proof", PROOFS, ids=lambda proof: proof.id)
def test_whoever_guesses_right_wins_in_as_many_plies_as_is_told(proof):
    side, todo, seen = board_of(proof, proof.position).turn, [(proof.position, proof.plies)], set()
    while todo:
        position, plies = todo.pop()
        board, moves = board_of(proof, position), proof.moves[position]
        seen.add(position)
        if board.turn is side:
            assert set(moves) == set(board.legal_texts()) and min(filter(None, moves.values())) \
                == plies
            tried = [text for text, length in moves.items() if length in (plies, None)]
        else:
            assert len(moves) == 1
            tried = list(moves)
        for text in tried:
            ahead = board_of(proof, position)
            ahead.push_text(text)
            left = moves[text]
            if ahead.is_game_over():
                assert left is None or ahead.outcome().winner is side
            elif left is not None:
                todo.append((ahead.position(), left - 1))
            elif board.turn is side:
                refutation, = proof.moves[ahead.position()].values()
                seen.add(ahead.position())
                assert refutation is None
    assert seen == set(proof.moves)


@pytest.mark.parametrize("proof", PROOFS, ids=lambda proof: proof.id)
def test_the_twin_sees_the_near_wins(proof):
    game = twin_of(proof)
    side = board_of(proof, proof.position).turn
    for position, moves in proof.moves.items():
        state = game.read(position)
        if state.turn != side:
            continue
        for text, length in moves.items():
            if (length or 99) <= DEPTH:
                assert 1 + win(game, game.moves(state)[text], DEPTH - 1, side) == length
            else:
                assert win(game, game.moves(state)[text], DEPTH - 1, side) is None


def test_the_twin_sees_no_win_soon_after_moves_that_are_too_slow():
    checked = 0
    for proof in PROOFS:
        game = twin_of(proof)
        for position, moves in proof.moves.items():
            if 1 in moves.values():
                state = game.read(position)
                within = plies_within(moves_in(1) + proof.late)
                for text in [text for text, length in moves.items() if length is None]:
                    assert win(game, game.moves(state)[text], within - 1, state.turn) is None
                    checked += 1
    assert checked
