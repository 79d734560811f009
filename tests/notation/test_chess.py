"""Chess is called chess, and our own games never are."""
import pytest

from eckstein import Board
from eckstein.notation.chess import CHESS, is_chess
from eckstein.notation.errors import NotationError
from eckstein.record import Record, read_record, write_record
from eckstein.record.conversion import convert
from eckstein.server.work.texts import read_text
from eckstein.wire.http_boards import ReadRequest

from ..helpers import in_games, random_games

HEAD = '[Event "A match"]\n[White "Fischer"]\n[Black "Spassky"]\n[Result "*"]\n\n'
TEXTS = {
    "record": f"{HEAD}1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n",
    "comments": HEAD + "1. d4 {solid} 1... Nf6 2. c4 *\n",
    "set up": '[FEN "8/8/8/8/8/8/8/K1k5 w - - 0 1"]\n[Result "*"]\n\n*\n',
    "moves": "1.e4 c5 2.Nf3 d6\n",
    "knights": "1. Nf3 Nf6\n",
    "position": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n",
    "ending": "8/8/4k3/8/8/4K3/4P3/8 b - - 3 60\n",
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
@pytest.mark.parametrize("game", [None, "contra", "echek"])
def test_chess_is_called_chess(text, game):
    assert is_chess(text)
    with pytest.raises(NotationError, match="this is chess"):
        read_text(ReadRequest(text, game=game))
    with pytest.raises(NotationError, match="this is chess"):
        convert(text)


def test_a_record_of_chess_is_told_by_its_moves():
    with pytest.raises(NotationError) as told:
        read_record(TEXTS["record"])
    assert told.value.reason.template == CHESS.template


@in_games("contra", "echek")
def test_no_game_of_ours_is_taken_for_chess(game):
    for board in random_games(game, {}, range(5), 60):
        record = Record.from_board(board)
        text = write_record(record)
        moves = text.partition("\n\n")[2]
        assert not any(map(is_chess, (text, moves, board.position(), Board(game).position())))


@pytest.mark.parametrize("text", [
    '[Game "contra"]\n[WhiteElo "1500"]\n\n1. d1-d2 d7-d6 *', "1. d1-d2 d7-d6", "1. d1d2 d7d6",
    "e4 e5", "k/K w QRBNPqrbnp Ss m13", "", "1. e4", "some text about 1. e4 and more"])
def test_what_only_looks_a_little_like_it_is_not(text):
    assert not is_chess(text)
