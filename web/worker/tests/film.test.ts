// Animated pictures of pixels.
import { expect, test } from "vitest";
import { Film, paletteOf, type Pixels } from "../film";

const [RED, BLUE] = [[250, 3, 7, 255], [0, 0, 255, 255]];

/** A picture of two by two pixels. */
const square = (...colours: number[][]): Pixels => new Uint8ClampedArray(colours.flat());
const red = square(RED, RED, RED, RED), half = square(RED, RED, BLUE, BLUE);

/** The lengths of a file's frames, in hundredths of a second. */
function lengths(file: Uint8Array): number[] {
  return [...file.keys()].filter((at) => file[at] === 0x21 && file[at + 1] === 0xf9 && file[at + 2] === 4)
    .map((at) => file[at + 4]! + 256 * file[at + 5]!);
}

function filmed(...frames: [Pixels, number][]): Uint8Array {
  const film = new Film(paletteOf([half]), 2, 2);
  for (const [pixels, hundredths] of frames) film.add(pixels, hundredths);
  return film.end();
}

test("a palette has the background exactly", () => {
  expect(paletteOf([half])).toContainEqual(RED.slice(0, 3));
});

test("a file begins and ends as a GIF does, with its size, and goes on for ever", () => {
  const file = filmed([red, 60]);
  expect(new TextDecoder().decode(file.subarray(0, 6))).toBe("GIF89a");
  expect([...file.subarray(6, 10), file.at(-1)]).toEqual([2, 0, 2, 0, 0x3b]);
  expect(new TextDecoder("latin1").decode(file)).toContain("NETSCAPE2.0\x03\x01\x00\x00");
});

test("each frame is shown for its time", () => {
  expect(lengths(filmed([red, 60], [half, 4], [red, 300]))).toEqual([60, 4, 300]);
});

test("a frame like the one before makes that last longer", () => {
  expect(lengths(filmed([red, 60], [red, 4], [half, 5]))).toEqual([64, 5]);
});

test("what stays as it was takes no space", () => {
  const noise = new Uint8ClampedArray(4 * 4096).map((_, at) => at % 4 === 3 ? 255 : (at * at * 31) % 251);
  const dot = noise.slice();
  dot.fill(0, 400, 403);
  const size = (...frames: Pixels[]): number => {
    const film = new Film(paletteOf([noise]), 64, 64);
    for (const frame of frames) film.add(frame, 4);
    return film.end().length;
  };
  expect(size(noise, dot) - size(noise)).toBeLessThan(size(noise) / 4);
});
