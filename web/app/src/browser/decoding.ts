// The bytes of a file as text, whatever program has written it.

/** `told` is false where nothing in the file says how it is encoded, and it is no UTF-8. */
export interface Decoded { text: string; encoding: string; told: boolean }

const MARKS: [encoding: string, bytes: number[]][] = [["utf-8", [0xef, 0xbb, 0xbf]], ["utf-16le", [0xff, 0xfe]], ["utf-16be", [0xfe, 0xff]]];
/** How files from before Unicode are mostly encoded in the west. */
const FORMER = "windows-1252";

/** Bytes as text: by the mark at their beginning, else as UTF-8, else as in former times. */
export function decoded(bytes: Uint8Array): Decoded {
  const marked = MARKS.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte))?.[0];
  const read = (encoding: string, fatal: boolean) => new TextDecoder(encoding, { fatal }).decode(bytes);
  if (marked) return { text: read(marked, false), encoding: marked, told: true };
  try {
    return { text: read("utf-8", true), encoding: "utf-8", told: true };
  } catch {
    return { text: read(FORMER, false), encoding: FORMER, told: false };
  }
}

export async function textIn(file: Blob): Promise<Decoded> {
  return decoded(new Uint8Array(await file.arrayBuffer()));
}
