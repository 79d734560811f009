// A whole study in an address: the text of its record, compressed, behind the #, which no server sees.

/** The version of the form, and so many letters of an address as everybody passes on unharmed. */
const VERSION = "1", LONGEST = 8000;
const NAME = "study=";
/** So many letters of text are read at most: as many as a server reads. */
const MOST = 300_000;

export type LinkFault = "cut" | "later" | "large";

/** A link that cannot be read. */
export class LinkError extends Error {
  constructor(readonly fault: LinkFault) {
    super(fault);
  }
}

/** What stands behind the # of an address; null where the text is too large for one. */
export async function linkOf(text: string): Promise<string | null> {
  const bytes = await through(new CompressionStream("deflate"), new TextEncoder().encode(text), Infinity);
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  const link = `${NAME}${VERSION}.${letters.replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "")}`;
  return link.length > LONGEST ? null : link;
}

/** Whether what stands behind a # is a study. */
export function isLink(hash: string): boolean {
  return hash.replace(/^#/, "").startsWith(NAME);
}

/** The text in what stands behind a #; rejects with a `LinkError`. */
export async function textOf(hash: string): Promise<string> {
  const [version, letters] = hash.replace(/^#/, "").slice(NAME.length).split(".", 2);
  if (letters === undefined) throw new LinkError("cut");
  if (version !== VERSION) throw new LinkError(/^\d+$/.test(version!) ? "later" : "cut");
  if (letters.length > LONGEST * 4) throw new LinkError("large");
  let bytes: Uint8Array;
  try {
    const plain = atob(letters.replace(/-/g, "+").replace(/_/g, "/"));
    bytes = await through(new DecompressionStream("deflate"), Uint8Array.from(plain, (letter) => letter.charCodeAt(0)), MOST);
  } catch (error) {
    throw error instanceof LinkError ? error : new LinkError("cut");
  }
  return new TextDecoder().decode(bytes);
}

/** What comes out of a stream; no more than so many bytes, for a short link may hold a very long text. */
async function through(stream: CompressionStream | DecompressionStream, bytes: Uint8Array, most: number): Promise<Uint8Array> {
  const writer = stream.writable.getWriter();
  const written = writer.write(bytes as Uint8Array<ArrayBuffer>).then(() => writer.close());
  written.catch(() => {});
  const found: Uint8Array[] = [];
  let all = 0;
  const reader = stream.readable.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    all += part.value.length;
    if (all > most) {
      await reader.cancel();
      throw new LinkError("large");
    }
    found.push(part.value);
  }
  await written;
  const whole = new Uint8Array(all);
  found.reduce((at, part) => { whole.set(part, at); return at + part.length; }, 0);
  return whole;
}
