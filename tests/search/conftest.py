import pytest


@pytest.fixture(scope="module", autouse=True)
def _by_numba(by_numba):
    """No access beyond the end of an array goes unnoticed here."""
