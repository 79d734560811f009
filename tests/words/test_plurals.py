"""Forms of words for numbers: the rules of each language, beside those of CLDR that Babel has."""
import json
import re
from decimal import Decimal

import pytest
from babel import Locale, UnknownLocaleError
from babel.localedata import locale_identifiers

from eckstein.base.plurals import CATEGORIES, ENGLISH, Plurals
from eckstein.words import FOLDER, LANGUAGES

NUMBERS = [*map(str, range(230)), "1000", "1001", "100000", "999999", "1000000", "2000000",
           "2000001", "0.0", "0.1", "0.2", "0.5", "1.0", "1.1", "1.5", "1.50", "2.0", "2.1", "10.0",
           "10.01", "11.2", "21.1", "100.5", "1000000.5"]
WRITTEN = {" mod ": " % ", " not in ": " != ", " in ": " = "}     # as CLDR writes what Babel reads


def locales():
    """One of each kind of plurals that Babel knows."""
    found = {}
    for name in locale_identifiers():
        found.setdefault(str(Locale.parse(name).plural_form.rules), name)
    return sorted(found.values())


def rules_of(name):
    rules = Locale.parse(name).plural_form.rules
    for theirs, ours in WRITTEN.items():
        rules = {category: rule.replace(theirs, ours) for category, rule in rules.items()}
    return rules


def test_rules_are_read_as_babel_reads_them():
    for name in locales():
        plurals, form = Plurals(rules_of(name)), Locale.parse(name).plural_form
        assert {n: plurals.category(n) for n in NUMBERS} == {
            n: form(Decimal(n)) for n in NUMBERS}, name


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_the_rules_of_cldr(language):
    try:
        locale = Locale.parse(language)
    except UnknownLocaleError:
        pytest.skip(f"CLDR has no language {language}")
    rules = json.loads((FOLDER / language / "language.json").read_text())["plurals"]
    assert list(rules) == [one for one in CATEGORIES if one in locale.plural_form.rules]
    assert [(n, Plurals(rules).category(n)) for n in NUMBERS] == [
        (n, locale.plural_form(Decimal(n))) for n in NUMBERS]


def test_english_in_the_code_is_english_in_its_folder():
    rules = json.loads((FOLDER / "en" / "language.json").read_text())["plurals"]
    assert [ENGLISH.category(n) for n in NUMBERS] == [Plurals(rules).category(n) for n in NUMBERS]


@pytest.mark.parametrize(("number", "told"), [
    (1, "1 die is"), (0, "0 dice are"), (2, "2 dice are"), (-1, "-1 die is"), ("1", "1 die is"),
    (1.5, "1.5 dice are"), (1.0, "1.0 dice are"), ("1,001", "1,001 dice are"),
    ("1\u202f001", "1\u202f001 dice are")])
def test_a_number_has_its_form(number, told):
    assert ENGLISH.fill("{count} {count:die is|dice are}", {"count": number}) == told


def test_the_last_form_stands_for_those_left_out():
    french = Plurals({"one": "i = 0,1", "many": "i != 0 and i % 1000000 = 0 and v = 0"})
    assert [french.form(n, ["coup", "coups"]) for n in (0, 1, 1.9, 2, 1000000)] == [
        "coup", "coup", "coup", "coups", "coups"]


def test_a_language_without_rules_has_one_form():
    assert Plurals({}).fill("{n} {n:手|X}", {"n": 3}) == "3 手"


def test_a_rule_that_cannot_be_read_is_told():
    with pytest.raises(ValueError, match=re.escape("'i is 1' is no relation of a plural rule")):
        Plurals({"one": "i is 1"}).category(1)


def test_a_template_without_forms_is_filled_as_ever():
    assert ENGLISH.fill("{a!r} {b:.1f} {{c}}", {"a": "x", "b": 2}) == "'x' 2.0 {c}"
    with pytest.raises(KeyError):
        ENGLISH.fill("{count} {count:move|moves}", {})
