"""What MkDocs cannot do alone for this site: pages and files from elsewhere, and boards.

* Tables that are made from the program stand in place of lines such as `[Table: views](...)`.
* Links that leave `docs/` lead to copies of what they point to; rule pages become pages.
* A folder such as `docs/de/` has pages in another language, by the names of the English ones.  Such
  pages, and those that they stand for, have a switch between languages; what the theme says on them
  is in their language, and their tabs and the logo lead to the pages of that language.
* Blocks of the language `board`, which `eckstein rules` draws as text, become pictures.
* The web board comes along as a script that works in pages opened as files, and so do the recorded
  games that it plays.  Where it has not been built, pages show their pictures instead.
* The server's HTTP API comes along as `openapi.json`, as the server itself describes it.
* Where the app lies beside the pages ($ECKSTEIN_APP says where, from their root), each board that
  is drawn can be played on in its place, and opened in the app's analysis.
* Blocks of checks, which are for the tests, are left out.
* In the reference, what has no type and no name begins without a dash.
* The theme's dialog for searching gets the name that its field has.
"""
import json
import os
import posixpath
import re
from html import escape
from pathlib import Path
from urllib.parse import urlencode

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation, Section
from mkdocs.structure.pages import Page
from mkdocs.utils.templates import TemplateContext
from tools.page_tables import filled_in

from eckstein import Board
from eckstein.board import push_texts
from eckstein.record import read_record
from eckstein.record.film import film
from eckstein.render import svg
from eckstein.server.api import description
from eckstein.words import ENGLISH, OTHERS, catalogue

ROOT = Path(__file__).parent.parent
TRANSLATED = tuple(sorted(language for language in OTHERS if (ROOT / "docs" / language).is_dir()))
RULE_PAGES = {ROOT / "src" / "eckstein" / "words" / language / "rules": language
              for language in (ENGLISH, *TRANSLATED)}
PLAY_ON = {ENGLISH: "Analyse this position", "de": "Diese Stellung analysieren",
           "fr": "Analyser cette position"}
BOARD = ROOT / "src" / "eckstein" / "web" / "board-whole.js"
FILMS = ROOT / "docs" / "games" / "films"

LINK = re.compile(r"(?<=\]\()(?P<path>[^)\s#:]+)(?P<anchor>#[^)\s]*)?(?=\))")
CHECKS = re.compile(r"^<!-- python\n.*?^-->\n", re.MULTILINE | re.DOTALL)
BLOCK = re.compile(r"^```board\n(?P<line>.*?)\n```$", re.MULTILINE)
DASH = re.compile(r'(<li class="doc-section-item field-body">)\s*–')
SEARCH = re.compile(r'(<div class="md-search" data-md-component="search" role="dialog")(?=>.*?'
                    r'class="md-search__input"[^>]*?(?P<name> aria-label="[^"]*"))', re.DOTALL)
SITUATION = re.compile(r'(\w+)\s+(?:"([^"]*)"|(\S+))(?:\s+moves\s+(.*))?')


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add what comes from outside docs/."""
    linked = {path.relative_to(ROOT).as_posix() for folder in RULE_PAGES
              for path in folder.glob("*.md")}.union(
        *(_links_out(page.src_uri, filled_in(page.content_string))
          for page in files.documentation_pages()))
    for target in sorted(linked):
        files.append(_file(config, _place(target), (ROOT / target).read_text(encoding="utf-8")))
    for path in sorted(FILMS.glob("*.txt")):
        files.append(_file(config, f"games/films/{path.stem}.js", _film_script(path)))
    board = BOARD.read_text(encoding="utf-8") if BOARD.exists() else ""
    files.append(_file(config, "openapi.json", json.dumps(description(), indent=1)))
    files.append(_file(config, "assets/board.js", _module_script(board)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Leave out checks, make tables, draw boards, and mend links that leave docs/."""
    here = page.file.src_uri
    markdown = filled_in(markdown)
    markdown = BLOCK.sub(lambda found: _picture(found["line"], here), CHECKS.sub("", markdown))
    return LINK.sub(lambda found: _mended(here, found["path"]) + (found["anchor"] or ""), markdown)


