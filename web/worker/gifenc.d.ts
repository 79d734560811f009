// The parts of gifenc that are used here; the package comes without types.
declare module "gifenc" {
  interface FrameOptions { palette?: number[][] | undefined; delay?: number; repeat?: number; dispose?: number;
    transparent?: boolean; transparentIndex?: number }
  interface Encoder {
    writeFrame(index: Uint8Array, width: number, height: number, options: FrameOptions): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  }
  export function GIFEncoder(): Encoder;
  export function quantize(rgba: Uint8ClampedArray, colours: number): number[][];
  export function applyPalette(rgba: Uint8ClampedArray, palette: number[][]): Uint8Array;
  export function snapColorsToPalette(palette: number[][], known: number[][], nearly?: number): void;
}
