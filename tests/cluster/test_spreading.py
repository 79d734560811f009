"""Work spread over a cluster, which is played by this process (lab/cluster.py)."""
import socket
import sys
from itertools import count, islice
from types import SimpleNamespace

import pytest

from eckstein.kernel.described import WEIGHTS_FILE
from eckstein.lab import cluster
from eckstein.lab.cluster import ClusterError, Needs, spread

from .fake import LostError, connect

RULES = "contra", {}


def times(common, unit):
    """The work of these tests; it does not like 13."""
    if unit == 13:
        raise ValueError("13 is\nno number")
    return common * unit


@pytest.fixture
def ray(monkeypatch):
    return connect(monkeypatch)


@pytest.mark.parametrize("order", [0, -1])
def test_every_unit_has_its_result(ray, order):
    ray.order = order
    units = range(20, 40)
    assert dict(spread("auto", RULES, times, 7, units)) == {one: 7 * one for one in units}
    assert len(ray.tasks) == 20 and ray.is_down and not ray.cancelled


def test_what_fails_is_told_and_does_not_hold_up_the_others(ray):
    found = dict(spread("auto", RULES, times, 7, [12, 13, 14]))
    assert (found[12], found[14]) == (84, 98)
    assert str(found[13]) == f"on the machine {socket.gethostname()}: 13 is no number"
    assert isinstance(found[13], ClusterError)


def test_a_task_that_lost_too_many_machines_is_told(ray):
    ray.lost = [LostError("the machine\nis gone")]
    [(_, fault)] = spread("auto", RULES, times, 7, [1])
    assert isinstance(fault, ClusterError) and str(fault) == "the machine is gone"


def test_what_failed_in_a_task_is_told_by_its_own_words(ray):
    error = LostError("a long trace of calls")
    error.cause = ZeroDivisionError("by 0")
    ray.lost = [error]
    [(_, fault)] = spread("auto", RULES, times, 7, [1])
    assert str(fault) == "by 0"


def test_units_without_end_are_handed_out_as_they_are_needed(ray):
    found = spread("auto", RULES, times, 7, count(20))
    assert [unit for unit, _ in islice(found, 30)] == list(range(20, 50))
    assert len(ray.tasks) < 30 + 2 * cluster.AHEAD * 4
    found.close()
    assert len(ray.cancelled) == len(ray.tasks) - 30 and ray.is_down


def test_what_large_units_need_is_asked_for_and_fewer_are_handed_out(ray):
    found = spread("auto", RULES, times, 7, count(), lambda unit: Needs(4, 1 << 20))
    next(found)
    assert {tuple(task.needs.values()) for task in ray.tasks} == {(4, 1 << 20)}
    assert len(ray.tasks) == cluster.AHEAD
    found.close()


def test_ctrl_c_cancels_what_is_under_way(ray, monkeypatch):
    def stop(tasks, timeout):
        raise KeyboardInterrupt
    monkeypatch.setattr(ray, "wait", stop)
    with pytest.raises(KeyboardInterrupt):
        list(spread("auto", RULES, times, 7, range(3)))
    assert len(ray.cancelled) == 3 and ray.is_down


@pytest.mark.parametrize(("need", "told"), [
    (Needs(5), "a task needs 5 cores and 0 MB of memory, and no machine of the cluster has both; "
               "the largest have 4 and 1000 MB, 1 and 9000 MB"),
    (Needs(1, 9_000_000_001), "a task needs 1 core and 9001 MB"), (Needs(2, 2 * 10**9), "needs 2")])
def test_a_task_that_no_machine_has_room_for_is_not_waited_for(ray, need, told):
    ray.machines = [{"memory": 9e9, "CPU": 1.0}, {"CPU": 4.0, "memory": 1e9}, {}]
    with pytest.raises(ClusterError, match=told):
        list(spread("auto", RULES, times, 7, [1], lambda unit: need))
    assert ray.is_down


def test_where_the_only_machine_with_room_is_lost_nobody_waits(ray, monkeypatch):
    def lose(tasks, timeout):
        ray.machines = [{"CPU": 1.0, "memory": 1e9}]
        return [], tasks
    monkeypatch.setattr(ray, "wait", lose)
    with pytest.raises(ClusterError, match="needs 4 cores"):
        list(spread("auto", RULES, times, 7, [1, 2], lambda unit: Needs(4)))
    assert len(ray.cancelled) == 2 and ray.is_down


# Machines that would find out something else.

def test_a_machine_with_another_version_says_so(ray, monkeypatch):
    found = spread("auto", RULES, times, 7, [1, 2])
    next(found)
    monkeypatch.setattr(cluster, "program", lambda game, options: "another one")
    [(_, fault)] = found
    assert str(fault).startswith(f"the machine {socket.gethostname()} of the cluster has other "
                                 "rules, other weights, or another version of the program")


def test_a_machine_without_our_modules_says_so(ray, monkeypatch):
    found = spread("auto", RULES, times, 7, [1, 2])
    next(found)
    monkeypatch.setitem(sys.modules, "eckstein.lab.cluster", None)
    [(_, fault)] = found
    assert "or lacks it; install the same one there" in str(fault)


def test_rules_sources_and_weights_tell_programs_apart(tmp_path, monkeypatch):
    asked = cluster.program.__wrapped__
    usual = asked("contra", ())
    assert usual == asked("contra", ()) != asked("pur", ())
    (tmp_path / "weights.json").write_text('{"contra": {"die": 65}}')
    monkeypatch.setenv(WEIGHTS_FILE, str(tmp_path / "weights.json"))
    assert asked("contra", ()) != usual


# Where there is none.

def test_a_cluster_that_does_not_answer_is_told(monkeypatch):
    def init(**_):
        raise ConnectionError("none\nis here")
    monkeypatch.setitem(sys.modules, "ray", SimpleNamespace(init=init))
    with pytest.raises(ClusterError, match="no Ray cluster answers at auto: none is here"):
        list(spread("auto", RULES, times, 7, [1]))
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    with pytest.raises(ClusterError, match=f"no Ray cluster answers at 127.0.0.1:{port}"):
        list(spread(f"127.0.0.1:{port}", RULES, times, 7, [1]))


@pytest.mark.parametrize("address", ["here", "here:", ":1", "here:0", "here:99999", "here:x"])
def test_what_is_no_address_is_told(monkeypatch, address):
    monkeypatch.setitem(sys.modules, "ray", SimpleNamespace())
    with pytest.raises(ClusterError, match="the address of a Ray cluster is auto, or a host and"):
        list(spread(address, RULES, times, 7, [1]))


def test_a_missing_package_is_told(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ClusterError, match="needs the package ray; install it with pip install "
                                           "ray"):
        list(spread("auto", RULES, times, 7, [1]))
