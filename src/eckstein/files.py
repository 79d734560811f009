"""Files that are written whole or not at all."""
import os
import secrets
from pathlib import Path


def save_text(path: str | Path, text: str) -> None:
    """Write a text file as UTF-8; whatever goes wrong, the old file or none is left.

    A file that exists keeps its permissions, and a link to it stays a link.

    Args:
        path: where to write; the folder must exist.
        text: all of the file; lines end as they are.

    Raises:
        OSError: if the file cannot be written.
        UnicodeEncodeError: if the text holds half a surrogate pair.
    """
    save_bytes(path, text.encode("utf-8"))


def save_bytes(path: str | Path, content: bytes) -> None:
    """Write a file of any kind in the same way.

    Args:
        path: where to write; the folder must exist.
        content: all of the file.

    Raises:
        OSError: if the file cannot be written.
    """
    target = Path(os.path.realpath(path))
    draft = target.with_name(f".{secrets.token_hex(8)}.tmp")
    try:
        # Created as any new file is, so that the umask decides who may read it.
        with open(draft, "xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            draft.chmod(target.stat().st_mode & 0o7777)
        os.replace(draft, target)
    finally:
        draft.unlink(missing_ok=True)
