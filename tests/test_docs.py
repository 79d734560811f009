"""What the pages say is true: Python runs, commands answer as shown, links lead somewhere.

In README.md and below docs/, blocks of `python` run one after the other, all of a page in one
namespace, and so do comments that begin with `<!-- python`, which readers do not see.  In blocks of
`console`, a line that begins with `$ ` is a command, run in the root of the project, and the lines
below it, if there are any, are its whole output; `...` stands for any text.  Blocks of `sh` run in
a folder of their own, and `json` and `toml` are read.  Each other block with code is tried by
another test (`SHOWN`), or says by its title that it is a sketch.
"""
import doctest
import importlib.util
import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest
from tools.page_tables import PLACE, TABLES, filled_in

import eckstein
from eckstein import cli, names
from eckstein.kernel import dice
from eckstein.record import read_record

from .games.test_perft import COUNTS
from .web.conftest import AXE, CHROMIUM, FLAGS, SIZES, need_browser

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
OPENAPI = DOCS / "openapi.json"         # on the site alone, where its links are checked, too
PAGES = [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]
TRANSLATED = {"de": DOCS / "de"}
FOR_PLAYERS = ["index.md", "terminal.md", "full-screen.md", "join.md", "learn.md", "offline.md",
               "puzzles.md", "formats/puzzles.md", "analysts.md", "notation.md", "rules.md",
               "games/index.md",
               *(f"games/{game}.md" for game in names())]
LACKING = {"de": set()}             # which of them a language has not yet
# What is looked up and not read; the map of the house has a length of its own.
LONGER = {"house.md", "notation.md", "rules.md", "server-api.md", "formats/nets.md"}
WORDS_OF_A_MANUAL = 1000            # so that a page is read, and not searched
OWN_GAMES = ["own-games/positions", "own-games/moves", "own-games/descriptions",
             "own-games/parts"]
READERS = ["Players", "Hosts", "Programmers", "Researchers"]
FIRST_SCREEN = 40                   # lines
EXAMPLES = sorted(path for path in (ROOT / "examples").glob("*.py") if path.stem != "bot")
PLAYERS = DOCS / "games"
WORDS = ROOT / "src" / "eckstein" / "words"
RULE_PAGES = WORDS / "en" / "rules"

IMPORTED = re.compile(r"Everything here can be imported from\s`([\w.]+)`\.")
FROM_ONE_MODULE = [page for page in sorted((DOCS / "reference").glob("*.md"))
                   if IMPORTED.search(page.read_text(encoding="utf-8"))]

BLOCK = re.compile(r"^```(?P<language>[^\n]*)\n(?P<text>.*?)^```$"
                   r"|^<!-- (?P<hidden>python)\n(?P<checks>.*?)^-->$", re.MULTILINE | re.DOTALL)
SKETCH = ' title="Sketch"'
RUN = ("python", "console", "sh", "json", "toml")
SHOWN = ("session", 'python title="examples/')      # in tests of the protocol, and below
TYPED = re.compile(r"^(?:\$ |eckstein |make |pip |python )", re.MULTILINE)
LINK = re.compile(r"\[[^]\n]*\]\((?P<target>[^)\s]+)\)|src=\"(?P<source>[^\"]+)\"")
COMMAND = re.compile(r"^\$ (?P<command>[^\n]*)\n(?P<output>(?:(?!\$ )[^\n]*\n)*)", re.MULTILINE)
WITH_EXAMPLES = [path for path in sorted((ROOT / "src").rglob("*.py"))
                 if ">>> " in path.read_text(encoding="utf-8")]
DIRECTIONS = (dice.NORTH, dice.EAST, dice.SOUTH, dice.WEST, dice.NORTH_EAST, dice.SOUTH_EAST)


def name(page):
    """What a page is called in reports of tests."""
    return page.relative_to(ROOT).with_suffix("").as_posix()


def blocks(page, language):
    """The blocks of a language on a page, each with the number of its first line."""
    text = page.read_text(encoding="utf-8")
    return [(text.count("\n", 0, found.start()) + 2, found["text"] or found["checks"] or "")
            for found in BLOCK.finditer(text)
            if language in (found["language"], found["hidden"])]


def in_english(page):
    """The pages that are not translations, whose blocks are those of the pages they stand for."""
    return not any(folder in page.parents for folder in TRANSLATED.values())


def prose(page):
    """A page with its tables, without its blocks and its code."""
    return re.sub(r"`[^`\n]*`", "", BLOCK.sub("", filled_in(page.read_text(encoding="utf-8"))))


def long_if(page, *slow):
    """The mark of what a page shows, if that takes long."""
    return [pytest.mark.long] if page.stem in slow else []


