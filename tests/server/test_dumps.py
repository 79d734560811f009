"""Dumps of public games: files that our own commands read, the same for the same database."""
import asyncio
import hashlib
import random

import pytest

from eckstein.cli import run as command
from eckstein.lab.data import read_games, to_records
from eckstein.record import read_records
from eckstein.server.game.identity import of_account, of_level
from eckstein.server.parts.explore import dumps
from eckstein.server.serving.serving import database_url

from .helpers import opened, run, stores_of
from .written_games import NAMES, people_in, play, random_moves

MONTH = 31 * 86_400_000
FIRST = 1_790_000_000_000       # in September 2026


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    """A database with public games of three months, and two that are not public."""
    path = tmp_path_factory.mktemp("dumps") / "games.sqlite"

    async def fill():
        chance = random.Random(4)
        anna, bruno, carla = map(of_account, NAMES)
        async with opened(database_url(str(path))) as store:
            await people_in(store, ("anna", "bruno"))
            for number in range(9):
                await play(store, f"g{number}", *((anna, bruno), (of_level(3), anna))[number % 2],
                           random_moves(chance, 6 + number), FIRST + number % 3 * MONTH,
                           ("white", "black", "drawn")[number % 3], (None, 1512.6))
            await play(store, "secret", anna, carla, random_moves(chance, 5), FIRST)
            await play(store, "secret2", of_level(3), of_level(4), random_moves(chance, 5), FIRST)
    run(fill())
    return path


def dumped(database, folder, *more):
    assert command(["db", "dump", str(folder), "-d", str(database), *more]) == 0
    return {path.relative_to(folder).as_posix(): path.read_bytes()
            for path in folder.rglob("*") if path.is_file()}


def test_a_dump_holds_all_public_games_in_both_forms(filled, tmp_path, capsys):
    files = dumped(filled, tmp_path / "dump", "--until", "2026-11")
    assert "9 games of 3 months" in capsys.readouterr().out
    months = ("2026-09", "2026-10", "2026-11")
    assert files.keys() == {"LICENSE", "README.txt", "SHA256SUMS"} | {
        f"{month}/contra.{end}" for month in months for end in ("games", "txt")}
    assert b"CC0" in files["LICENSE"]
    for line in files["SHA256SUMS"].decode().splitlines():
        digest, _, name = line.partition("  ")
        assert hashlib.sha256(files[name]).hexdigest() == digest
    assert not any(name in content for content in files.values()
                   for name in (b"Anna", b"anna", b"secret", b"game g"))
    named = set()
    for month in months:
        path = tmp_path / "dump" / month
        records = list(read_records((path / "contra.txt").read_text()))
        games = read_games(path / "contra.games")
        assert len(records) == len(games) == 3
        for record, again in zip(records, to_records(games), strict=True):
            assert [node.text for node in record.mainline()] == [
                node.text for node in again.mainline()]
            assert record.result == again.result
            assert record.tags["BlackElo"] == "1513"
            assert record.tags.keys() <= {"Date", "White", "Black", "BlackElo", "Result",
                                          "Termination"}
            named |= {record.tags["White"], record.tags["Black"]}
        text = tmp_path / f"{month}.txt"
        assert command(["data", "convert", str(path / "contra.games"), "--out", str(text)]) == 0
        assert command(["data", "inspect", str(path / "contra.games")]) == 0
    assert sorted(name[:7] for name in named) == ["level:3", "player-", "player-"]
    assert dumps.pseudonym(of_account("anna"), "key") != dumps.pseudonym(of_account("anna"), "k")


def test_the_same_database_gives_the_same_bytes(filled, tmp_path):
    first = dumped(filled, tmp_path / "one", "--until", "2026-11")
    assert dumped(filled, tmp_path / "two", "--until", "2026-11") == first
    part = dumped(filled, tmp_path / "part", "--until", "2026-10")
    assert {name: first[name] for name in part if "/" in name} == {
        name: content for name, content in part.items() if "/" in name}
    assert "2026-11/contra.txt" not in part


def interrupted(database, folder, monkeypatch):
    """Begin a dump and end it after two months; returns a list of what is written from now on."""
    written, real = [], dumps._write_kind

    def killed(path, *more):
        if len(written) == 2:
            raise KeyboardInterrupt
        written.append(path)
        real(path, *more)
    monkeypatch.setattr(dumps, "_write_kind", killed)
    with pytest.raises(KeyboardInterrupt):
        asyncio.run(dumps.dump(database_url(str(database)), folder, "2026-11"))
    assert not folder.exists()
    written.clear()
    return written


def test_whoever_ends_a_dump_goes_on_with_it_and_has_the_same(filled, tmp_path, monkeypatch):
    expected = dumped(filled, tmp_path / "whole", "--until", "2026-11")
    written = interrupted(filled, tmp_path / "dump", monkeypatch)
    files = dumped(filled, tmp_path / "dump", "--until", "2026-11")
    assert files == expected and len(written) == 1      # the other months were there
    assert not (tmp_path / "dump.begun").exists()


def withdrawn(database, who):
    async def withdraw():
        async with opened(database_url(str(database))) as store:
            await stores_of(store).set_public(who, of_account(who), False)
    run(withdraw())


def test_whoever_goes_on_with_a_dump_leaves_out_what_was_taken_back(filled, tmp_path, monkeypatch):
    database = tmp_path / "games.sqlite"
    database.write_bytes(filled.read_bytes())
    for who in ("bruno", "anna"):               # some games of each month, and the others
        interrupted(database, tmp_path / who, monkeypatch)
        monkeypatch.undo()
        withdrawn(database, who)
        assert dumped(database, tmp_path / who, "--until", "2026-11") == dumped(
            database, tmp_path / f"without {who}", "--until", "2026-11")


def test_what_was_taken_back_is_in_no_later_dump(filled, tmp_path):
    database = tmp_path / "games.sqlite"
    database.write_bytes(filled.read_bytes())
    withdrawn(database, "bruno")
    dumped(database, tmp_path / "dump", "--until", "2026-11")
    found = [record for path in (tmp_path / "dump").rglob("*.txt") if path.parent.name[:2] == "20"
             for record in read_records(path.read_text())]
    assert len(found) == 4 and all(record.tags["White"] == "level:3" for record in found)


@pytest.mark.parametrize("folder, more, said", [
    (".", (), "there is something at"), ("no/dump", (), "there is no folder"),
    ("dump", ("--until", "soon"), "is no month")])
def test_what_cannot_be_written_is_told(filled, tmp_path, capsys, folder, more, said):
    assert command(["db", "dump", str(tmp_path / folder), "-d", str(filled), *more]) == 2
    assert said in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_without_public_games_a_dump_is_empty(tmp_path, capsys):
    async def make():
        async with opened(database_url(str(tmp_path / "games.sqlite"))):
            pass
    run(make())
    files = dumped(tmp_path / "games.sqlite", tmp_path / "dump")
    assert files.keys() == {"LICENSE", "README.txt", "SHA256SUMS"}
    assert "0 games of 0 months" in capsys.readouterr().out
