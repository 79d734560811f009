"""Options that have no effect are refused, in every command (cli/conditions.py)."""
import pytest
import typer

from eckstein import cli
from eckstein.cli.conditions import CONDITIONS

from ..conditions import ASKED, typed

# Commands in which every option always has an effect, or says itself what it lacks; and of others
# those options that do.
ALWAYS = {
    "games": "json", "rules": "game language", "lessons": "game language",
    "show": "game moves position option small", "state": "game moves position option json",
    "query": "", "perft": "game depth position option divide jobs",
    "play": "seed replay plain language",
    "engine": "", "analyse": "game file seconds depth nodes threads megabytes json",
    "levels": "game", "bench": "", "doctor": "",
    "match": "game first second games option ray opening_plies openings seed time nodes "
             "clock margin adjudicate draws longest tables record sprt json",
    "tournament": "game contestants games option ray opening_plies openings seed time "
                  "nodes clock margin adjudicate draws longest tables record json",
    "benchmark": "game player option positions solution",
    "convert": "file target source option output encoding", "check": "files encoding",
    "prove": "check",
    "endings": "game level seed language",
    "puzzle": "game grade theme id language",
    "serve": "host port database open_browser connections all_connections requests engines keep "
             "first_move workers proxy push mail_from log_json metrics key hostname without "
             "describe",
    "worker": "database engines log_json",
    "bot": "server player token_file policy become tournament team seconds greet",
    "club": "name game option clock host port database open_browser hostname",
    "lobby": "server json", "explore": "game moves server position option json",
    "join": "link game plain language", "site": "folder docs force",
    "render": "game file out", "warm": "games jobs",
    "check-game": "module games seed compiled option", "new-game": "name folder",
    "tables build": "game endings option part memory force ray",
    "tables check": "game endings option part jobs",
    "tables probe": "game moves position option json", "tables list": "game option",
    "book make": "game option nodes positions minutes jobs out resume force",
    "book show": "game moves position option json", "book check": "what", "book list": "",
    "puzzles make": "game option count seed out resume keep jobs", "puzzles check": "what trees",
    "puzzles tree": "what id json", "puzzles list": "game",
    "data make": "game option games out player random_plies max_plies seed ray",
    "data endings": "game option positions out seed", "data inspect": "files show json",
    "learn zero": "game option files out hours config hidden channels simulations games against "
                  "seed csv tensorboard ray",
    "data convert": "files out target source texts option encoding",
    "data split": "files parts seed out", "data solve": "game option position out most texts",
    "learn net": "game out generations games nodes random_plies time pairs epochs blend seed "
                 "csv tensorboard jobs",
    "learn train": "game files out epochs blend seed csv tensorboard",
    "learn policy": "game files out epochs seed grain csv tensorboard",
    "db check": "database", "db backup": "file database force",
    "db restore": "file database force", "db export": "file database force",
    "db rotate": "database keep key", "db revoke": "game colour database key",
    "db accept": "game database", "db key": "file database back",
    "db upgrade": "database", "db downgrade": "database", "db rate": "database check",
    "db moderator": "name no database", "db audit": "json database", "db flag": "minutes database",
    "db explore": "database", "db dump": "folder database until"}

