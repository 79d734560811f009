"""Pixels: PNG files, and animated GIF files with one palette for all frames."""
import io
from typing import Any

from ..base.sentence import Sentence
from .motion import Frames

COLOURS = 128
SAMPLES = 10                # frames that the palette is chosen from
NEARLY = 8                  # colours that near to the background become it
SLOWEST = 65535             # hundredths of a second that a frame may last


def raster(svg: str) -> bytes:
    """A picture in SVG as a PNG file of the size that it asks for.

    Raises:
        ImportError: if the package for it is not installed.
    """
    try:
        import resvg_py
    except ImportError:
        raise ImportError(Sentence("PNG pictures need the package {name}; install it with pip "
                                   "install 'eckstein[pictures]'", name="resvg-py")) from None
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True))


def animation(frames: Frames) -> bytes:
    """An animated GIF that begins again when it is over.

    Raises:
        ImportError: if a package for it is not installed.
    """
    try:
        from PIL import Image
    except ImportError:
        raise ImportError(Sentence("animated pictures need the package {name}; install it with "
                                   "pip install 'eckstein[pictures]'", name="pillow")) from None

    def pixels(svg: str) -> Any:
        return Image.open(io.BytesIO(raster(svg))).convert("RGB")

    palette = _palette(Image, [pixels(svg) for svg in frames.samples(SAMPLES)])
    images: list[Any] = []
    lengths: list[int] = []
    for svg, hundredths in frames:
        image = pixels(svg).quantize(palette=palette, dither=Image.Dither.NONE)
        if images and images[-1].tobytes() == image.tobytes():
            lengths[-1] += hundredths
        else:
            images.append(image)
            lengths.append(hundredths)
    file = io.BytesIO()
    images[0].save(file, format="GIF", save_all=True, append_images=images[1:], loop=0,
                   duration=[10 * min(length, SLOWEST) for length in lengths], optimize=False,
                   disposal=1)
    return file.getvalue()


def _palette(image: Any, samples: list[Any]) -> Any:
    """Colours that serve all samples, which are put together for it; the background is exact."""
    wide, high = samples[0].size
    sheet = image.new("RGB", (wide, high * len(samples)))
    for index, sample in enumerate(samples):
        sheet.paste(sample, (0, index * high))
    chosen = sheet.quantize(colors=COLOURS, method=image.Quantize.MEDIANCUT)
    ground = samples[0].getpixel((0, 0))
    colours = chosen.getpalette()
    for at in range(0, len(colours), 3):
        if max(abs(a - b) for a, b in zip(colours[at:at + 3], ground, strict=True)) <= NEARLY:
            colours[at:at + 3] = ground
    chosen.putpalette(colours)
    return chosen
