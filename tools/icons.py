"""Make the icons of the installed app from its drawing: python -m tools.icons.

Systems cut icons into shapes of their own, such as circles, so the drawing stands on a ground there
that may be cut away (maskable icons keep to the middle four fifths).
"""
import re
from pathlib import Path

import resvg_py

PUBLIC = Path(__file__).parents[1] / "web" / "app" / "public"
DRAWING = PUBLIC / "icon.svg"
GROUND = "#f3ece0"
SIDE = 64                   # of the drawing
# File, pixels, and which part of the picture the drawing takes; 1 for one without a ground.
ICONS = (("icon-192.png", 192, 1.0), ("icon-512.png", 512, 1.0),
         ("icon-maskable-512.png", 512, 0.62), ("apple-touch-icon.png", 180, 0.78))


def icon(drawing: str, pixels: int, part: float) -> bytes:
    """A PNG of the drawing; with `part` below 1 on a ground that it fills so far."""
    inside = re.sub(r"\A<svg[^>]*>|</svg>\s*\Z", "", drawing.strip())
    margin = SIDE * (1 - part) / 2
    ground = f'<rect width="{SIDE}" height="{SIDE}" fill="{GROUND}"/>' if part < 1 else ""
    svg = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}" width="{pixels}" '
           f'height="{pixels}">{ground}<g transform="translate({margin:g} {margin:g}) '
           f'scale({part:g})">{inside}</g></svg>')
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True))


def main() -> None:
    """Write all icons beside the drawing."""
    drawing = DRAWING.read_text(encoding="utf-8")
    for name, pixels, part in ICONS:
        (PUBLIC / name).write_bytes(icon(drawing, pixels, part))


if __name__ == "__main__":
    main()
