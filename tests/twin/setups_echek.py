"""Positions of Echek set up at random: crowds, chains, kings nearly shut in, empty hands."""

from .echek import CORNERS, SIDES, state_of
from .plane import rectangle, shifted

STYLES = ("fat", "thin", "thin", "around kings", "around queens")


def echek(bishop, chance):
    """A state; once in a while it is impossible."""
    if chance.random() < 0.15:
        board, reserve = chain(chance), chance.choice(["", "", "B", "b", "Bb"])
    else:
        pieces, reserve = chance.choice([playing, playing, bare])(chance)
        board = grown(bishop, pieces, chance)
        reserve += "".join(sorted(set(pieces) - set(board.values())))
    if chance.random() < 0.12:
        board, reserve = spoilt(board, reserve, chance)
    rights = "".join(right for right, rook in ("SR", "sr")
                     if chance.random() < 0.5 and rook in [*board.values(), *reserve])
    reserve = "".join(piece for piece in reserve if piece not in board.values())
    return state_of(chance.choice(["white", "black"]), board, reserve, rights)


def chain(chance):
    """Both kings between bishops on a diagonal, mostly so that nobody can move."""
    ends = chance.choice(["bB", "Bb", "b", "b", "B", "bR"])
    kings = chance.choice(["Kk", "Kk", "kK"])
    up = chance.choice([1, -1])
    return {(12 + column, 14 + up * column): piece
            for column, piece in enumerate(ends[:1] + kings + ends[1:])}


def playing(chance):
    """Pieces on the board and in hand as in a game; queens may be dead."""
    on_board = chance.choice([0.3, 0.6, 0.9, 1, 1])
    reserve, pieces = "", []
    for piece in "QRBNPqrbnp":
        if piece in "Qq" and chance.random() < 0.25:
            continue
        if chance.random() < on_board:
            pieces.append(piece)
        else:
            reserve += piece
    chance.shuffle(pieces)
    return pieces, reserve


def bare(chance):
    """A few pieces and empty hands, but for a bishop: so players come to have no action.

    The pieces that are nowhere make such a position impossible, and the rules of moving the same.
    """
    pieces = chance.sample("QRBNPqrbnp", chance.choice([1, 2, 2, 3, 5]))
    return pieces, "".join(piece for piece in "Bb"
                           if piece not in pieces and chance.random() < 0.3)


def grown(bishop, pieces, chance):
    """Both kings and as many of the pieces as find a place, each touching one before it.

    All that count lie in one square of four by four; bishops of the draft may lie outside.
    """
    corner = chance.choice([(12, 12), (24, 24), (1, 1), (26, 5)])
    window = [(corner[0] + column, corner[1] + row) for column in range(4) for row in range(4)]
    board = {chance.choice(window): "K"}
    style = chance.choice(STYLES)
    for piece in ["k", *pieces]:
        outside = bishop == "draft" and piece in "Bb"
        places = [place for place in touching(board) if outside or place in window]
        if places:
            chance.shuffle(places)
            board[min(places, key=wish(style, board))] = piece
    return board


def touching(board):
    """The empty squares that touch a piece."""
    return sorted({shifted(square, step) for square in board for step in SIDES + CORNERS}
                  - board.keys())


def wish(style, board):
    """What a style likes, as a number that is lowest where it wants to go most."""
    if style == "thin":
        return lambda place: sum(shifted(place, step) in board for step in SIDES + CORNERS)
    if style.startswith("around"):
        wanted = "Kk" if style == "around kings" else "Qq"
        sides = [shifted(square, step) for square, piece in board.items() if piece in wanted
                 for step in SIDES]
        return lambda place: -sides.count(place)
    return lambda place: 0


def spoilt(board, reserve, chance):
    """One piece goes astray on the board, or is lost."""
    square = chance.choice([square for square, piece in board.items() if piece not in "Kk"]
                           or list(board))
    piece = board[square]
    rest = {place: other for place, other in board.items() if place != square}
    astray = rest | {shifted(square, chance.choice([(2, 0), (0, -2), (0, 4)])): piece}
    left, bottom, right, top = rectangle(astray)
    written = max(right - left, top - bottom) < 6       # else no text of it is read
    if written and (piece in "Kk" or chance.random() < 0.7):
        return astray, reserve
    return (rest if piece not in "Kk" else board), reserve
