// Copying, with a way out where the browser forbids it.

/** Copy a text; tells whether that worked. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Hand something to the browser as a file. */
export function download(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** A drawing as a picture of pixels, in its own size. */
export async function pngOf(svg: Blob): Promise<Blob> {
  const canvas = await painted(svg);
  return new Promise((done, failed) =>
    canvas.toBlob((blob) => { if (blob) done(blob); else failed(new Error("no picture")); }, "image/png"));
}

/** A drawing on a canvas, which is a new one if none is given. */
export async function painted(svg: Blob | string, canvas = document.createElement("canvas")): Promise<HTMLCanvasElement> {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    canvas.getContext("2d", { willReadFrequently: true })!.drawImage(image, 0, 0);
    return canvas;
  } finally {
    URL.revokeObjectURL(url);
  }
}
