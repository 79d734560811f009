// Animated pictures, made in this browser of the frames that the server, or the one in the worker, draws.
// One palette serves all frames, as in the files that a server makes (`render/raster.py`).
import { applyPalette, GIFEncoder, quantize, snapColorsToPalette } from "gifenc";
import { painted } from "./clipboard";
import type { Frame } from "./net/api";

const COLOURS = 128;
/** So many frames the palette is chosen from. */
const SAMPLES = 10;
/** Hundredths of a second that a frame may last. */
const SLOWEST = 65535;

/** Pixels of a frame: red, green, blue and opacity of each. */
export type Pixels = Uint8ClampedArray;

/** An animation that begins again when it is over. */
export async function gifOf(frames: Frame[]): Promise<Blob> {
  const canvas = document.createElement("canvas");
  async function pixels([svg]: Frame): Promise<Pixels> {
    await painted(svg, canvas);
    return canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height).data;
  }
  const step = Math.max(1, Math.ceil(frames.length / SAMPLES));
  const samples: Pixels[] = [];
  // The last frame first: by then all that can be on the board has been there.
  for (let at = frames.length - 1; at >= 0; at -= step) samples.push(await pixels(frames[at]!));
  const film = new Film(paletteOf(samples), canvas.width, canvas.height);
  for (const frame of frames) film.add(await pixels(frame), frame[1]);
  return new Blob([film.end()], { type: "image/gif" });
}

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
  private first = true;

  constructor(private readonly palette: number[][], private readonly width: number, private readonly height: number) {}

  add(pixels: Pixels, hundredths: number): void {
    const index = applyPalette(pixels, this.palette);
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
    const { index, hundredths } = this.waiting;
    this.file.writeFrame(index, this.width, this.height, { palette: this.first ? this.palette : undefined, repeat: 0,
      delay: 10 * Math.min(hundredths, SLOWEST), dispose: 1 });
    this.first = false;
  }
}