def sessions():
    """The commands of each block of all pages, in order, with what they should answer."""
    return [pytest.param([(found["command"], found["output"]) for found in COMMAND.finditer(text)],
                         id=f"{name(page)}: line {line}",
                         marks=long_if(page, "adding-a-game", "descriptions", "parts"))
            for page in filter(in_english, PAGES) for line, text in blocks(page, "console")]


@pytest.fixture(scope="module")
def shell(tmp_path_factory):
    """A function that runs a command as a reader would, and returns all that it prints."""
    settings = os.environ | {"ECKSTEIN_DATA": str(tmp_path_factory.mktemp("data")),
                             "PYTHONUNBUFFERED": "1",        # so that output comes in its order
                             "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}

    def run(command):
        return subprocess.run(command, shell=True, cwd=ROOT, env=settings, text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=120)
    return run


@pytest.mark.parametrize("page", [
    pytest.param(page, id=name(page), marks=long_if(page, "proofs", "benchmark"))
    for page in PAGES if in_english(page) and blocks(page, "python")])
def test_python_runs(page, monkeypatch):
    monkeypatch.chdir(ROOT)
    namespace = {"__name__": page.stem}
    for line, text in blocks(page, "python"):
        exec(compile("\n" * (line - 1) + text, page, "exec"), namespace)


@pytest.mark.parametrize("commands", sessions())
def test_commands_answer_as_shown(shell, commands):
    for command, output in commands:
        answer = shell(command).stdout
        if output.strip():
            as_shown = doctest.OutputChecker().check_output(output, answer, doctest.ELLIPSIS)
            assert as_shown, f"the page shows\n{output}\nand the answer is\n{answer}"
        else:
            assert not answer.startswith("eckstein: ")


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_each_block_is_run_or_says_that_it_is_a_sketch(page):
    text = page.read_text(encoding="utf-8")
    for found in BLOCK.finditer(text):
        language = found["language"]
        if found["hidden"] or language in RUN or language.startswith(SHOWN) or (
                language.endswith(SKETCH)):
            continue
        line = text.count("\n", 0, found.start()) + 1
        assert language.partition(" ")[0] == "text", f"line {line}: who runs {language!r}?"
        assert "title" in language or not TYPED.search(found["text"]), (
            f"line {line}: commands are shown as console, or as a sketch")


@pytest.mark.parametrize(("page", "text"), [
    pytest.param(page, text, id=f"{name(page)}: line {line}")
    for page in filter(in_english, PAGES) for line, text in blocks(page, "sh")])
def test_commands_of_a_shell_run(page, text, tmp_path):
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    settings = os.environ | {"ECKSTEIN_DATA": str(tmp_path / "data"),
                             "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    done = subprocess.run(["sh", "-e", "-c", text], cwd=tmp_path, env=settings, text=True,
                          capture_output=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(("read", "text"), [
    pytest.param(read, text, id=f"{name(page)}: line {line}")
    for language, read in (("json", json.loads), ("toml", tomllib.loads))
    for page in PAGES for line, text in blocks(page, language)])
def test_data_can_be_read(read, text):
    assert read(text)


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_lead_somewhere(page):
    for found in LINK.finditer(prose(page)):
        path, _, anchor = (found["target"] or found["source"]).partition("#")
        if path.startswith("https://"):
            continue
        target = page.parent / path if path else page
        assert target.exists() or target == OPENAPI, found[0]
        assert not anchor or anchor in anchors(target), found[0]


def test_each_table_that_is_made_has_its_place_on_one_page():
    places = [(page, found) for page in PAGES
              for found in PLACE.finditer(page.read_text(encoding="utf-8"))]
    assert sorted(found["name"] for _, found in places) == sorted(TABLES)
    for page, found in places:
        source = LINK.search(found[0])["target"]
        assert (page.parent / source).exists(), f"{name(page)}: {source} is not there"


@pytest.mark.parametrize("table", TABLES)
def test_rows_of_a_table_have_as_many_cells_as_its_head(table):
    head, line, *rows = TABLES[table]().splitlines()
    assert re.fullmatch(r"\|(-\|)+", line) and rows
    assert {len(re.findall(r"(?<!\\)\|", row)) for row in (head, *rows)} == {line.count("|")}


def anchors(page):
    """What the headings of a page are called in links."""
    headings = re.findall(r"^#+ (.*)$", BLOCK.sub("", page.read_text(encoding="utf-8")),
                          re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("path", WITH_EXAMPLES, ids=name)
def test_examples_in_docstrings_run(path):
    place = path.relative_to(ROOT / "src").with_suffix("")
    parts = place.parts[:-1] if place.name == "__init__" else place.parts
    found = doctest.testmod(importlib.import_module(".".join(parts)))
    assert found.attempted > 0 and found.failed == 0


def shown_of(example):
    """What the pages about games of one's own show of an example, in the order of reading."""
    return [text for page in OWN_GAMES
            for _, text in blocks(DOCS / f"{page}.md", f'python title="examples/{example}"')]


def test_ferry_is_shown_whole_on_the_pages_about_games_of_ones_own():
    ferry = ROOT / "examples" / "ferry" / "__init__.py"
    assert "\n\n".join(shown_of("ferry/__init__.py")) == ferry.read_text(encoding="utf-8")


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.stem)
def test_what_is_shown_of_an_example_stands_in_it(example):
    shown = shown_of(example.name)
    assert shown
    assert all(text in example.read_text(encoding="utf-8") for text in shown)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.stem)
def test_an_example_keeps_the_contract(shell, example):
    answer = shell(f"eckstein check-game {example.relative_to(ROOT)} --games 5")
    assert answer.returncode == 0, answer.stdout
    assert "ok: compiled and interpreted rules agree" in answer.stdout


@pytest.mark.parametrize("game", names())
def test_every_diagram_of_a_rule_page_is_drawn(game, capsys):
    assert cli.run(["rules", game]) == 0
    drawn = capsys.readouterr().out
    wanted = len(blocks(RULE_PAGES / f"{game}.md", "board"))
    assert wanted > 0
    assert "```board" not in drawn
    assert drawn.count("```text\n") == wanted


def test_the_table_of_orientations():
    rows = []
    for number in range(dice.FIRST, dice.KING):
        tilted = (dice.letter(dice.NUMBER[dice.tilted(dice.DICE[number], direction)])
                  for direction in DIRECTIONS)
        cells = (dice.letter(number), number, *dice.faces(number).values(), *tilted)
        rows.append("| " + " | ".join(map(str, cells)) + " |")
    assert "\n".join(rows) in (DOCS / "rules.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("game", "options", "position", "counts"), COUNTS)
def test_the_reference_counts_are_on_the_page_of_rules(game, options, position, counts):
    page = (DOCS / "rules.md").read_text(encoding="utf-8")
    cells = set(re.findall(r"(?<=\| )[\d,]+(?= \|)", page))
    assert {f"{count:,}" for count in counts} <= cells


def drawn_pictures():
    """The module with the recipes of the pictures on the pages for players."""
    specification = importlib.util.spec_from_file_location("pictures", PLAYERS / "pictures.py")
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


PICTURES = drawn_pictures()


@pytest.mark.parametrize(("picture", "recipe"), PICTURES.RECIPES.items())
def test_a_picture_is_what_its_recipe_draws(picture, recipe):
    assert not recipe.board().status()
    stored = (PICTURES.IMAGES / f"{picture}.svg").read_text(encoding="utf-8")
    assert ElementTree.fromstring(stored).tag.endswith("svg")
    assert stored == recipe.drawn(), "draw it anew: python docs/games/pictures.py"


@pytest.mark.parametrize(("picture", "recipe"), PICTURES.ANIMATIONS.items())
def test_an_animation_is_there(picture, recipe):
    assert recipe.board().ply > 0
    stored = (PICTURES.IMAGES / f"{picture}.gif").read_bytes()
    assert stored.startswith(b"GIF89a") and len(stored) < 300_000


def test_every_picture_is_wanted():
    pages = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    stored = {path.name for path in PICTURES.IMAGES.iterdir()}
    assert stored == {*(f"{picture}.svg" for picture in PICTURES.RECIPES),
                      *(f"{picture}.gif" for picture in PICTURES.ANIMATIONS)}
    assert [picture for picture in stored if f"images/{picture}" not in pages] == []


@pytest.mark.parametrize("game", PICTURES.GAMES)
def test_the_game_on_a_page_is_played_to_its_end(game):
    record = read_record((PICTURES.FILMS / f"{game}.txt").read_text(encoding="utf-8"))
    assert record.outcome() is not None
    assert f'data-film="{game}"' in (PLAYERS / f"{game}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("language", TRANSLATED)
def test_pages_for_players_are_there_in_each_language(language):
    folder = TRANSLATED[language]
    there = {page.relative_to(folder).as_posix() for page in folder.rglob("*.md")}
    assert there == set(FOR_PLAYERS) - LACKING[language]


@pytest.mark.parametrize("page", [page for page in PAGES if not in_english(page)], ids=name)
def test_a_translated_page_has_the_structure_of_the_english_one(page):
    """Where the English page has changed, this tells; then change the other, too."""
    [folder] = [folder for folder in TRANSLATED.values() if folder in page.parents]
    original = DOCS / page.relative_to(folder)

    def structure(text):
        bare = BLOCK.sub("", text)
        return {"headings": [len(marks) for marks in re.findall("^(#+) ", bare, re.MULTILINE)],
                "pictures": re.findall(r"[\w-]+\.(?:svg|gif)", bare),
                "rows of tables": len(re.findall(r"^\|", bare, re.MULTILINE)),
                "points": len(re.findall(r"^(?:\*|\d\.) ", bare, re.MULTILINE)),
                "blocks": [(found["language"], found["text"].count("\n")
                            if found["language"].startswith("text") else found["text"])
                           for found in BLOCK.finditer(text) if not found["hidden"]]}
    assert structure(page.read_text(encoding="utf-8")) == structure(
        original.read_text(encoding="utf-8"))


@pytest.mark.parametrize("manual", [
    page for page in PAGES if DOCS in page.parents and DOCS / "laboratory" not in page.parents
    and page.relative_to(DOCS).as_posix().removeprefix("de/") not in LONGER], ids=name)
def test_a_manual_is_short(manual):
    """What was found out is told in docs/laboratory/, and what files hold in docs/formats/."""
    words = manual.read_text(encoding="utf-8").split()
    assert len(words) <= WORDS_OF_A_MANUAL, f"{len(words)} words"


def test_the_first_screen_of_the_readme_has_something_for_each_reader():
    lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()[:FIRST_SCREEN]
    screen = "\n".join(lines)
    assert re.search(r'<img src="[^"]+\.gif"', screen)
    assert "    make play" in screen and "    make test" in screen
    for reader in READERS:
        told = re.search(rf"^\* \*\*{reader}\*\* .*(?:\n  .*)*", screen, re.MULTILINE)
        assert told and len(told[0].splitlines()) == 3, reader


def test_a_page_offers_its_other_languages(site):
    english, german = ((site / folder / "terminal.html").read_text(encoding="utf-8")
                       for folder in (".", "de"))
    assert 'lang="en"' in english and 'href="de/terminal.html" hreflang="de"' in english
    assert 'lang="de"' in german and 'href="../terminal.html" hreflang="en"' in german
    assert 'hreflang="de"' in (site / "rules" / "pur.html").read_text(encoding="utf-8")
    assert 'hreflang="de"' not in (site / "engine.html").read_text(encoding="utf-8")


def test_the_navigation_of_a_page_leads_to_pages_of_its_language(site):
    german = site / "de" / "games" / "pur.html"
    text = german.read_text(encoding="utf-8")
    for begin, end in (('<nav class="md-tabs', "</nav>"),
                       ('<nav class="md-nav md-nav--primary', "md-sidebar--secondary")):
        part = text.partition(begin)[2].partition(end)[0]
        targets = {(german.parent / target).resolve().relative_to(site.resolve()).as_posix()
                   for target in re.findall(r'href="([^"#]+)', part)}
        assert {"de/index.html", "de/games/index.html", "de/analysts.html"} <= targets
        assert all(target.startswith("de/") for target in targets)
    logos = re.findall(r'<a href="([^"]+)"[^>]*md-logo', text)
    assert logos == ["../index.html"] * 2


def test_every_page_has_its_place_in_the_navigation():
    _, _, navigation = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:")
    listed = re.findall(r"[\w/-]+\.md", navigation)
    pages = [page.relative_to(DOCS).as_posix() for page in PAGES if DOCS in page.parents]
    rules = [f"{folder}rules/{path.name}" for folder in ("", *(f"{one}/" for one in TRANSLATED))
             for path in RULE_PAGES.glob("*.md")]
    assert sorted(listed) == sorted([*pages, *rules])


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The documentation as a site, built as strictly as it goes."""
    pytest.importorskip("material")
    folder = tmp_path_factory.mktemp("site")
    # Not --quiet: then MkDocs counts no warnings, and passes over them even if it is strict.
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", folder]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert built.returncode == 0, built.stderr
    return folder


def test_the_site_needs_nothing_from_elsewhere(site):
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert not re.findall(r'<(?:script|img|iframe)[^>]*src="?(?:https?:)?//[^>]*>', text)
        assert not re.findall(r'<link[^>]*rel="?(?:stylesheet|preconnect)[^>]*//[^>]*>', text)
    for style in site.rglob("*.css"):
        assert not re.findall(r"(?:@import|url\()[^;)]*//", style.read_text(encoding="utf-8"))


def test_every_link_of_the_site_leads_somewhere(site):
    for page in site.rglob("*.html"):
        if page.name == "404.html":                     # made for the root of some server
            continue
        for target in re.findall(r'(?:href|src)="?([^"\s>]+)', page.read_text(encoding="utf-8")):
            path = unquote(target.partition("#")[0])
            if path and ":" not in path:
                assert (page.parent / path).exists(), f"{page.relative_to(site)}: {target}"


def test_tables_are_on_the_site(site):
    page = (site / "server-api.html").read_text(encoding="utf-8")
    assert "<td><code>withdraw</code></td>" in page and "[Table:" not in page


def test_checks_are_not_shown(site):
    assert "assert" not in (site / "games" / "contra.html").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def documented(site):
    """The names that the reference has an entry for."""
    return {found for page in (site / "reference").glob("*.html")
            for found in re.findall(r'id="?(eckstein[\w.]*)', page.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("page", FROM_ONE_MODULE, ids=name)
def test_what_a_page_of_the_reference_says_to_import_is_there(page):
    text = page.read_text(encoding="utf-8").partition("\n## ")[0]
    module = importlib.import_module(IMPORTED.search(text)[1])
    shown = re.findall(r"^::: ([\w.]+)$", text, re.MULTILINE)
    lacking = [path for path in shown if not hasattr(module, path.rpartition(".")[2])]
    assert shown and lacking == []


@pytest.mark.parametrize("public", [public for public in eckstein.__all__
                                    if public not in ("WHITE", "BLACK", "Move")])     # values, int
def test_what_the_package_exports_is_in_the_reference(documented, public):
    found, named = getattr(eckstein, public), {f"eckstein.{public}"}
    for name in documented:
        module, _, last = name.rpartition(".")
        if last == public and getattr(sys.modules.get(module), last, None) is found:
            named.add(name)
    assert named & documented


def test_every_error_that_programs_may_meet_is_in_the_reference(documented):
    inside = {"ahead", "cli", "server", "session", "tui"}      # commands show or handle these
    package = ROOT / "src" / "eckstein"
    raised = {found for path in package.rglob("*.py")
              if path.relative_to(package).parts[0] not in inside
              for found in re.findall(r"^class (\w+Error)\(", path.read_text(encoding="utf-8"),
                                      re.MULTILINE)}
    caught = {"OutputClosedError", "ProtocolError", "UnusableError", "UnsettledError",
              "_FaultError", "_TooLargeError"}      # where they are raised
    assert caught < raised
    assert sorted(raised - caught - {entry.rpartition(".")[2] for entry in documented}) == []


def test_the_reference_shows_fields_and_arguments(site):
    page = (site / "reference" / "games.html").read_text(encoding="utf-8")
    assert "eckstein.contract.pieces.Piece.kind" in page
    board = (site / "reference" / "boards.html").read_text(encoding="utf-8")
    assert "play by compiled rules" in board and "_push" not in board


# Pages with tables, code, boards and references.  How the theme names its landmarks, and how deep
# the headings of the reference are, is left as it comes.
LOOKED_AT = ["server.html", "rules.html", "notation.html", "reference/boards.html",
             "de/games/pur.html"]
LEFT = {"landmark-unique", "heading-order"}
VIOLATIONS = """async (rules) => (await axe.run(document, rules)).violations
  .map((one) => [one.id, one.nodes.map((node) => node.target.join(" "))])"""
DARK = "() => document.body.dataset.mdColorScheme === 'slate'"
# In the dark, a page differs by its colours alone.
LOOKS = {("desk", "light"): {}, ("phone", "light"): {},
         ("desk", "dark"): {"runOnly": ["color-contrast", "link-in-text-block"]}}


@need_browser
@pytest.mark.skipif(not AXE.exists(), reason="axe is not installed: run make web")
def test_nobody_is_shut_out_of_the_documentation(site):
    from playwright.sync_api import sync_playwright
    found = {}
    # Its loop is over when this test is: others have loops of their own.
    with sync_playwright() as playwright, playwright.chromium.launch(
            executable_path=CHROMIUM, args=FLAGS) as browser:
        for (size, scheme), rules in LOOKS.items():
            page = browser.new_page(viewport=SIZES[size], color_scheme=scheme, bypass_csp=True)
            for name in LOOKED_AT:
                page.goto((site / name).as_uri())
                page.evaluate(AXE.read_text(encoding="utf-8"))
                assert page.evaluate(DARK) == (scheme == "dark")
                found |= {f"{name}, {size}, {scheme}: {rule}": where
                          for rule, where in page.evaluate(VIOLATIONS, rules) if rule not in LEFT}
    assert found == {}
