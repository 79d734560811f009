"""Settings in a file, and what wins: the command, the file, the folder."""
import msgspec
import pytest

from eckstein.cli import run as command
from eckstein.lab.zero.configuration import read, written
from eckstein.lab.zero.folder import read_state
from eckstein.lab.zero.settings import Settings, ZeroError


def settings_in(folder):
    return read_state(folder / "training.state")[0].settings


def test_all_settings_are_written_and_read(tmp_path):
    settings = Settings(
        game="echek", options={"bishop": "final", "no_progress": 60}, hidden=(64, 32), channels=8,
        blocks=2, simulations=10, fast_simulations=3, full_share=0.5, considered=4, games=9,
        random_plies=0, max_plies=99, window=3, reuse=2.5, batch_size=64, learning_rate=1e-5,
        weight_decay=0.0, averaging=0.5, search_share=1.0, seed=1 << 40)
    path = tmp_path / "all.toml"
    path.write_text(written(settings))
    assert Settings(**read(path, "echek")) == settings
    assert set(read(path, "echek")) == set(Settings.__struct_fields__)
    plain = Settings(game="contra")
    path.write_text(written(plain))
    assert Settings(**read(path, "contra")) == plain


@pytest.mark.parametrize(("text", "said"), [
    ("gamse = 3", "there is no setting gamse; there are game, options, hidden,"),
    ("games = 0", "Expected `int` >= 1"), ("games = 'x'", "Expected `int`, got `str` - at"),
    ("hidden = [0]", r"Expected `int` >= 1 - at `\$.hidden\[0\]`"),
    ("learning_rate = nan", "learning_rate|Expected"),
    ("options = 3", "Expected `object`"), ("game = 'duell'", "settings for duell, not for contra"),
    ("seed = 1\nseed = 2", "Cannot overwrite a value"), ("seed", "Expected '=' after a key"),
    ("\xff", "codec can't decode")])
def test_a_file_that_says_something_else_is_refused(text, said, tmp_path):
    path = tmp_path / "c.toml"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(ZeroError, match=f"c.toml: .*({said})"):
        read(path, "contra")


@pytest.mark.parametrize(("text", "said"), [
    ("[options]\nsize = 9", "size is one of 7, 6, 5, 4, 3, not 9"),
    ("[options]\nblub = 1", "contra has no option blub")])
def test_options_of_a_file_are_those_of_the_game(text, said, tmp_path):
    (tmp_path / "c.toml").write_text(text)
    with pytest.raises(ValueError, match=said):
        read(tmp_path / "c.toml", "contra")


def zero(folder, *words):
    return command(["learn", "zero", "contra", "--out", str(folder), "--hours", "0", *words])


def test_the_command_wins_over_the_file_and_the_file_over_what_is_usual(tmp_path):
    file = tmp_path / "c.toml"
    file.write_text("hidden = [4]\nsimulations = 32\nreuse = 2\nmax_plies = 50\n"
                    "[options]\nsize = 4\nno_progress = 30\n")
    assert zero(tmp_path / "a", "--config", str(file), "--simulations", "20", "-o", "size=3") == 0
    assert settings_in(tmp_path / "a") == Settings(
        game="contra", hidden=(4,), simulations=20, fast_simulations=5, reuse=2.0, max_plies=50,
        options={"size": "3", "no_progress": 30})
    file.write_text("simulations = 32\nfast_simulations = 30\nhidden = [2]")
    assert zero(tmp_path / "b", "--config", str(file), "--simulations", "20") == 0
    assert settings_in(tmp_path / "b").fast_simulations == 30


def test_a_folder_goes_on_with_its_own_settings(tmp_path, capsys):
    folder = tmp_path / "a"
    assert zero(folder, "--hidden", "2", "-o", "size=3", "--seed", "7") == 0
    before = settings_in(folder)
    assert zero(folder) == 0 and settings_in(folder) == before
    assert zero(tmp_path / "b", "--config", str(folder / "config.toml")) == 0
    assert settings_in(tmp_path / "b") == before
    (tmp_path / "c.toml").write_text("seed = 8")
    for words in (["--seed", "8"], ["--config", str(tmp_path / "c.toml")]):
        assert zero(folder, *words) == 2
        assert "was begun with seed 7, not 8" in capsys.readouterr().err


def test_a_folder_of_an_earlier_version_gets_its_settings_written(tmp_path, capsys):
    """With the command that it was begun with; without, the state refuses what is usual."""
    folder = tmp_path / "a"
    assert zero(folder, "--hidden", "2") == 0
    (folder / "config.toml").unlink()
    assert zero(folder) == 2 and "was begun with hidden (2,)" in capsys.readouterr().err
    assert zero(folder, "--hidden", "2") == 0
    assert read(folder / "config.toml", "contra")["hidden"] == (2,)


def test_a_configuration_that_is_damaged_is_named(tmp_path, capsys):
    folder = tmp_path / "a"
    assert zero(folder, "--hidden", "2") == 0
    (folder / "config.toml").write_text("hidden = [")
    assert zero(folder) == 2 and "config.toml: " in capsys.readouterr().err


def test_a_setting_that_is_added_has_a_place_in_the_file():
    """Whatever type it has, it has to come back from TOML."""
    for name in Settings.__struct_fields__:
        value = getattr(Settings(game="contra"), name)
        assert isinstance(msgspec.to_builtins(value), str | int | float | tuple | list | dict), name
