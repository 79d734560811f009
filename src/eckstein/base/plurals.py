"""The forms of words that a language has for numbers, by the rules of Unicode (CLDR).

A template has them behind a colon, for the categories that its language tells apart, in the order
of `CATEGORIES`; the last one stands for those that are left out:

    "{count} {count:move|moves}"            English: one, other
    "{count} {count:ruch|ruchy|ruchów|ruchu}"       Polish: one, few, many, other

A number is a number, or a text as it is shown, so that 1 and 1.0 may differ.
"""
import re
import string
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

CATEGORIES = ("zero", "one", "two", "few", "many", "other")
RELATION = re.compile(r"([nivwftce])(?: % (\d+))? (!?=) ([\d.,]+)")
BETWEEN_THOUSANDS = re.compile("[,\N{NARROW NO-BREAK SPACE}]")


class Plurals(string.Formatter):
    """Fills the templates of a language.

    Args:
        rules: the condition of each category but `other`, as CLDR writes it, such as
            "i % 10 = 2..4 and i % 100 != 12..14"; without any, a language has one form.
    """

    def __init__(self, rules: Mapping[str, str]) -> None:
        self._rules = {category: rules[category] for category in CATEGORIES if category in rules}

    def category(self, number: object) -> str:
        """The category of a number."""
        operands = _operands(number)
        return next((category for category, rule in self._rules.items() if _holds(rule, operands)),
                    "other")

    def form(self, number: object, forms: Sequence[str]) -> str:
        """Of the forms for the categories, the one for a number."""
        place = [*self._rules, "other"].index(self.category(number))
        return forms[min(place, len(forms) - 1)]

    def fill(self, template: str, facts: Mapping[str, Any]) -> str:
        """A template with its facts.

        Raises:
            KeyError: if a name in it is not among the facts.
        """
        return self.vformat(template, (), facts)

    def format_field(self, value: Any, format_spec: str) -> str:
        """A fact as it stands in the sentence, or the form of words for it."""
        if "|" in format_spec:
            return self.form(value, format_spec.split("|"))
        return str(super().format_field(value, format_spec))


ENGLISH = Plurals({"one": "i = 1 and v = 0"})


def _operands(number: object) -> dict[str, float]:
    """What rules ask about a number: its value, its integer part, its decimals and their count."""
    shown = BETWEEN_THOUSANDS.sub("", str(number)).lstrip("-")
    whole, _, decimals = shown.partition(".")
    short = decimals.rstrip("0")
    return {"n": float(shown), "i": int(whole), "v": len(decimals), "w": len(short),
            "f": int(decimals or 0), "t": int(short or 0), "c": 0, "e": 0}


def _holds(rule: str, operands: Mapping[str, float]) -> bool:
    return any(all(_true(relation, operands) for relation in way.split(" and "))
               for way in rule.split(" or "))


def _true(relation: str, operands: Mapping[str, float]) -> bool:
    """Whether a relation such as "i % 10 = 2..4,9" holds."""
    found = RELATION.fullmatch(relation)
    if found is None:
        raise ValueError(f"{relation!r} is no relation of a plural rule, such as i % 10 = 2..4")
    operand, modulus, sign, ranges = found.groups()
    value = operands[operand] % int(modulus) if modulus else operands[operand]
    return any(low <= value <= high and value == int(value)
               for low, high in _bounds(ranges)) == (sign == "=")


def _bounds(ranges: str) -> Iterator[tuple[int, int]]:
    """The first and the last number of each range in a list such as 2..4,9."""
    for part in ranges.split(","):
        low, _, high = part.partition("..")
        yield int(low), int(high or low)
