"""Each term of each game's knowledge, in two positions that differ in nothing else it knows of.

The first is the better one.  Beside them stands how much of the term there is in both, for White,
who is to move, less what Black has of it.  Where a term cannot change alone (a die more is a top
more) two change.
"""
import pytest

from eckstein import Board, names
from eckstein.kernel.specialise import specialise

PAIRS = [
    ("contra", "CBc1Sb2fc7", "Ceb1Af2", {"die": (1, 0)}),
    ("contra", "CIe1", "CMf2", {"row 1": (0, 1)}),
    ("contra", "CAf1", "CJg3", {"row 2": (0, 1)}),
    ("contra", "CIe6", "CTb1ec4Qf6", {"row 3": (0, -1)}),
    ("contra", "CKg4Kd5nc7", "CXb4", {"row 4": (1, 0)}),
    ("contra", "Cwf3Fb5", "CPc1mb2", {"row 5": (0, -1)}),
    ("contra", "CIe1", "CAf1", {"next tops": (6, 5)}),
    ("contra", "CFg2", "CBc1Sb2fc7", {"passed": (1, 0)}),
    ("contra", "CBa4wg7", "CBf4cg7", {"passed 3": (1, 0)}),
    ("contra", "CUg5vb7", "CVe5ud7", {"passed 4": (1, 0)}),
    ("contra", "CGa6", "CTg2eb6Gc6", {"passed 5": (1, 0)}),
    ("contra", "CPa2Jg2Kg3", "CHd2Me2Pe3", {"neighbours": (2, 3)}),
    ("contra", "CBe4", "CFb4", {"ahead tops": (1, 2)}),
    ("contra", "Cpf3fc4we4Wf4Uc5", "Cgb3pf4Ud5", {"meeting": (-1, 0)}),
    ("contra", "Clg2Id3", "Cla2Ea3", {"meeting tops": (0, -1)}),
    ("contra", "Cea2Ib3db5", "Cwf1ec2Jg3of5Ag7", {"near": (-1, 0)}),
    ("contra", "CLa5eb6", "CLa5ib6", {"near tops": (1, 0)}),
    ("contra", "CLe3bd5Be6", "CDb6", {"near next tops": (1, 0)}),
    ("contra", "CIe1", "CMb7", {"free ahead": (1, 0)}),
    ("pur", "PVf2", "PJc1", {"row 1": (1, 0)}),
    ("pur", "PIg3", "PJc1", {"row 2": (1, 0)}),
    ("pur", "PBe4", "PJc1", {"row 3": (1, 0)}),
    ("pur", "PGg5", "PJc1", {"row 4": (1, 0)}),
    ("pur", "Pha2Nb6", "PSd1qf2", {"row 5": (0, -1)}),
    ("pur", "PKb7Ed7", "PTf7", {"home": (2, 1)}),
    ("pur", "PVf7", "PTf7", {"points": (6, 5)}),
    ("pur", "PLa1Da2", "PVf2", {"jumps": (1, 0)}),
    ("pur", "PXb6", "PPd6", {"next tops": (2, 1)}),
    ("pur", "Pha1kb1cd1Ka7Bb7Cc7Td7Qf7Ig7", "PMa7We7Eg7", {"last missing": (1, 0)}),
    ("pur", "PDg1Dc6", "PXb6", {"free ahead": (2, 1)}),
    ("pur", "PVa7Vb7Vc7Vd7Ve7vf7", "PVa7Vb7Vc7Vd7Te7vf7", {"held points": (30, 29)}),
    ("pur", "Pva1vb1vc1vd1te1Vf1", "Pva1vb1vc1vd1ve1Vf1", {"held points": (-29, -30)}),
    ("pur", "PVa7Vb7Vc7Vd7Ve7vf7Vg2", "PVa7Vb7Vc7Vd7Ve7vf7Vg1", {"held rows": (31, 30)}),
    ("ecke", "EHg7", "Ejd7Sg7", {"die": (1, 0)}),
    ("ecke", "EPg5", "EPd4", {"rows": (4, 3)}),
    ("ecke", "EAg7", "EAe7", {"corner": (1, 0)}),
    ("ecke", "ECa6", "ECe6", {"near corner": (1, 0)}),
    ("ecke", "ELa7", "EHg7", {"tops": (3, 2)}),
    ("ecke", "EBd6", "ECe6", {"next tops": (4, 3)}),
    ("ecke", "Epe1Ie7", "Eta2Mb6", {"ahead tops": (0, -1)}),
    ("ecke", "EJd4Pc6", "ENe5Lg5", {"far row": (1, 0)}),
    ("ecke", "EPb1jd3", "Edd1Tg3Bc4me4", {"last row": (0, -1)}),
    ("ecke", "Emf2Pb6Ug7", "EUg7", {"second corner": (1, 0)}),
    ("ecke", "EDa1Og1Vd3fb6", "ERa1Pg2", {"guards": (2, 1)}),
    ("ecke", "EJa1ha7", "ETb1nd7", {"guard tops": (1, 0)}),
    ("duell", "DZh1Sa8", "DQc7", {"die": (2, 1), "top 1": (1, 0)}),
    ("duell", "DHi8", "DBb1", {"top 1": (0, 1), "top 2": (1, 0)}),
    ("duell", "DJf1", "DGd7", {"top 2": (0, 1), "top 3": (1, 0)}),
    ("duell", "DKc2", "DNg2", {"top 3": (1, 0), "top 4": (0, 1)}),
    ("duell", "DNe8", "DQc7", {"top 4": (1, 0), "top 5": (0, 1)}),
    ("duell", "DQc7", "DXe8", {"top 5": (1, 0), "top 6": (0, 1)}),
    ("duell", "DDa7zb7", "Dzb7Cc8", {"aimed at king": (1, 0)}),
    ("duell", "DBd5", "Dzd2Cd5Zc7", {"king run": (0, -1)}),
    ("duell", "DZf6Xf8", "DXd5Zh8", {"guards": (1, 0)}),
    ("duell", "DBd5", "DAf7", {"middle": (1, 0)}),
    ("duell", "Dzb7Cc8", "DAi1ze8", {"next to king": (1, 0)}),
    ("duell", "DAf7", "DBb1", {"reach": (4, 3)}),
    ("duell", "Dbg3Je4Zi4", "DKc4", {"attacked": (1, 0)}),
    ("duell", "DZc3Ia4", "DBh5Ka6", {"guarded": (1, 0)}),
    ("echek", "1r1n1/p1k2/bP1K1/N2RB w - s l12", "1P1n1/2k1p/bKRr1/2NB1 w - s k12",
     {"shut 1": (0, -1)}),
    ("echek", "kr/K1/R1 w QBNPqbnp Ss m12", "3k1/1pr1n/b1R1P/1K1N1/2B2 w - - k11",
     {"shut 1": (0, -1), "shut 2": (0, 1)}),
    ("echek", "1bn2/1k1pr/BK1P1/2NR1 w - - i13", "1b/1k/BK w QRNPqrnp Ss l13",
     {"shut 2": (1, 0), "shut 3": (-1, 0)}),
    ("echek", "k/K w QRBNPqrbnp Ss m13", "1r2/n1k1/1K1R/2N1 w BPqbp Ss l12",
     {"queen dead": (0, 1)}),
    ("echek", "2rR/1kP1/pK2 w QBNqbn Ss l13", "2q/1k1/K2 w QRBNPrbnp Ss l13",
     {"queen out": (0, -1)}),
    ("echek", "2r/1k1/K2 w QRBNPqbnp Ss l13", "1kn1/NRbK/Br1P/2p1 w - s l12",
     {"rook out": (-1, 0)}),
    ("echek", "k/K w QRBNPqrbnp Ss m13", "B1kp/1PK1 w QRNqrbn Ss k13", {"bishop out": (0, 1)}),
    ("echek", "k/K w QRBNPqrbnp Ss m13", "1kP1/pK1N w QRBqrbn Ss l13", {"knight out": (0, 1)}),
    ("echek", "kK/rR/p1 w QBNPqbn Ss m12", "k/K w QRBNPqrbnp Ss m13", {"pawn out": (-1, 0)}),
    ("echek", "p2/1kK w QRBNPqrbn Ss l14", "1k1/pRr/K2 w QBNPqbn s l12", {"swap": (0, -1)}),
    ("echek", "k/K w QRBNPqrbnp Ss m13", "1Bb1/k3/1nrp/1P1K/1NR1 w - - k12",
     {"foes at king": (0, 1)}),
    ("echek", "k/K w QRBNPqrbnp Ss m13", "1B2/1kr1/Rb1n/K2N/p1P1 w - - k11",
     {"own at king": (0, -1)}),
    ("echek", "Bkp2/2b2/1Knr1/1NR1P w - Ss l12", "k/K w QRBNPqrbnp Ss m13",
     {"foes at corners": (1, 0)}),
    ("echek", "1pnkb/1R3/r1PK1/2BN1 w - - k12", "k/K w QRBNPqrbnp Ss m13",
     {"own at corners": (1, 0)}),
    ("echek", "4k/2brR/Bp1P1/1K1Nn w - - j12", "k/K w QRBNPqrbnp Ss m13", {"room at king": (1, 0)}),
    ("echek", "qk1/1K1/2Q w RBNPrbnp Ss l12", "bk1/1K1/2B w QRNPqrnp Ss l12",
     {"queen shut": (-1, 0)}),
    ("echek", "b1/1k/K1 w QRBNPqrnp Ss l13", "r1b/1k1/1K1/R2 w QBNPqnp Ss l12",
     {"reaching foes": (0, 1)}),
    ("echek", "1k1/q1K w QRBNPrbnp Ss l13", "Kk1/2q w QRBNPrbnp Ss l13", {"sides reached": (1, 2)}),
    ("echek", "1b1/1kr/BKN w QRPqnp Ss l13", "1r/1k/NK w QRBPqbnp Ss l13",
     {"last side reached": (-1, 0)}),
]


