"""Python functions as custom calls of XLA that get the addresses of buffers.

`jax.pure_callback` makes arrays of JAX from all arguments and NumPy's from all results, which costs
more than the steps of a batch do.  `jax.ffi` calls any function of C, and ctypes makes one of ours:
it reads the call frame, whose layout jaxlib describes (xla/ffi/api/c_api.h), and no compiler is
needed.
"""
from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable
from ctypes import POINTER, Structure, c_char_p, c_int, c_int64, c_size_t, c_uint32, c_void_p
from typing import Any

import jax

# Gets the addresses of the arguments and of the results, and how many rows they have.
Work = Callable[[list[int], list[int], int], None]

METADATA = 1                # the extension of a frame that asks for the version
VERSION = 0, 1              # of the interface: the first with this layout, which later ones keep
INTERNAL = 13               # the code of an error
# With these most structures begin.
HEAD: list[tuple[str, Any]] = [("size", c_size_t), ("extension", c_void_p)]


class _Buffer(Structure):
    _fields_ = [*HEAD, ("kind", c_int), ("data", c_void_p), ("rank", c_int64),
                ("dims", POINTER(c_int64))]


class _Values(Structure):
    _fields_ = [*HEAD, ("count", c_int64), ("kinds", c_void_p), ("values", POINTER(c_void_p))]


class _Version(Structure):
    _fields_ = [*HEAD, ("major", c_int), ("minor", c_int)]


class _Interface(Structure):
    _fields_ = [*HEAD, ("version", _Version), ("internal", c_void_p), ("create_error", c_void_p)]


class _Frame(Structure):
    _fields_ = [*HEAD, ("interface", POINTER(_Interface)), ("context", c_void_p), ("stage", c_int),
                ("arguments", _Values), ("results", _Values)]


class _Metadata(Structure):
    _fields_ = [("size", c_size_t), ("version", _Version), ("traits", c_uint32)]


class _Extension(Structure):
    _fields_ = [("size", c_size_t), ("kind", c_int), ("next", c_void_p),
                ("metadata", POINTER(_Metadata))]


class _Fault(Structure):
    _fields_ = [*HEAD, ("message", c_char_p), ("code", c_int)]


_Handler = ctypes.CFUNCTYPE(c_void_p, POINTER(_Frame))
_MakeError = ctypes.CFUNCTYPE(c_void_p, POINTER(_Fault))
_known: dict[str, Any] = {}     # the calls of this process, which are never taken back
_lock = threading.Lock()


def register(name: str, work: Work) -> None:
    """Make a custom call known to XLA on the CPU, unless one of this name is.

    Args:
        name: says all that the work depends on, in any process: compiled programs may be kept.
        work: the work.  It gets as many rows as all dimensions of the first argument but the last
            make together.
    """
    with _lock:
        if name not in _known:
            handler = _Handler(_handled(work))
            jax.ffi.register_ffi_target(name, jax.ffi.pycapsule(handler), platform="cpu")
            _known[name] = handler


def _handled(work: Work) -> Callable[[Any], int | None]:
    """The function of C that does some work: it returns an error or NULL."""
    def handle(pointer: Any) -> int | None:
        frame = pointer.contents
        if frame.extension and _tell_version(frame.extension):
            return None
        try:
            first = _Buffer.from_address(frame.arguments.values[0])
            rows = 1
            for k in range(first.rank - 1):
                rows *= first.dims[k]
            work(_addresses(frame.arguments), _addresses(frame.results), rows)
        except BaseException as error:      # nothing else would hear of it
            return _error_of(frame.interface.contents, error)
        return None
    return handle


def _addresses(values: _Values) -> list[int]:
    place = _Buffer.data.offset
    return [c_void_p.from_address(values.values[k] + place).value or 0
            for k in range(values.count)]


def _tell_version(address: int) -> bool:
    """Answer a frame that asks for the version; whether it was one."""
    extension = _Extension.from_address(address)
    if extension.kind != METADATA:
        return False
    version = extension.metadata.contents.version
    version.major, version.minor = VERSION
    return True


def _error_of(interface: Any, error: BaseException) -> int | None:
    told = _Fault(ctypes.sizeof(_Fault), None, f"{type(error).__name__}: {error}".encode(),
                  INTERNAL)
    found: int | None = _MakeError(interface.create_error)(ctypes.byref(told))
    return found
