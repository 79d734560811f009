"""Files of nets: written, read, refused when they are not sound; which net a setting means."""
import numpy as np
import pytest
from msgspec.structs import replace

from eckstein import names
from eckstein.engine.nets import (
    NetError,
    check_net_setting,
    finding,
    net_file,
    net_for,
    read_net,
    write_net,
)
from eckstein.kernel.bits import LANES
from eckstein.kernel.options import complete, defaults, own_values

from ..sealed import laid_out, parts
from .sample import random_rows, write_sample

CONTRA = defaults("contra")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The folder of nets that the package contains."""
    monkeypatch.setenv("ECKSTEIN_NETS", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("game", names())
def test_a_file_is_read_as_it_was_written(game, tmp_path):
    net = read_net(write_sample(tmp_path / "a.net", game), game, defaults(game))
    assert net.rows == random_rows(game).astype("<i2").tobytes()
    assert (net.header.game, net.header.how) == (game, "by chance")
    assert (tmp_path / "a.net").stat().st_size < 300_000
    other = read_net(write_sample(tmp_path / "b.net", game, random_rows(game, 2)), game,
                     defaults(game))
    assert len(net.name) == 8 and net.name != other.name


def test_nets_are_compressed_and_one_that_is_not_is_the_same_net(tmp_path):
    packed, path = write_sample(tmp_path / "packed.net"), tmp_path / "a.net"
    net = read_net(packed, "contra", CONTRA)
    write_net(path, replace(net.header, packed=False), net.rows)
    again = read_net(path, "contra", CONTRA)
    assert (again.rows, again.name) == (net.rows, net.name)
    assert packed.stat().st_size < path.stat().st_size
    for rows in (net.rows + b"more", net.rows[:-2]):
        write_net(packed, net.header, rows)
        with pytest.raises(NetError, match="bytes of weights instead of"):
            read_net(packed, "contra", CONTRA)
    net_file.KIND.write(packed, net.header, [b"no stream of zlib"])
    with pytest.raises(NetError, match="has 0 bytes of weights"):
        read_net(packed, "contra", CONTRA)


@pytest.mark.parametrize(("fields", "sentence"), [
    ({"game": "pur"}, "is for pur, and this is contra arrival_wins=False"),
    ({"options": {"arrival_wins": True}}, "is for contra arrival_wins=True, and this is contra"),
    ({"numbering": "0123456789abcdef"}, "is for inputs that this version does not know")])
def test_a_net_of_other_rules_is_refused(tmp_path, fields, sentence):
    path = write_sample(tmp_path / "a.net", **fields)
    with pytest.raises(NetError, match=f"^the net {path} {sentence}"):
        read_net(path, "contra", CONTRA)


def test_a_net_is_read_whose_inputs_were_listed_in_another_order(tmp_path):
    path = write_sample(tmp_path / "a.net", "echek", numbering="49908da74e87d427")
    assert read_net(path, "echek", defaults("echek")).rows == random_rows("echek").tobytes()


@pytest.mark.parametrize(("change", "sentence"), [
    (lambda rows: rows[:-1], "bytes of weights instead of"),
    (lambda rows: rows * 0 + 1200, "has weights that are too large for its sums"),
    (lambda rows: np.vstack([rows[:-2], rows[-2:] * 0 + 600]), "has weights that are too large")])
def test_a_net_whose_weights_cannot_be_is_refused(tmp_path, change, sentence):
    path = write_sample(tmp_path / "a.net", rows=change(random_rows("contra")))
    with pytest.raises(NetError, match=sentence):
        read_net(path, "contra", CONTRA)


@pytest.mark.parametrize(("damage", "sentence"), [
    (lambda line, header, body: (b"eckstein net 9\n", header, body), "has version 9"),
    (lambda line, header, body: (b"eckstein table 2\n", header, body), "is not a net"),
    (lambda line, header, body: (line, header, []), "bytes of weights instead of")])
def test_what_is_no_net_is_refused(tmp_path, damage, sentence):
    path = write_sample(tmp_path / "a.net")
    path.write_bytes(laid_out(*damage(*parts(path.read_bytes()))))
    with pytest.raises(NetError, match=sentence):
        read_net(path, "contra", CONTRA)


def test_a_net_that_was_cut_is_refused(tmp_path):
    path = write_sample(tmp_path / "a.net")
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(NetError, match="truncated"):
        net_for(str(path), "contra", CONTRA)


def test_the_net_of_the_package_is_for_the_usual_rules_alone(folder):
    assert net_for("on", "contra", CONTRA) is None
    write_sample(folder / "contra.net")
    found = net_for("on", "contra", CONTRA)
    assert found and found == net_for(str(folder / "contra.net"), "contra", CONTRA)
    assert net_for("off", "contra", CONTRA) is None
    assert net_for("on", "contra", complete("contra", {"arrival_wins": True})) is None
    assert net_for("on", "contra", complete("contra", {"repetition": 5})) == found
    with pytest.raises(NetError, match="is for contra"):
        net_for(str(folder / "contra.net"), "pur", defaults("pur"))
    with pytest.raises(NetError, match=r"none\.net cannot be read: No such file"):
        net_for(str(folder / "none.net"), "contra", CONTRA)


def test_a_net_that_is_elsewhere_is_brought_once(folder, monkeypatch):
    asked = []

    def bring(game):
        asked.append(game)
        write_sample(folder / f"{game}.net", game)
        return ""
    monkeypatch.setattr(finding, "bring", bring)
    assert net_for("on", "pur", defaults("pur")) == net_for("on", "pur", defaults("pur"))
    assert asked == ["pur"]
    monkeypatch.setattr(finding, "bring", lambda game: "go online to load it")
    with pytest.raises(NetError, match="go online to load it"):
        net_for("on", "contra", CONTRA)


def test_settings_are_read_as_switches_are():
    assert [check_net_setting(text) for text in ("ON", "yes", "0", "off", "a/b.net")] == [
        "on", "on", "off", "off", "a/b.net"]
    with pytest.raises(ValueError, match="on, off or the file of a net"):
        check_net_setting("")


def rows_with(most, row, bias, own):
    """Weights whose greatest sums are those of one lane: a row, its bias, and the output."""
    rows = np.zeros((3 + net_file.MORE, LANES), "<i2")
    rows[1, 3], rows[3, 3], rows[4, 3] = row, bias, own
    return rows.tobytes()


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize(("over", "bounded"), [(0, True), (1, False)])
def test_one_unit_above_the_bound_is_too_much(sign, over, bounded):
    """The bias and `most` rows together may be HIGHEST, and not one more."""
    most, row = 16, 100
    bias = net_file.HIGHEST - most * row + over
    assert net_file._is_bounded(rows_with(most, sign * row, sign * bias, 0), most) == bounded


def test_the_bound_of_the_output_is_exact():
    lanes = net_file.HIGHEST_SUM // (net_file.FULL * net_file.FULL)
    rows = np.zeros((3 + net_file.MORE, LANES), "<i2")
    flat = rows[4:].reshape(-1)
    share, rest = divmod(lanes, len(flat))
    flat[:] = share
    flat[:rest] += 1
    assert net_file._is_bounded(rows.tobytes(), 1)
    flat[-1] += 1
    assert not net_file._is_bounded(rows.tobytes(), 1)


@pytest.mark.parametrize("more", [-1, 1])
def test_a_row_too_many_or_too_few_is_refused(tmp_path, more):
    game, own = "contra", own_values(complete("contra", {}))
    count = net_file.network_of(game, own).INPUTS + net_file.MORE + more
    net_file.write_net(tmp_path / "a.net", net_file.Header.now(game, own, "by hand"),
                       bytes(count * LANES * net_file.BYTES))
    with pytest.raises(NetError, match=r"has \d+ bytes of weights instead of \d+"):
        net_file.read_net(tmp_path / "a.net", game, own)
