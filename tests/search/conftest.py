import sys

import pytest

CHECKED = {"contra"}        # and all games in the long tests


@pytest.fixture(scope="module", autouse=True)
def _by_numba(request):
    """No access beyond the end of an array goes unnoticed in the searches of a game.

    To compile them takes Numba half a minute for each game; the others run from their libraries.
    """
    if request.config.getoption("--long"):
        request.getfixturevalue("by_numba")
        yield
        return
    module = sys.modules["eckstein.kernel.specialise"]
    first_life = module._first_life

    def checked(game, options, wing):
        with pytest.MonkeyPatch.context() as patched:
            if game in CHECKED:
                patched.setenv("ECKSTEIN_LIFE", "jit")
            return first_life(game, options, wing)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(module, "_lives", {})
        patched.setattr(module, "_first_life", checked)
        yield
