"""A test that hangs for a quarter of an hour ends its process, which says where it hangs.

pytest-timeout, which comes first, fails the test alone.  But it waits for compiled code to return,
and is off once a test has failed: what that leaves running may never stop.  Tests marked long have
no limit.
"""
import faulthandler
import os
import sys

import pytest

LIMIT = 1000                    # seconds; pytest-timeout's limit is in pyproject.toml
_errors = pytest.StashKey[int]()


def pytest_configure(config):
    config.stash[_errors] = os.dup(sys.__stderr__.fileno())         # while nothing is captured


def pytest_collection_modifyitems(items):
    for item in items:
        if "long" in item.keywords:
            item.add_marker(pytest.mark.timeout(0))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item):
    _watch(item)
    try:
        return (yield)
    finally:
        faulthandler.cancel_dump_traceback_later()


@pytest.hookimpl(trylast=True)
def pytest_exception_interact(node):
    """Go on watching a test that has failed: pytest stops both clocks for a debugger's sake."""
    if isinstance(node, pytest.Item) and not node.config.getoption("usepdb"):
        _watch(node)


def _watch(item):
    if "long" not in item.keywords:
        faulthandler.dump_traceback_later(LIMIT, file=item.config.stash[_errors], exit=True)
