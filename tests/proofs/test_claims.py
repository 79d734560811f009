"""Claims in plain words."""
import pytest

from eckstein.lab.proofs.claims import FOREVER, Claim, ClaimError, read_claim

CLAIMS = [
    ("white wins", Claim(0, True, FOREVER)),
    ("black wins within 15", Claim(1, True, 15)),
    ("no win for white within 11", Claim(0, False, 11)),
    ("black never wins", Claim(1, False, FOREVER)),
]


@pytest.mark.parametrize(("text", "claim"), CLAIMS)
def test_claims_are_read_and_written(text, claim):
    assert read_claim(text) == claim
    assert str(claim) == text


def test_case_blanks_and_the_word_plies_do_not_matter():
    assert read_claim("  White  wins within 15 plies ") == Claim(0, True, 15)


@pytest.mark.parametrize("text", [
    "", "white", "white wins within", "white wins within 0", "white wins within 10000",
    "white wins in 3", "no win for white", "no win for white wins within 3",
    "white never wins within 4", "no win for red within 3", "white wins within -3",
    "white wins within ٣", "draw", "white wins\nwithin 3 3"])
def test_what_is_no_claim_is_told_what_one_is(text):
    with pytest.raises(ClaimError, match="is no claim; a claim is 'white wins'"):
        read_claim(text)
