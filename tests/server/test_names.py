"""Names keep all that can be seen, and joiners where they change what is seen."""
import pytest

from eckstein.server.game.names import tidy

ZWNJ, ZWJ = "\u200c", "\u200d"


@pytest.mark.parametrize("name", [
    "Ada", "می\u200cخواهم", "نوش\u200cآفرین", "क्\u200dष", "র\u200d্যাম", "ශ්\u200dරී", "أَ\u200cب",
    "👩\u200d🔬", "👩🏽\u200d🔬", "🏳️\u200d🌈", "Zoë 王"])
def test_what_belongs_to_a_name_stays(name):
    assert tidy(f" {name} ") == name


@pytest.mark.parametrize(("name", "left"), [
    (f"A{ZWNJ}da", "Ada"), (f"A{ZWJ}da", "Ada"), (f"{ZWNJ}می", "می"), (f"می{ZWNJ}", "می"),
    (f"می{ZWNJ}{ZWNJ}خواهم", f"می{ZWNJ}خواهم"), (f"می{ZWNJ} خواهم", "می خواهم"),
    (f"И{ZWNJ}ван", "Иван"), ("\u200b\u2060\ufeff", ""), ("a\u202eb\u2066c\u00ad", "abc"),
    ("a\x1b]0;x\x07\nb", "a]0;x b"), (None, ""), (f"{ZWNJ}{ZWJ}", "")])
def test_what_nobody_sees_is_taken_out(name, left):
    assert tidy(name) == left


async def test_a_persian_name_is_kept_as_it_is_written(server):
    made = await server.create(white={"name": f"نوش{ZWNJ}آفرین"})
    players = (await server.facts(made["game"]))["players"]
    assert players["white"]["name"] == f"نوش{ZWNJ}آفرین"
