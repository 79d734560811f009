"""Files of books: written and read, and refused when they are not sound."""
import zlib

import pytest

from eckstein import names
from eckstein.engine.books import BookError, book_file, open_book, read_book
from eckstein.kernel.options import complete
from eckstein.lab.books.graph import check

from ..sealed import laid_out, parts
from .sample import graph, write_sample


@pytest.fixture
def path(tmp_path):
    """A sound file."""
    return write_sample(tmp_path / "contra.book")


def test_a_file_is_read_as_it_was_written(path):
    book = read_book(path)
    assert book.entries == graph().entries()
    assert book.header.positions == 7
    assert (book.header.made, book.header.how, book.header.nodes) == ("2026-11-22", "by hand", 7)


@pytest.mark.parametrize(("damage", "sentence"), [
    (lambda line, header, body: (line, header, [b"plain"]), "cannot be decompressed"),
    (lambda line, header, body: (line, header, [zlib.compress(b"short")]),
     "does not have the 7 positions that its header tells of"),
    (lambda line, header, body: (line, header, []), "cannot be decompressed")])
def test_what_is_not_sound_is_refused_with_the_command_that_makes_it_anew(path, damage, sentence):
    path.write_bytes(laid_out(*damage(*parts(path.read_bytes()))))
    with pytest.raises(BookError) as error:
        read_book(path)
    assert str(error.value).startswith(str(path)) and sentence in str(error.value)
    assert str(error.value).endswith("; make it anew with: eckstein book make contra --force")


def test_the_user_is_told_how_to_replace_a_book_that_is_cut(tmp_path, monkeypatch):
    monkeypatch.setenv("ECKSTEIN_DATA", str(tmp_path))
    path = write_sample()
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(BookError, match="make it anew with: eckstein book make contra --force"):
        open_book("contra", complete("contra", {}))


@pytest.mark.parametrize(("fields", "sentence"), [
    ({"rules": "0"}, "was made by other rules than those of this program; make it anew with: "
                     "eckstein book make contra --force"),
    ({"options": {"arrival_wins": True}}, "is a book of contra arrival_wins=1, not of contra"),
    ({"game": "pur"}, "is a book of pur, not of contra")])
def test_a_book_of_other_rules_is_not_used(tmp_path, monkeypatch, fields, sentence):
    monkeypatch.setenv("ECKSTEIN_DATA", str(tmp_path))
    write_sample(**fields)
    with pytest.raises(BookError, match=sentence):
        open_book("contra", complete("contra", {}))


def test_the_users_own_book_comes_before_that_of_the_package(tmp_path, monkeypatch):
    monkeypatch.setenv("ECKSTEIN_DATA", str(tmp_path / "own"))
    monkeypatch.setenv("ECKSTEIN_BOOKS", str(tmp_path / "shipped"))
    options = complete("contra", {})
    assert open_book("contra", options) is None
    write_sample(tmp_path / "shipped" / "contra.book", how="shipped")
    assert open_book("contra", options).header.how == "shipped"
    write_sample(how="own")
    assert open_book("contra", options).header.how == "own"


def test_rules_are_known_by_what_they_do():
    digests = {book_file.rules_digest(*rules) for rules in (
        *((game, ()) for game in names()), ("contra", (("size", "5"),)),
        ("duell", (("board", "9x9"),)), ("echek", (("queens_first", True),)))}
    assert len(digests) == 8


def test_values_that_are_not_carried_up_are_found(path):
    book = read_book(path)
    check(book)
    root = graph().root
    for entry in (book.entries[root]._replace(value=21), book.entries[root]._replace(below=5)):
        with pytest.raises(BookError, match=r"the book says value 2[01] and [56] positions below; "
                                            "by its leaves it is value 20 and 6 positions"):
            check(book_file.Book(book.header, book.entries | {root: entry}))


def test_positions_that_no_move_leads_to_are_found(path):
    book = read_book(path)
    with pytest.raises(BookError, match="lead to all but 1 of its positions"):
        check(book_file.Book(book.header, book.entries | {5: book_file.Entry(0, 0)}))
    with pytest.raises(BookError, match="does not have the first position of the game"):
        check(book_file.Book(book.header, {}))
