"""Text out of files: UTF-8, or UTF-16 and UTF-32 with a mark, or any encoding that is named."""
import codecs
import json
from pathlib import Path

from .sentence import Sentence

_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF32_LE, "utf-32"),
          (codecs.BOM_UTF32_BE, "utf-32"), (codecs.BOM_UTF16_LE, "utf-16"),
          (codecs.BOM_UTF16_BE, "utf-16"))
# How files of other kinds begin, which pages read as well (web/app/src/browser/decoding.ts).
_KINDS = {bytes.fromhex(begin): kind for begin, kind in json.loads(
    (Path(__file__).parent / "file_kinds.json").read_bytes()).items()}
_HEAD = 200                 # bytes that tell text from UTF-16 without a mark


def read_text(path: str | Path, encoding: str | None = None) -> str:
    """The text of a file.

    Args:
        path: the file.
        encoding: what its bytes mean; if left out, what its mark says, or UTF-8.

    Raises:
        OSError: if it cannot be read.
        ValueError: if it is not text in this encoding, or there is no such encoding.
    """
    return decoded(str(path), Path(path).read_bytes(), encoding)


def decoded(name: str, content: bytes, encoding: str | None = None) -> str:
    """The text that was read from somewhere; see `read_text`.

    Args:
        name: where it was read from, for what is said if that is not text.
        content: the bytes.
        encoding: as for `read_text`.
    """
    if kind := next((kind for begin, kind in _KINDS.items() if content.startswith(begin)), None):
        raise ValueError(Sentence("{name} is a file of the kind {kind}, and not text", name=name,
                                  kind=kind))
    marked = next((known for mark, known in _MARKS if content.startswith(mark)), None)
    if encoding is None and marked is None and _is_doubled(content[:_HEAD]):
        raise ValueError(Sentence("{name} is not text in UTF-8, and looks like UTF-16 without a "
                                  "mark; say so with --encoding utf-16-le or utf-16-be",
                                  name=name))
    try:
        return content.decode(encoding or marked or "utf-8").removeprefix("\ufeff")
    except LookupError:
        raise ValueError(Sentence("there is no encoding {encoding}; encodings are utf-8, latin-1, "
                                  "cp1252, utf-16 and all others that Python knows",
                                  encoding=encoding)) from None
    except UnicodeDecodeError as error:
        if encoding is None:
            raise ValueError(Sentence("{name} is not text in UTF-8 (byte {count}); name its "
                                      "encoding, such as --encoding latin-1", name=name,
                                      count=error.start + 1)) from None
        raise ValueError(Sentence("{name} is not text in {encoding} (byte {count})", name=name,
                                  encoding=encoding, count=error.start + 1)) from None


def _is_doubled(head: bytes) -> bool:
    """Whether every other byte is zero, as in UTF-16."""
    zeros = [head[::2].count(0), head[1::2].count(0)]
    return len(head) > 8 and min(zeros) == 0 and max(zeros) > len(head) / 4