def known(game):
    """What is known about a game."""
    return specialise("kernel", game, compiled=False).knowledge


def terms(game, position):
    """How much of each term there is in a position."""
    knowledge, p = known(game), Board(game, position).state
    count = len(knowledge.FEATURES)
    return {name: knowledge.weigh(p, [int(i == place) for i in range(count)])
            for place, name in enumerate(knowledge.FEATURES)}


@pytest.mark.parametrize(("game", "better", "worse", "amounts"), PAIRS)
def test_what_the_better_position_has_more_of_and_nothing_else(game, better, worse, amounts):
    some, others = terms(game, better), terms(game, worse)
    assert {name: (some[name], others[name]) for name in some
            if some[name] != others[name]} == amounts


@pytest.mark.parametrize(("game", "better", "worse", "amounts"), PAIRS)
def test_the_better_position_is_worth_more(game, better, worse, amounts):
    value = known(game).evaluate
    assert value(Board(game, better).state) > value(Board(game, worse).state)


@pytest.mark.parametrize("game", names())
def test_every_term_has_its_pair(game):
    told = {name for one, _, _, amounts in PAIRS if one == game for name in amounts}
    assert told == set(known(game).FEATURES) - {"turn"}


@pytest.mark.parametrize("game", names())
def test_to_be_on_the_move_is_worth_something(game):
    knowledge = known(game)
    assert knowledge.FEATURES[0] == "turn"
    assert knowledge.WEIGHTS[0] > 0