def on_page_context(context: TemplateContext, page: Page, config: MkDocsConfig, nav: Navigation
                    ) -> TemplateContext:
    """Let the theme speak the language of the page, and offer the same page in the others."""
    here = page.file.src_uri
    pages = {other.file.src_uri: other.file.url for other in nav.pages}
    config.theme["language"] = language = _language(here)
    if language != ENGLISH:
        context["nav"] = own = Navigation(_section(nav, language).children, nav.pages)
        own.homepage = next(one for one in nav.pages if one.file.src_uri == f"{language}/index.md")
    there = [(spoken, pages[name]) for spoken, name in _translations(here) if name in pages]
    config.extra["alternate"] = [
        {"name": catalogue(spoken, "language")["name"], "link": url, "lang": spoken}
        for spoken, url in there] if len(there) > 1 else []
    return context


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Leave out the dashes that mkdocstrings puts before values of which no type is told."""
    return DASH.sub(r"\1", html)


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Name the dialog for searching."""
    return SEARCH.sub(r"\1\g<name>", output)


def _section(nav: Navigation, language: str) -> Section:
    """The part of the navigation that has the pages of a language: it bears the language's name."""
    name = catalogue(language, "language")["name"]
    return next(item for item in nav.items if isinstance(item, Section) and item.title == name)


def _language(here: str) -> str:
    """The language of a page."""
    first, _, rest = here.partition("/")
    return first if rest and first in TRANSLATED else ENGLISH


def _translations(here: str) -> list[tuple[str, str]]:
    """What a page is called in each language, whether it is there or not."""
    bare = here.removeprefix(f"{_language(here)}/")
    return [(ENGLISH, bare), *((language, f"{language}/{bare}") for language in TRANSLATED)]


def _file(config: MkDocsConfig, name: str, text: str) -> File:
    return File.generated(config, name, content=text)


def _target(here: str, path: str) -> str:
    """What a link on a page of docs/ points to, from the root of the project."""
    return posixpath.normpath(posixpath.join("docs", posixpath.dirname(here), path))


def _leaves(target: str) -> bool:
    """Whether this is a file of the project, outside docs/."""
    return not target.startswith("docs/") and (ROOT / target).is_file()


def _place(target: str) -> str:
    """Where on the site a file outside docs/ is found."""
    path = Path(target)
    language = RULE_PAGES.get(ROOT / path.parent)
    if language is None or path.suffix != ".md":
        return f"files/{target}"
    return dict(_translations(f"rules/{path.name}"))[language]


def _links_out(here: str, text: str) -> set[str]:
    """The files outside docs/ that a page links to."""
    found = {_target(here, link["path"]) for link in LINK.finditer(text)}
    return {target for target in found if _leaves(target)}


def _mended(here: str, path: str) -> str:
    """A link as it must be on the site."""
    target = _target(here, path)
    if not _leaves(target):
        return path
    return posixpath.relpath(_place(target), posixpath.dirname(here) or ".")


def _picture(line: str, here: str) -> str:
    """An SVG picture of `game position [moves m1 m2 ...]` on a page, as a figure."""
    found = SITUATION.fullmatch(line.strip())
    assert found, line
    game, quoted, bare, moves = found.groups()
    start = None if bare == "startpos" else quoted or bare
    board = Board(game, start)
    push_texts(board, (moves or "").split())
    picture = svg(board, size=420)
    app = os.environ.get("ECKSTEIN_APP")
    if app is None:
        return f'<figure class="drawn">{picture}</figure>'
    root = posixpath.relpath(app, posixpath.dirname(here) or ".")
    asked = {"game": game, "position": start, "moves": moves}
    query = urlencode({name: text for name, text in asked.items() if text})
    return (f'<figure class="drawn">{_playable(board, picture, root)}'
            f'<figcaption><a href="{root}/index.html#/analysis?{escape(query)}">'
            f"{PLAY_ON[_language(here)]}</a></figcaption></figure>")


def _playable(board: Board, picture: str, root: str) -> str:
    """The picture of a board, within an element that lets visitors play on; `root` is the app's."""
    if board.is_game_over():
        return picture
    return (f'<script type="module" src="{root}/game.js"></script>'
            f'<eckstein-game game="{board.game}" position="{escape(board.position())}" level="0">'
            f"{picture}</eckstein-game>")


def _film_script(path: Path) -> str:
    """A recorded game as a script, since pages opened as files may not fetch anything."""
    told = film(read_record(path.read_text(encoding="utf-8")))
    return f"(window.ecksteinFilms ??= {{}})[{json.dumps(path.stem)}] = {json.dumps(told)};\n"


def _module_script(text: str) -> str:
    """A script that runs this module, since pages opened as files may not load any."""
    return ("{ const module = document.createElement(\"script\");\n"
            f"module.type = \"module\"; module.textContent = {json.dumps(text)};\n"
            "document.head.append(module); }\n")
