"""A reader of files of games, from docs/formats/games.md alone: it shares no code with src/."""
import json
import struct
import zlib


class DamagedError(Exception):
    pass


def read(data):
    """The header of a file, and its games as dictionaries of plain numbers and texts."""
    begin, length, checksum = struct.unpack("<QII", data[-16:])
    rows = data[begin:begin + length]
    if zlib.crc32(rows) != checksum:
        raise DamagedError("rows")
    pieces = []
    for at in range(0, len(rows), 16):
        begin, length, checksum = struct.unpack("<QII", rows[at:at + 16])
        piece = data[begin:begin + length]
        if zlib.crc32(piece) != checksum:
            raise DamagedError(at // 16)
        pieces.append(piece)
    first, header, _ = pieces[0].split(b"\n")
    if first != b"eckstein games 1":
        raise DamagedError("first line")
    told = json.loads(header)
    return told, [game for piece in pieces[1:] for game in _block(piece, told)]


def _block(piece, header):
    games, moves, visits, text = struct.unpack("<IIII", piece[:16])
    starts = piece[16:16 + text].decode("utf-8").split("\n")
    at = 16 + text

    def column(count, letter):
        nonlocal at
        size = struct.calcsize("<" + letter)
        found = struct.unpack(f"<{count}{letter}", piece[at:at + count * size])
        at += count * size
        return found
    plies, start = column(games, "H"), column(games, "I")
    results, random_plies = column(games, "B"), column(games, "H")
    actions = column(moves, "H")
    values = column(moves, "h") if header["values"] else None
    visited = None
    if header["visits"]:
        counts = column(moves, "H")
        pairs = list(zip(column(visits, "H"), column(visits, "I"), strict=True))
        visited, done = [], 0
        for count in counts:
            visited.append(pairs[done:done + count])
            done += count
    assert at == len(piece)
    done = 0
    for i in range(games):
        mine = slice(done, done + plies[i])
        done += plies[i]
        yield {"start": starts[start[i]], "result": ("*", "1-0", "0-1", "1/2-1/2")[results[i]],
               "random_plies": random_plies[i], "actions": list(actions[mine]),
               "values": list(values[mine]) if values is not None else None,
               "visits": visited[mine] if visited is not None else None}
