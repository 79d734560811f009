"""How many bytes a browser loads: the board for pages of others, and the whole app.

    python bench/web/sizes.py

The pages must have been built (`npm run build` in `web/`). Each file is compressed as servers do.
"""
import gzip
import sys
from pathlib import Path

BUILT = Path(__file__).parents[2] / "src" / "eckstein" / "web"


def travelling(path: Path) -> int:
    """The bytes of a file as they travel, as `gzip -9` makes them."""
    return len(gzip.compress(path.read_bytes(), compresslevel=9, mtime=0))


def main() -> int:
    """Print a line for each file, and one for the whole app."""
    if not (BUILT / "board.js").exists():
        print(f"{BUILT} is empty: build the pages with npm run build in web/.", file=sys.stderr)
        return 2
    board = sorted(BUILT.glob("*.js"))
    app = sorted(path for path in (BUILT / "app").rglob("*") if path.is_file())
    for path in [*board, *app]:
        print(f"{path.stat().st_size:8,} {travelling(path):8,}  {path.relative_to(BUILT)}")
    print(f"{sum(path.stat().st_size for path in app):8,} {sum(map(travelling, app)):8,}  "
          "the whole app")
    return 0


if __name__ == "__main__":
    sys.exit(main())
