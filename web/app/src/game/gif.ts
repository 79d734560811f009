// Animated pictures, made in this browser of the frames that the server, or the one in the worker, draws.
import { painted } from "../browser/clipboard";
import type { Frame } from "../net/api";
import { ROOT } from "../browser/build";

/** So many frames the palette is chosen from. */
const SAMPLES = 10;

/** An animation that begins again when it is over. */
export async function gifOf(frames: Frame[]): Promise<Blob> {
  const { Film, paletteOf }: typeof import("../../../worker/film") = await import(/* @vite-ignore */ `${ROOT}worker/film.js`);
  const canvas = document.createElement("canvas");
  async function pixels([svg]: Frame): Promise<Uint8ClampedArray> {
    await painted(svg, canvas);
    return canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height).data;
  }
  const step = Math.max(1, Math.ceil(frames.length / SAMPLES));
  const samples: Uint8ClampedArray[] = [];
  // The last frame first: by then all that can be on the board has been there.
  for (let at = frames.length - 1; at >= 0; at -= step) samples.push(await pixels(frames[at]!));
  const film = new Film(paletteOf(samples), canvas.width, canvas.height);
  for (const frame of frames) film.add(await pixels(frame), frame[1]);
  return new Blob([film.end()], { type: "image/gif" });
}
