"""How scarce places are shared: who gives way to whom, in the tree of payers."""
import ipaddress
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eckstein.server.ops.sharing import (
    HALF_LIFE,
    INVITED,
    KNOWN,
    STRANGERS,
    Usage,
    path_of,
    who_gives_way,
)


@pytest.mark.parametrize(("payer", "branches"), [
    ("20.1.2.3", ["20.1.0.0/16", "20.1.2.0/24", "20.1.2.3/32"]),
    ("2600:1:2:3::/64", ["2600:1::/32", "2600:1:2::/48", "2600:1:2:3::/64"]),
    ("192.168.1.7", ["192.168.1.7"]),           # of one house, in which each is a branch
    ("fd00:1:2:3::/64", ["fd00:1:2:3::/64"]),
    ("tournament abc", ["tournament abc"]),
    ("", [""]),
])
def test_where_a_stranger_stands(payer, branches):
    assert path_of(payer, "anna") == (STRANGERS, *branches, "anna")


def places(*held):
    """Places that are taken: each by its path, with its number."""
    return [(path, number) for number, path in enumerate(held)]


def stranger(address, person=""):
    return path_of(address, person)


A, B, FAR = stranger("20.1.2.3"), stranger("20.1.2.4"), stranger("60.1.1.1")


@pytest.mark.parametrize(("held", "newcomer", "gives_way"), [
    ([A, A, A], FAR, 2),                                # the latest of the heaviest
    ([A, B, A], FAR, 2),                                # neighbours are one network
    ([A, A, B], stranger("20.1.2.5"), 1),               # within it, the heaviest address
    ([A, B, A, B], FAR, 3),                             # of equals, the latest
    ([A, FAR], stranger("90.1.1.1"), None),             # all have as much
    ([A, A, FAR], stranger("90.1.1.1"), 1),
    ([A, A, FAR], A, None),                             # the newcomer would be the heaviest
    ([A, A, FAR, FAR, FAR], A, None),                   # or as heavy as the heaviest
    ([A, A, A, FAR], FAR, 2),
    ([stranger("20.1.2.3", "ann"), stranger("20.1.2.3", "ann")], stranger("20.1.2.3", "ben"), 1),
    ([stranger("20.1.2.3", "ann"), stranger("20.1.2.3", "ben")], stranger("20.1.2.3", "cid"), None),
    ([(KNOWN, "ann", ""), A, FAR], (KNOWN, "ben", ""), None),      # of strangers there are two:
    ([(KNOWN, "ann", ""), A, FAR, B], (KNOWN, "ben", ""), 3),      # and now they are more
    ([(INVITED, "ann"), (INVITED, "ben"), (INVITED, "cid")], FAR, None),
    ([], FAR, None),
])
def test_who_gives_way(held, newcomer, gives_way):
    assert who_gives_way(places(*held), newcomer) == gives_way


def test_what_has_begun_weighs_but_does_not_give_way():
    held = [(A, None), (A, None), (FAR, "waits")]
    assert who_gives_way(held, stranger("90.1.1.1")) is None
    assert who_gives_way([*held, (A, "late")], stranger("90.1.1.1")) == "late"


def test_what_was_used_lately_weighs():
    now = [0.0]
    usage = Usage(lambda: now[0])
    usage.add(A, 2.0)
    assert [usage.of(A[:length]) for length in (1, 2, len(A))] == [2.0] * 3
    assert usage.of(FAR) == 0.0
    held = places(A, FAR)
    assert who_gives_way(held, stranger("90.1.1.1"), usage.of) == 0
    now[0] = 3 * HALF_LIFE
    assert usage.of(A) == 0.25
    usage.add(A, 1.0)
    assert usage.of(A) == 1.25


ADDRESSES = st.builds(lambda wide, near, host: str(ipaddress.ip_address(
    (wide << 24) + (1 << 16) + (near << 8) + host)), st.integers(20, 23), st.integers(1, 3),
    st.integers(1, 3))
PATHS = st.builds(path_of, ADDRESSES, st.sampled_from("ab"))


@given(st.lists(PATHS, max_size=14), PATHS)
def test_whoever_gives_way_was_heavier_in_the_first_branch_that_is_not_shared(held, newcomer):
    found = who_gives_way(places(*held), newcomer)
    counts = Counter(path[:length] for path in held for length in range(1, len(path) + 1))
    if found is None:
        # In each branch of the newcomer's way nothing else is heavier than its own would be.
        for length in range(1, len(newcomer)):
            others = [count for branch, count in counts.items()
                      if len(branch) == length + 1 and branch[:-1] == newcomer[:length]
                      and branch != newcomer[:length + 1]]
            own = counts[newcomer[:length + 1]] + 1
            if max(others, default=0) > own:
                heavier = [branch for branch in counts if len(branch) <= length
                           and branch[:-1] == newcomer[:len(branch) - 1]
                           and branch != newcomer[:len(branch)]
                           and counts[branch] >= counts[newcomer[:len(branch)]]]
                assert heavier          # the way led into another branch before
        return
    path = held[found]
    level = next(length for length in range(len(path) + 1)
                 if path[:length + 1] != newcomer[:length + 1])
    assert counts[path[:level + 1]] > counts[newcomer[:level + 1]] + 1
    assert all(later != path for later in held[found + 1:])


@given(st.lists(st.tuples(PATHS, st.booleans()), max_size=60), st.integers(1, 8))
def test_an_honest_newcomer_has_a_place_if_any_branch_has_more_than_its_share(wishes, most):
    """Of so many places, no branch keeps two more than another that asks for them."""
    held = []
    for number, (path, leaves) in enumerate(wishes):
        if leaves and held:
            held.pop(0)
        if len(held) < most:
            held.append((path, number))
            continue
        found = who_gives_way(held, path)
        if found is not None:
            held = [one for one in held if one[1] != found]
            held.append((path, number))
        else:
            top = Counter(one[:2] for one, _ in held)
            assert max(top.values()) <= top[path[:2]] + 1
    assert len(held) <= most
