"""Names of accounts: in any script, and none that deceives."""
import json
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from eckstein.base.sentence import Sentence
from eckstein.server.game.likeness import likeness
from eckstein.server.parts.accounts.naming import MOST, UnfitNameError, check_name
from eckstein.words import FOLDER

ZWNJ, ZWJ = "\u200c", "\u200d"
# By script, with marks, separators, and what nobody sees.
ALPHABETS = ("aAbIil1O0rnmÉøßıİＡﬁ -_.'’\u0301\u0323", "яЯЖаорёТт7", "ΝνΣςαώΆ'",
             f"اینکكهأ۳٣1 {ZWNJ}", f"कषमिा्३ {ZWJ}{ZWNJ}", "אשם-\u05c1", "ก้ม่า",
             "王ゃカｶー々A", "한ᄀ金", "Աաա", "გი", "Ꭰꭰ",
             "\u202e\u3164\ufe0f🎲ʼ")
of_one_script = st.one_of(*(st.text(alphabet, min_size=1, max_size=12) for alphabet in ALPHABETS))
texts = st.one_of(of_one_script, st.text("".join(ALPHABETS), max_size=24), st.text(max_size=24))

GOOD = [
    "Ada", "Zoë", "O'Brien", "D’Arcy", "Jean-Luc", "J.R.Doe", "a_b", "Ada 2", "Łukasz", "Şahin",
    "Nguyễn Văn", "Иван", "Ёж", "Щука 7", "Νίκος", "Αννα", "Անի", "გიორგი", "דוד", "שָׁלוֹם",
    "محمد", "أحمد ٣", "علی ۱۲", f"نوش{ZWNJ}آفرین", f"می{ZWNJ}خواهم", "आदित्य", f"क्{ZWJ}षमा",
    "राम३", "রহিম", f"র{ZWJ}্যাম", "தமிழ்", f"ශ්{ZWJ}රී", "สมชาย", "ก้อง", "ພອນ", "ខ្មែរ", "王小明",
    "たろう", "サトー", "佐々木", "Zoë王", "ボブBob", "김철수", "金민수", "ㄅㄆ", "ሰላም",
    "x" * MOST, "e\u0301a"]

BAD = {
    "characters": ["", " ", "a", "é", "x" * (MOST + 1), "a" + "\u0301" * 200, "က"],
    "invisible": ["a\u200bb", f"a{ZWNJ}b", f"{ZWNJ}می", "a\u202eb", "\u2066ab", "a\u00adb",
                  "a\u2060b", "ab\u3164", "\u1160ab", "a\u034fb", "ab\ufe0f", "a\tb", "a\nb",
                  "a\U000e0101b", "a\u2800b"],
    "cannot be in a name": ["👩🏽👩", "🎲🎲", "ab🎲", "a@b", "a/b", "<b>", "ab☃", "aʼb",
                            "ab!", "a×b"],
    "at least one letter": ["12", "1 2", "٣٣"],
    "singly": ["a  b", "a--b", "-ab", "ab-", "ab.", "'ab", "a.-b", "_ab"],
    "marks": ["\u0301ab", "a \u0301b", "1\u0301ab", "x\u0323\u0330\u0331\u0332b"],
    "one script": ["Аdа", "Ivаn", "Νina", "ivanЖ", "דוdavid", "علیali", "たろう김", "a३", "علی 1۲",
                   "ㄅあ", "ก王"],
    "is reserved": ["admin", "ADMIN", "adm1n", "Admin-1", "Guest 4564", "guest", "Gast 12",
                    "invité", "Server", "Eckstein", "eckste1n", "Moderator", "Anonymous",
                    "Newcomer", "Neuling", "full strength", "Full-Strength", "Player",
                    "Volle Stärke", "Schwarz", "ｇｕｅｓｔ"],
}


@pytest.mark.parametrize("name", GOOD)
def test_names_of_many_scripts_are_good(name):
    assert check_name(f" {name} ") == unicodedata.normalize("NFKC", name)


@pytest.mark.parametrize(("reason", "name"), [
    pytest.param(reason, name, id=f"{reason}: {name!a}") for reason, names in BAD.items()
    for name in names])
def test_other_names_are_refused_with_a_reason(reason, name):
    with pytest.raises(UnfitNameError, match=reason) as refused:
        check_name(name)
    said = refused.value.args[0]
    assert isinstance(said, Sentence)
    for language in ("de", "fr"):
        assert said.template in json.loads((FOLDER / language / "reasons.json").read_text("utf-8"))


@pytest.mark.parametrize(("one", "other"), [
    ("Ada", "ADA"), ("Ada", "Ａｄａ"), ("Straße", "STRASSE"), ("ΣΙΣΥΦΟΣ", "σισυφος"),
    ("Bill", "BiII"), ("Bill", "B1ll"), ("Ian", "lan"), ("Otto", "0tt0"), ("Mora", "rnora"),
    ("NINA", "ΝΙΝΑ"), ("Nina", "νινα"), ("Bepa", "Вера"), ("Caca", "Саса"), ("pop", "рор"),
    ("Kota", "Κοτα"), ("xoxo", "хохо"), ("カ口", "力ロ"), ("Zoe\u0308", "Zoë"), ("Ada L", "ada_l"),
    (f"نوش{ZWNJ}آفرین", "نوشآفرین"), ("ıris", "iris"), ("أحمد ٣", "أحمد ۳")])
def test_names_that_look_alike_are_one(one, other):
    assert likeness(one) == likeness(other)


@pytest.mark.parametrize(("one", "other"), [
    ("Ada", "Adam"), ("Ana", "Ava"), ("Guy", "Guu"), ("Tara", "Zara"), ("Rita", "Zita"),
    ("Sue", "Fue"), ("Zoe", "Zoë"), ("Иван", "Игорь"), ("王小明", "王大明"), ("Ada 2", "Ada 3"),
    ("Dora", "Nora"), ("राम", "रमा"), ("علی", "علا")])
def test_other_names_are_two(one, other):
    assert likeness(one) != likeness(other)


@given(texts)
@example("ꮀⱶꭸ")
def test_the_likeness_is_its_own_likeness(text):
    assert likeness(likeness(text)) == likeness(text)


def test_the_likeness_of_every_character_is_its_own():
    for number in (*range(0xD800), *range(0xE000, 0x20000)):
        key = likeness(chr(number))
        assert likeness(key) == key


@given(texts)
def test_case_and_width_do_not_matter(text):
    assert likeness(text.casefold()) == likeness(text)
    wide = "".join(chr(ord(letter) + 0xFEE0) if "!" <= letter <= "~" else letter for letter in text)
    assert likeness(wide) == likeness(unicodedata.normalize("NFKC", text))


@given(texts)
def test_a_name_that_is_taken_stays_as_it_is(text):
    try:
        name = check_name(text)
    except UnfitNameError:
        return
    assert check_name(name) == name == json.loads(json.dumps(name))
    assert likeness(name) and likeness(name) == likeness(text)
    assert name.isprintable() or ZWNJ in name or ZWJ in name
