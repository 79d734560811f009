// GIF files: pixels in, bytes out. A module of its own beside the workers, which the page loads when
// somebody wants such a file (`web/app/src/game/gif.ts`).
//
// One palette serves all frames, as in the files that a server makes (`render/raster.py`).
import { applyPalette, GIFEncoder, quantize, snapColorsToPalette } from "gifenc";

/** One more is for what stays as it was. */
const COLOURS = 127;
/** Hundredths of a second that a frame may last. */
const SLOWEST = 65535;

/** Pixels of a frame: red, green, blue and opacity of each. */
export type Pixels = Uint8ClampedArray;

/** Colours that serve all samples; that of the first corner, the background, is exact. */
export function paletteOf(samples: Pixels[]): number[][] {
  const all = new Uint8ClampedArray(samples.reduce((sum, one) => sum + one.length, 0));
  let at = 0;
  for (const sample of samples) {
    all.set(sample, at);
    at += sample.length;
  }
  const palette = quantize(all, COLOURS);
  snapColorsToPalette(palette, [[...all.subarray(0, 3)]]);
  return palette;
}

/** A file that grows frame by frame; a frame like the one before makes that last longer. */
export class Film {
  private readonly file = GIFEncoder();
  private waiting: { index: Uint8Array; hundredths: number } | undefined;
  private written: Uint8Array | undefined;

  private readonly colours: number[][];
  private readonly palette: number[][];

  constructor(palette: number[][], private readonly width: number, private readonly height: number) {
    const [first] = palette;
    this.palette = [...palette, ...Array<number[]>(COLOURS + 1 - palette.length).fill(first!)];
    this.colours = palette;
  }

  add(pixels: Pixels, hundredths: number): void {
    const index = applyPalette(pixels, this.colours);
    const { waiting } = this;
    if (waiting && index.every((colour, at) => colour === waiting.index[at])) waiting.hundredths += hundredths;
    else {
      this.write();
      this.waiting = { index, hundredths };
    }
  }

  /** The bytes of the whole. */
  end(): Uint8Array<ArrayBuffer> {
    this.write();
    this.file.finish();
    return this.file.bytes();
  }

  private write(): void {
    if (!this.waiting) return;
    const { index, hundredths } = this.waiting, before = this.written;
    this.written = index;
    // What stays as it was is transparent, and takes next to no space.
    const fresh = before ? index.map((colour, at) => colour === before[at] ? COLOURS : colour) : index;
    this.file.writeFrame(fresh, this.width, this.height, { palette: before ? undefined : this.palette, repeat: 0,
      delay: 10 * Math.min(hundredths, SLOWEST), dispose: 1, transparent: before !== undefined, transparentIndex: COLOURS });
  }
}
