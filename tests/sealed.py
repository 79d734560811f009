"""The form of sealed files, as docs/stored.md tells it; for tests that spoil them."""
import json
import struct
import zlib

from .headers import in_json

ROW = struct.Struct("<QII")


def parts(content):
    """The first line of a file, its header as JSON has it, and its pieces."""
    begin, length, _ = ROW.unpack(content[-16:])
    (_, lines, _), *rows = ROW.iter_unpack(content[begin:begin + length])
    line, header, rest = content[:lines].split(b"\n")
    assert rest == b""
    return line, header, [content[first:first + size] for first, size, _ in rows]


def laid_out(line, header, pieces):
    """A file of these parts; the header is JSON, or becomes it."""
    told = header if isinstance(header, bytes) else in_json(header)
    content, rows = b"", b""
    for piece in (line + b"\n" + told + b"\n", *pieces):
        rows += ROW.pack(len(content), len(piece), zlib.crc32(piece))
        content += piece
    return content + rows + ROW.pack(len(content), len(rows), zlib.crc32(rows))


def with_headers(path):
    """A sealed file, its header, and what lays out the same file with another header."""
    line, header, pieces = parts(path.read_bytes())
    return path, json.loads(header), lambda other: laid_out(line, other, pieces)


def boundaries(content):
    """Where a part ends, and one byte before and after."""
    line, header, pieces = parts(content)
    ends = [0, len(line) + 1, len(line) + len(header) + 2]
    for piece in pieces:
        ends.append(ends[-1] + len(piece))
    ends += [ends[-1] + ROW.size * count for count in range(1, len(pieces) + 2)]
    return sorted({end + more for end in ends for more in (-1, 0, 1)} & {*range(len(content))})


def flip(path):
    """Change one bit in the last piece of a file."""
    content = bytearray(path.read_bytes())
    begin, length, _ = ROW.unpack(content[-16:])
    first, size, _ = ROW.unpack(content[begin + length - ROW.size:begin + length])
    content[first + size // 2] ^= 1
    path.write_bytes(content)
