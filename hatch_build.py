"""What has to be there before a package is made: what is built, and libraries for a platform.

Installing a package needs neither Node nor a compiler.  A wheel with libraries is for one platform:
$ECKSTEIN_PLATFORM, or else the one it is made on.  Where there is no library for that, or for
ECKSTEIN_PLATFORM=any, it is for all platforms, and holds WebAssembly alone.  In others that is
only for games without a library, since nobody needs both.

A wheel says in a bill of materials (PEP 770, CycloneDX) what of others lies in it, as its notices
do.

What a package tells of itself has the README, whose links lead into the repository.  Where that is,
$ECKSTEIN_REPOSITORY says, such as https://example.org/eckstein; where it says nothing, links
become plain text and pictures are left out, since they would lead nowhere.
"""
import json
import os
import re
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

WORDS = Path(__file__).parent / "src/eckstein/words"
LIBRARIES = "src/eckstein/libraries"
# By distribution: the folder of what is built, what must be in it, and how to build it.
PAGES = "build the pages first (make web)"
BUILT = {
    "eckstein": ("src/eckstein/web", PAGES, (
        "app/index.html", "app/sw.js", "app/THIRD-PARTY-NOTICES.md",
        "app/SERVICE-WORKER-NOTICES.md", "board.js",
        "board-interaction.js", "board-whole.js", "game.js",
        *(f"board-{path.parent.name}.js" for path in WORDS.glob("*/board.json")
          if path.parent.name != "en"))),
    "eckstein-browser": ("web", PAGES, (
        "index.html", "sw.js", "LICENSE", "SERVICE-WORKER-NOTICES.md", "worker/house.js",
        "worker/engine.js", "worker/helper.js", "worker/eckstein.zip.zst", "worker/worker.json",
        "worker/THIRD-PARTY-NOTICES.md")),
    "eckstein-tables": ("files", "build the tables first (make tables-package)",
                        ("LICENSE", "duell/Kd-K.table")),
}
TAGS = {"linux-x86_64": "manylinux_2_17_x86_64", "linux-arm64": "manylinux_2_17_aarch64",
        "win32-x86_64": "win_amd64", "darwin-arm64": "macosx_11_0_arm64",
        "darwin-x86_64": "macosx_11_0_x86_64"}


NOTICES = "*-NOTICES.md"
PART = re.compile(r"^## (?P<name>\S+) (?:- )?(?P<version>\S+) \((?P<license>[^)]*)\)$",
                  re.MULTILINE)
UNNAMED = "see below"       # a licence whose text has no short name
REPOSITORY = "ECKSTEIN_REPOSITORY"
LINK = re.compile(r"(?<!!)\[(?P<text>[^\]]*)\]\((?!https?://|#)(?P<place>[^)]*)\)")
PICTURE = re.compile(r'<img src="(?!https?://)(?P<place>[^"]*)"[^>]*>')
PICTURES = re.compile(r"<p[^>]*>\s*(<img [^>]*>\s*)+</p>\n*")


class AboutHook(MetadataHookInterface):
    """Gives the package its README and its addresses."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Fill in what pyproject.toml leaves out."""
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        address = os.environ.get(REPOSITORY, "").rstrip("/")
        metadata["readme"] = {"content-type": "text/markdown", "text": away(text, address)}
        metadata["urls"] = {"Repository": address,
                            "Changelog": f"{address}/blob/HEAD/CHANGELOG.md"} if address else {}


def away(text: str, address: str) -> str:
    """A README as it is to be read away from its repository.

    Args:
        text: with links relative to the repository.
        address: of the repository, whose files are at blob/HEAD and raw/HEAD there; "" for none.
    """
    if not address:
        return LINK.sub(lambda found: found["text"], PICTURES.sub("", text))
    text = PICTURE.sub(lambda found: found[0].replace(
        found["place"], f"{address}/raw/HEAD/{found['place']}"), text)
    return LINK.sub(
        lambda found: f"[{found['text']}]({address}/blob/HEAD/{found['place']})", text)


def bill(name: str, version: str, notices: list[str]) -> dict[str, Any]:
    """A bill of materials of a wheel, as CycloneDX 1.6 has it.

    Args:
        name, version: of the distribution.
        notices: texts with a heading for each part of others, as `## svelte - 5.57.3 (MIT)`.
    """
    parts = {found.group("name", "version"): found["license"]
             for text in notices for found in PART.finditer(text)}
    return {"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1,
            "metadata": {"component": {"type": "application", "name": name, "version": version,
                                       "purl": f"pkg:pypi/{name}@{version}",
                                       "licenses": [{"license": {"id": "Apache-2.0"}}]}},
            "components": [
                {"type": "library", "name": part, "version": number}
                | ({} if license == UNNAMED else {"licenses": [{"expression": license}]})
                for (part, number), license in sorted(parts.items())]}


class BuiltHook(BuildHookInterface):
    """Refuses to make a package without what was built; an editable installation needs none."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Raise SystemExit unless all is there; choose a wheel's libraries, and its tag."""
        if version == "editable":
            return
        folder, remedy, needed = BUILT[self.metadata.name]
        for name in needed:
            path = Path(self.root, folder, name)
            if not path.is_file() or not path.stat().st_size:
                raise SystemExit(f"{folder}/{name} is missing: {remedy}")
        if self.target_name == "wheel":
            if self.metadata.name == "eckstein":
                self._take_libraries(build_data)
            build_data.setdefault("sbom_files", []).append(self._bill(Path(self.root, folder)))

    def _bill(self, folder: Path) -> str:
        """Write what of others lies in the wheel, and return where, from the root."""
        name = f"build/{self.metadata.name}.cdx.json"
        path = Path(self.root, name)
        path.parent.mkdir(exist_ok=True)
        notices = [one.read_text(encoding="utf-8") for one in sorted(folder.rglob(NOTICES))]
        path.write_text(json.dumps(bill(self.metadata.name, self.metadata.version, notices),
                                   indent=1) + "\n", encoding="utf-8")
        return name

    def _take_libraries(self, build_data: dict[str, Any]) -> None:
        folder = Path(self.root, LIBRARIES)
        there = [name for name in TAGS if any(folder.glob(f"*.{name}.*"))]
        wanted = os.environ.get("ECKSTEIN_PLATFORM")
        if wanted not in (None, "", "any", *there):
            raise SystemExit(f"there are no libraries for {wanted}, but for "
                             f"{', '.join(there) or 'no platform'} "
                             "(python -m eckstein.ahead --target all makes them)")
        wanted = wanted or _this_platform()
        native = sorted(folder.glob(f"*.{wanted}.*")) if wanted in there else []
        if native:
            build_data["tag"], build_data["pure_python"] = f"py3-none-{TAGS[wanted]}", False
        fast = {path.name.split(".")[0] for path in native}
        portable = [path for path in sorted(folder.glob("*.wasm32.gz"))
                    if path.name.split(".")[0] not in fast]
        taken = [path.name for path in (*native, *portable)]
        build_data["artifacts"] += [f"/{LIBRARIES}/{name}" for library in taken
                                    for name in (library, f"{library.rsplit('.', 2)[0]}.json")]


def _this_platform() -> str:
    """The machine at hand, named as in TAGS."""
    machine = os.uname().machine if hasattr(os, "uname") else os.environ.get(
        "PROCESSOR_ARCHITECTURE", "")
    machine = {"amd64": "x86_64", "aarch64": "arm64"}.get(machine.lower(), machine.lower())
    return f"{sys.platform}-{machine}"
