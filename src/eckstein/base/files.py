"""Files that are written whole or not at all."""
import errno
import itertools
import os
import secrets
from collections.abc import Callable, Iterable
from pathlib import Path

from .sentence import Sentence
from .signals import unbroken

Note = Callable[[Sentence], None]       # called with what is worth a line

READABLE, PRIVATE = 0o666, 0o600    # permissions of new files, as far as the umask allows


def save_text(path: str | Path, text: str, mode: int = READABLE) -> None:
    """Write a text file as UTF-8; whatever goes wrong, the old file or none is left.

    A file that exists keeps its permissions, and a link to it stays a link.

    Args:
        path: where to write; the folder must exist.
        text: all of the file; lines end as they are.
        mode: the permissions of a new file.

    Raises:
        OSError: if the file cannot be written; it names the file as the caller does.
        UnicodeEncodeError: if the text holds half a surrogate pair.
    """
    with unbroken():
        save_pieces(path, (text.encode("utf-8"),), mode)


def save_bytes(path: str | Path, content: bytes) -> None:
    """Write a file of any kind in the same way; a device or a pipe is written to, not replaced.

    Args:
        path: where to write; the folder must exist.
        content: all of the file.

    Raises:
        OSError: as `save_text`.
    """
    with unbroken():
        save_pieces(path, (content,))


def save_pieces(path: str | Path, pieces: Iterable[bytes | memoryview],
                mode: int = READABLE) -> None:
    """Write a file that is too large to be made before it is written; otherwise as `save_bytes`.

    Args:
        path: where to write; the folder must exist.
        pieces: what the file holds, one after the other.
        mode: the permissions of a new file.

    Raises:
        OSError: as `save_text`.
    """
    check_place(path)
    if _is_special(path):
        try:
            with Path(path).open("wb") as file:
                file.writelines(pieces)
        except OSError as error:
            error.filename = str(path)
            raise
        return
    target = Path(os.path.realpath(path))
    draft = target.with_name(f".{secrets.token_hex(8)}.tmp")
    try:
        with open(draft, "xb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
            file.writelines(pieces)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            draft.chmod(target.stat().st_mode & 0o7777)
        os.replace(draft, target)
    except OSError as error:
        if error.errno is not None:     # the draft is ours alone
            error.filename, error.filename2 = str(path), None
        raise
    finally:
        draft.unlink(missing_ok=True)


def set_aside(path: Path, fault: str) -> Sentence:
    """Rename a file from which work cannot go on, so that it is made again; nothing is lost.

    Args:
        path: the file.
        fault: what is wrong with it, such as "is empty".

    Returns:
        What is to be told of it.

    Raises:
        OSError: if it cannot be renamed.
    """
    names = itertools.chain([f"{path.name}.damaged"], (
        f"{path.name}.damaged-{number}" for number in itertools.count(2)))
    target = next(one for name in names if not (one := path.with_name(name)).exists())
    path.rename(target)
    return Sentence("{path} {fault}; it is {target} now, and is made again", path=path,
                    fault=fault, target=target.name)


def check_place(path: str | Path) -> None:
    """Check that a file can lie here, before long work that would be lost.

    Raises:
        OSError: with a sentence as its `strerror`, if there is no such folder, or a folder in the
            place of the file.
    """
    if _is_special(path):
        return
    target = Path(os.path.realpath(path))
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, Sentence("it is a folder, not a file"), str(path))
    for folder in (Path(path).parent, target.parent):
        if not folder.is_dir():
            raise FileNotFoundError(errno.ENOENT, Sentence("there is no folder {folder}",
                                                           folder=folder), str(path))
    if not os.access(target.parent, os.W_OK):
        raise PermissionError(errno.EACCES, Sentence("the folder {folder} is not writable",
                                                     folder=target.parent), str(path))


def _is_special(path: str | Path) -> bool:
    """Whether this is a device or a pipe, such as /dev/null."""
    there = Path(path)
    return there.exists() and not there.is_file() and not there.is_dir()