@pytest.mark.parametrize(("position", "term", "amount"), [
    ("DZe5Ae6", "guards", 1), ("DZe5Ae7", "guards", 1), ("DZe5Ad6", "guards", 1),
    ("DZe5Ae8", "guards", 0), ("DZe2Ae4", "guards", 1), ("DZe2Ae1", "guards", 1),
    ("DZe7Ae8", "guards", 1), ("DZe8Ae6", "guards", 1),
    ("DAa7wa8", "attacked", 1), ("DAa1wa2", "attacked", 1), ("DAa1wa3", "attacked", 0),
    ("DAa7Wa8", "guarded", 1), ("DAa1Wa2", "guarded", 1),
    ("DAa7za8", "aimed at king", 1), ("DAa1za2", "aimed at king", 1)])
def test_neighbours_in_duell_count_all_over_the_board(position, term, amount):
    assert terms("duell", position)[term] == amount


# What is looked at first.

def soonest(game, position):
    """The moves of a position by how soon they are looked at, as texts."""
    board, found = Board(game, position), {}
    for move in board.legal_moves:
        found.setdefault(int(known(game).urgency(board.state, move)), set()).add(board.text(move))
    return found


def test_in_contra_battles_come_first_and_then_steps_forward():
    assert soonest("contra", "CWd3vd5Wa1") == {
        3: {"d3d4"}, 1: {"a1a2"}, 0: {"d3c3", "d3e3", "a1b1"}}
    assert soonest("contra", "cWd3vd5va7") == {
        3: {"d5d4"}, 1: {"a7a6"}, 0: {"d5c5", "d5e5", "a7b7"}}


