"""Files on their way to browsers: compressed for clients that read that, and sent when changed."""
from __future__ import annotations

import asyncio
import functools
import gzip
import re
from collections.abc import Mapping
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, Response

from ...base.web_files import BROTLI, KINDS, shrinks

ZERO = re.compile(r"q=0(\.0*)?")


async def answer(request: Request, path: Path, headers: Mapping[str, str],
                 status: int = 200) -> Response:
    """A file that is there, as Brotli where the build made that, or as gzip, or as it is.

    Args:
        request: its `Accept-Encoding` says what the client reads, its `If-None-Match` what it has.
        path: of the file.
        headers: besides those that tell of the file.
        status: of the answer.
    """
    coding, sent = "", path
    if shrinks(path):
        accepted, beside = request.headers.get("Accept-Encoding", ""), Path(f"{path}{BROTLI}")
        if accepts(accepted, "br") and beside.is_file():
            coding, sent = "br", beside
        elif accepts(accepted, "gzip"):
            coding = "gzip"
    facts = sent.stat()
    tag = f'"{facts.st_mtime_ns:x}-{facts.st_size:x}-{coding}"'
    headers = {**headers, "Vary": "Accept-Encoding", "ETag": tag}
    if status == 200 and tag in re.findall(r'"[^"]*"', request.headers.get("If-None-Match", "")):
        return Response(status_code=304, headers=headers)
    if coding:
        headers["Content-Encoding"] = coding
    kind = KINDS.get(path.suffix, "application/octet-stream")
    if coding != "gzip":
        return FileResponse(sent, status, headers, kind, stat_result=facts)
    squeezed = await asyncio.to_thread(_squeezed, path, facts.st_mtime_ns)
    return Response(squeezed, status, headers, kind)


def accepts(header: str, coding: str) -> bool:
    """Whether an `Accept-Encoding` allows a coding (RFC 9110, 12.5.3)."""
    weights: dict[str, str] = {}
    for part in header.lower().split(","):
        name, _, weight = part.partition(";")
        weights[name.strip()] = weight.replace(" ", "")
    return not ZERO.fullmatch(weights.get(coding, weights.get("*", "q=0")))


@functools.lru_cache(256)
def _squeezed(path: Path, changed: int) -> bytes:
    """A file as it goes over the wire, cached as long as it stays as it is."""
    return gzip.compress(path.read_bytes(), 6)


def inside(folder: Path, path: str) -> Path | None:
    """A file of a folder, if it is there and really inside."""
    root = folder.resolve()
    try:
        found = (root / path).resolve()
        return found if found.is_relative_to(root) and found.is_file() else None
    except (OSError, ValueError):
        return None
