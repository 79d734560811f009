"""Databases by their addresses, as hosts of PostgreSQL hand them out, too.

The driver reads most parameters of libpq itself.  Those that it does not have would go to the
server as settings of the session, or be an error of Python's; so they are refused here by name.
"""
from __future__ import annotations

import ssl
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from ...base.sentence import Sentence

POSTGRES = "postgresql+asyncpg"
SQLITE = "sqlite+aiosqlite"
# What SQLAlchemy reads, what the driver does, and settings of a session.
_OURS = {"host", "port", "ssl", "prepared_statement_cache_size"}
_DRIVERS = {"dbname", "user", "password", "passfile", "service", "sslmode", "sslcert", "sslkey",
            "sslrootcert", "sslcrl", "sslpassword", "sslnegotiation", "ssl_min_protocol_version",
            "ssl_max_protocol_version", "target_session_attrs", "krbsrvname", "gsslib",
            "application_name", "options"}
# What asks for nothing that is not so anyway.
_IDLE = {"channel_binding": {"prefer", "disable"}, "gssencmode": {"prefer", "disable"},
         "sslsni": {"1"}, "sslcompression": {"0"}}


def read_url(text: str) -> sa.URL:
    """An address with the driver that is used.

    Raises:
        ValueError: with a sentence, if it is none, asks for what cannot be, or the driver is not
            here.
    """
    scheme = text.partition("://")[0]
    try:
        url = sa.make_url(text)
    except (SQLAlchemyError, ValueError):       # a port that is no number
        raise ValueError(Sentence("what follows {scheme}:// is not the address of a database, such "
                                  "as postgresql://USER:PASSWORD@HOST:5432/NAME; letters other "
                                  "than A to Z and digits stand there as %40 for @", scheme=scheme)
                         ) from None
    if url.drivername in ("postgres", "postgresql"):
        url = url.set(drivername=POSTGRES)
    try:
        engine_of(url)
    except ModuleNotFoundError as error:
        extra = "; pip install 'eckstein[postgres]'" if error.name == "asyncpg" else ""
        raise ValueError(Sentence("databases at {scheme}:// need the Python package "
                                  "{name}{extra}", scheme=url.drivername, name=error.name,
                                  extra=extra)) from None
    except SQLAlchemyError:
        raise ValueError(Sentence("{scheme}:// is not the scheme of a database address, such as "
                                  "sqlite+aiosqlite:///games.sqlite", scheme=url.drivername)
                         ) from None
    return url


def engine_of(url: str | sa.URL, timeout: float | None = None, **more: Any) -> AsyncEngine:
    """What connects to a database.

    Args:
        url: its address.
        timeout: in how many seconds PostgreSQL is to answer, unless the address says otherwise.
        more: as for `create_async_engine`.

    Raises:
        ValueError: with a sentence, if the address asks for what cannot be.
    """
    url = sa.make_url(url)
    if url.drivername != POSTGRES:
        return create_async_engine(url, **more)
    arguments: dict[str, Any] = {} if timeout is None else {"timeout": timeout}
    asked = {name: value if isinstance(value, str) else value[-1]
             for name, value in url.query.items()}
    if (wait := asked.pop("connect_timeout", None)) is not None:
        arguments["timeout"] = _seconds(wait)
    if asked.get("sslrootcert") == "system":
        _check_full(asked)
        arguments["ssl"] = ssl.create_default_context()
        del asked["sslrootcert"]
    for name, value in asked.items():
        if name not in _OURS | _DRIVERS and value not in _IDLE.get(name, ()):
            raise ValueError(Sentence("{name}={value} in the address of the database is not "
                                      "supported; leave it out, or look for an address without it",
                                      name=name, value=value))
    told = {name: value for name, value in asked.items() if name in _DRIVERS}
    arguments["dsn"] = sa.URL.create("postgresql", query=told).render_as_string(
        hide_password=False)
    plain = url.set(query={name: url.query[name] for name in asked if name in _OURS})
    return create_async_engine(plain, connect_args=arguments, **more)


def shown(url: str | sa.URL) -> str:
    """Which database that is, for a sentence: its file, or its address without what is secret."""
    url = sa.make_url(url)
    if url.drivername == SQLITE:
        return url.database or ":memory:"
    return url.set(query={}).render_as_string()


def _seconds(text: str) -> float | None:
    """How long to wait for a connection, as libpq reads it: 0 or less is for ever."""
    try:
        return float(text) if float(text) > 0 else None
    except ValueError:
        raise ValueError(Sentence("connect_timeout={value} in the address of the database is no "
                                  "number of seconds", value=text)) from None


def _check_full(asked: Mapping[str, str]) -> None:
    """Refuse what does not go with the certificates of the system, as libpq does."""
    if asked.get("sslmode", "verify-full") != "verify-full" or "sslcert" in asked:
        raise ValueError(Sentence("sslrootcert=system in the address of the database needs "
                                  "sslmode=verify-full, and no sslcert"))


def first_line(error: Exception) -> str:
    """What a person should know of an error of a database."""
    told = str(getattr(error, "orig", None) or error).partition("\n")[0]
    return told or ("it does not respond" if isinstance(error, TimeoutError) else repr(error))
