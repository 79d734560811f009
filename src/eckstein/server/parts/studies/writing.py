"""What a write makes of a shared study; a late write is refused, chapter by chapter.

A chapter that a writer changes must not have been changed after the version that the writer knows;
the same holds for deleted chapters, and for the name and the order of the chapters as one.
"""
from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ....base.errors import EcksteinError
from ....base.sentence import Sentence
from ....wire.http_studies import SharedStudy, StudyChapter, StudyContent, WriteStudy
from ...ops.allowances import CAPS
from .store import Version


class StaleError(EcksteinError):
    """Another writer has changed the same, after the version that this one knows."""


def begun(content: StudyContent) -> StudyContent:
    """The first version of a study.

    Raises:
        ValueError: with a sentence.
    """
    _check_keys([chapter.key for chapter in content.chapters])
    return msgspec.structs.replace(content, arranged=1, chapters=[
        msgspec.structs.replace(chapter, version=1) for chapter in content.chapters])


def read(found: Version) -> StudyContent:
    """What a version says; what does not say when it was changed has just been."""
    content = msgspec.json.decode(found.text, type=StudyContent)
    return msgspec.structs.replace(
        content, arranged=content.arranged or found.number, chapters=[
            chapter if chapter.version else msgspec.structs.replace(chapter, version=found.number)
            for chapter in content.chapters])


def text(content: StudyContent) -> str:
    """What `read` reads."""
    return msgspec.json.encode(content).decode()


def told(number: int, content: StudyContent, since: int = 0) -> SharedStudy:
    """A version, as it is sent to a client that knows version `since`."""
    return SharedStudy(number, content.name, [chapter.key for chapter in content.chapters],
                       [chapter for chapter in content.chapters if chapter.version > since])


def written(there: StudyContent, number: int, wish: WriteStudy, changed: Sequence[StudyChapter]
            ) -> StudyContent:
    """The next version.

    Args:
        there: the last one.
        number: that of the next.
        wish: the request.
        changed: its chapters, checked.

    Raises:
        StaleError: if another writer has changed the same.
        ValueError: with a sentence, if the order does not name all chapters.
    """
    before = {chapter.key: chapter for chapter in there.chapters}
    after = before | {chapter.key: msgspec.structs.replace(chapter, version=number)
                      for chapter in changed}
    order = [*after] if wish.order is None else wish.order
    _check_keys([chapter.key for chapter in changed])
    _check_keys(order)
    touched = {chapter.key for chapter in changed} | (before.keys() - set(order))
    if any(before[key].version > wish.version for key in touched & before.keys()):
        raise StaleError("a chapter has changed")
    arranges = wish.name is not None or wish.order is not None or len(after) > len(before)
    if arranges and there.arranged > wish.version:
        raise StaleError("the chapters have been arranged anew")
    if not after.keys() >= set(order):
        raise ValueError(Sentence("the order names a chapter that there is not"))
    if len(order) > (most := CAPS["chapters"].most):
        raise ValueError(Sentence("a study has {most} chapters at most", most=most))
    return StudyContent(there.name if wish.name is None else wish.name,
                        [after[key] for key in order], number if arranges else there.arranged)


def _check_keys(keys: Sequence[str]) -> None:
    if len(set(keys)) < len(keys):
        raise ValueError(Sentence("two chapters have the same key"))