# A command with each option that has a condition, where the condition does not hold.
REFUSED = {
    "serve": {
        "push_service": "serve --push-service https://push.example.org",
        "mail_server": "serve --mail-server localhost", "mail_user": "serve --mail-user anna",
        "mail_password": "serve --mail-password F",
        "address": "serve --address https://example.org"},
    "play": {
        "game": "play contra --replay F", "white": "play --replay F --white level:3",
        "black": "play --replay F --black level:3", "position": "play --replay F -p CWa1vg7",
        "option": "play --replay F -o size=5", "record": "play --replay F --record G",
        "resume": "play --replay F --resume", "clock": "play --replay F --clock 3+2",
        "coach": "play --replay F --coach",
        "speed": "play contra --plain --speed 2",
        "encoding": "play contra --encoding cp1252"},
    "join": {
        "position": "join L -p CWa1vg7", "option": "join L -o size=5",
        "colour": "join L --colour white", "friend": "join L --friend",
        "clock": "join L --clock 5+3", "somebody": "join L --somebody",
        "rated": "join S contra --rated",
        **{one.name: " ".join(["join S contra", *typed(one)]) for one in ASKED},
        "level": "join S contra --friend --level 3", "name": "join S contra --name Ada",
        "speed": "join L --plain --speed 2"},
    "analyse": {
        "moves": "analyse contra d1d2 --file F", "position": "analyse --file F -p CWa1vg7",
        "option": "analyse --file F -o size=5", "lines": "analyse --file F --lines 1",
        "output": "analyse contra --output F",
        "encoding": "analyse contra --encoding cp1252",
        "compare": "analyse --file F --compare mcts"},
    "match": {
        "alpha": "match contra random random --alpha 0.05",
        "beta": "match contra random random --beta 0.05",
        "logistic": "match contra random random --logistic",
        "encoding": "match contra random random --encoding latin-1",
        "concurrency": "match contra random random --ray auto -j 2"},
    "tournament": {"encoding": "tournament contra random greedy --encoding latin-1",
                   "concurrency": "tournament contra random greedy --ray auto -j 2"},
    "benchmark": {
        "stratum": "benchmark contra --stratum puzzles", "games": "benchmark contra --games 10",
        "seed": "benchmark contra --seed 1", "json": "benchmark contra --json F"},
    "convert": {"ply": "convert F --to moves --ply 3"},
    "prove": {
        "game": "prove contra --check F", "moves": "prove contra d1d2 --check F",
        "position": "prove --check F -p CWa1vg7", "option": "prove --check F -o size=5",
        "claim": "prove --check F --claim X", "out": "prove --check F --out G",
        "memory": "prove --check F --memory 8", "threads": "prove --check F --threads 1",
        "either": "prove --check F --either", "tables": "prove --check F --no-tables"},
    "render": {
        "moves": "render contra d1d2 --file F", "position": "render --file F -p CWa1vg7",
        "option": "render --file F -o size=5", "number": "render contra --number 2",
        "encoding": "render contra --encoding cp1252",
        "flat": "render contra --out g.json --flat",
        "theme": "render contra --out g.json --theme wood",
        "size": "render contra --out g.json --size 480",
        "black": "render contra --out g.json --black",
        "last": "render contra --out g.json --no-last",
        "coordinates": "render contra --out g.json --no-coordinates",
        "numerals": "render contra --out g.json --pips",
        "background": "render contra --out g.json --background #ffffff",
        "last_ply": "render contra --out g.json --to 3",
        "move": "render contra --out g.gif --move d1d2",
        "arrow": "render contra --out g.gif --arrow d1d2",
        "mark": "render contra --out g.json --mark d1",
        "first_ply": "render contra --from 1", "speed": "render contra --out g.svg --speed 3"},
    "tables build": {"jobs": "tables build duell --ray auto --jobs 2"},
    "data make": {"jobs": "data make contra --ray auto --jobs 2"},
    "learn zero": {"jobs": "learn zero contra --out a --ray auto --jobs 2",
                   "every": "learn zero contra --out a --every 1",
                   "epochs": "learn zero contra --out a --epochs 3",
                   "blocks": "learn zero contra --out a --blocks 2"}}


def commands(command, path=()):
    """The commands under one, by what is typed to call them."""
    inner = getattr(command, "commands", {})
    for name, one in inner.items():
        yield from commands(one, (*path, name))
    if not inner:
        yield " ".join(path), command


COMMANDS = dict(commands(typer.main.get_command(cli.app)))


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_has_an_effect_or_a_condition(name):
    command = COMMANDS[name]
    conditional = set(CONDITIONS.get(name, ()))
    always = set(ALWAYS[name].split())
    assert {param.name for param in command.params if param.name != "help"} == (
        always | conditional)
    assert not always & conditional
    assert set(REFUSED.get(name, ())) == conditional


@pytest.mark.parametrize(("name", "option"), [
    (name, option) for name, options in REFUSED.items() for option in options])
def test_an_option_without_effect_is_refused(name, option, capsys):
    assert cli.run(REFUSED[name][option].split()) == 2
    [complaint] = capsys.readouterr().err.splitlines()
    [param] = (param for param in COMMANDS[name].params if param.name == option)
    called = {option.upper()} if param.param_type_name == "argument" else {
        *param.opts, *param.secondary_opts}
    assert complaint.removeprefix("eckstein: leave out ").partition(":")[0] in called


@pytest.mark.parametrize("words", [
    "render contra --out {tmp}/a.svg --flat --to 0", "render contra --theme slate",
    "convert {file} --to position --ply 3"])
def test_where_it_has_an_effect_it_is_taken(words, tmp_path, capsys):
    file = tmp_path / "games.txt"
    file.write_text('[Game "contra"]\n\n1. d1-d2 d7-d6 2. d2-d3 *\n', encoding="utf-8")
    assert cli.run([word.format(tmp=tmp_path, file=file) for word in words.split()]) == 0
    capsys.readouterr()


def test_rule_options_are_not_for_recorded_games(tmp_path, capsys):
    file = tmp_path / "games.txt"
    file.write_text('[Game "contra"]\n\n1. d1-d2 *\n', encoding="utf-8")
    assert cli.run(["convert", str(file), "--to", "record", "-o", "size=5"]) == 2
    assert "recorded games tell their rule options" in capsys.readouterr().err