def test_in_pur_long_ways_forward_come_first():
    assert soonest("pur", "PWd1vd2vd4") == {4: {"d1d3d5"}, 2: {"d1d3"}, 0: {"d1c1", "d1e1"}}
    assert soonest("pur", "pvd7Wd6Wd4") == {4: {"d7d5d3"}, 2: {"d7d5"}, 0: {"d7c7", "d7e7"}}


def test_in_ecke_battles_come_first():
    assert soonest("ecke", "EWd3vf5Wa1vg7") == {
        1: {"d3e4"},
        0: {"d3d4", "d3c4", "d3c3", "d3e3", "a1a2", "a1b1", "a1b2"}}


def test_in_duell_captures_come_first():
    found = soonest("duell", "DAa1va2Zi1ze8")
    assert found == {1: {"A1xA2"}, 0: {"a1-b1", "I1-I2", "i1-h1"}}


def test_in_echek_what_comes_to_a_side_of_the_king_comes_first_and_what_is_there_stays():
    found = soonest("echek", "1r2/n1k1/1KR1/2N1 w BPqbp Ss l12")        # Black's king is on n14
    assert found[2] == {"P@o13o14", "n12m14", "n12o14", "m13m14"}
    assert found[-1] == {"n13l13", "n13o13", "n13k13"}
    assert set(found) == {-1, 0, 2}


# Which moves are noisy.

def noisy(game, position):
    board = Board(game, position)
    moves = [0] * board.rules.MAX_MOVES
    return {board.text(move) for move in moves[:known(game).noisy(board.state, moves, 0)]}


def test_in_contra_battles_and_arrivals_are_noisy():
    assert noisy("contra", "CWd3vd5Wa6Wg1") == {"d3d4", "a6a7"}
    assert noisy("contra", "cWd3vd5va2vg7") == {"d5d4", "a2a1"}


def test_in_ecke_battles_and_corners_are_noisy():
    assert noisy("ecke", "EWd3vf5Wa6Wg1va1") == {"d3e4", "a6a7"}


@pytest.mark.parametrize("game", ["pur", "echek"])
def test_where_nothing_is_captured_nothing_is_noisy(game):
    assert noisy(game, "PWd6vd2" if game == "pur" else "1k1/q1K w QRBNPrbnp Ss l13") == set()
