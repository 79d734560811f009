"""The endless plane of Echek: names of its squares, and rows of pieces as text."""

PLANE = 26  # columns a to z, rows 1 to 26; beyond them names begin again


def square_name(square):
    column, row = square
    return "abcdefghijklmnopqrstuvwxyz"[(column - 1) % PLANE] + str((row - 1) % PLANE + 1)


def read_square(name):
    if not (name[0] in "abcdefghijklmnopqrstuvwxyz" and name[1:].isdigit()):
        raise ValueError(f"not a square: {name!r}")
    if not 1 <= int(name[1:]) <= PLANE:
        raise ValueError(f"not a row of the plane: {name!r}")
    return ("abcdefghijklmnopqrstuvwxyz".index(name[0]) + 1, int(name[1:]))


def square_called(board, name):
    """The square of that name that lies around the pieces."""
    left, bottom, right, top = rectangle(board)
    for column in range(left - 3, right + 4):
        for row in range(bottom - 3, top + 4):
            if square_name((column, row)) == name:
                return column, row
    raise ValueError(f"no square {name} lies near the pieces")


def row_text(cells):
    """A row of pieces and Nones, with a digit for each run of empty squares."""
    text = ""
    empty = 0
    for cell in [*cells, ""]:
        if cell is None:
            empty += 1
            continue
        text += (str(empty) if empty else "") + cell
        empty = 0
    return text


def read_rows(text, anchor):
    """The board of rows from north to south whose lower left cell is the anchor."""
    board = {}
    for number, row in enumerate(reversed(text.split("/"))):
        column = anchor[0]
        for character in row:
            if character.isdigit():
                column += int(character)
            else:
                board[(column, anchor[1] + number)] = character
                column += 1
    return board


def shifted(square, step):
    return (square[0] + step[0], square[1] + step[1])


def rectangle(squares):
    """Lowest column, lowest row, highest column, highest row."""
    columns = [column for column, _ in squares]
    rows = [row for _, row in squares]
    return min(columns), min(rows), max(columns), max(rows)
