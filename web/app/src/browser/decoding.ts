// The bytes of a file as text, whatever program has written it.
import KINDS from "../../../../src/eckstein/base/file_kinds.json";

/** `told` is false where nothing in the file says how it is encoded, and it is no UTF-8. */
export interface Decoded { text: string; encoding: string; told: boolean }

/** A file that is no text: of another kind, "" if none that is known; null if there is nothing in it. */
export class NoText extends Error {
  constructor(readonly kind: string | null) {
    super(kind ?? "empty");
  }
}

/** So many bytes tell whether a file is text. */
const HEAD = 4096;
/** Of a text, at most this part are control characters; old programs put one at its end. */
const FEW = 0.02;
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

/** What a file is that is no text, told by how it begins; undefined for a text. */
export function noTextIn(head: Uint8Array): NoText | undefined {
  if (!head.length) return new NoText(null);
  const digits = Array.from(head.subarray(0, 16), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const kind = Object.entries(KINDS).find(([begin]) => digits.startsWith(begin))?.[1];
  if (kind) return new NoText(kind);
  if (MARKS.some(([, mark]) => mark.every((byte, index) => head[index] === byte))) return undefined;
  const controls = head.filter((byte) => byte < 32 && (byte < 9 || byte > 13) && byte !== 26);
  return head.includes(0) || controls.length > FEW * head.length ? new NoText("") : undefined;
}

/** The text of a file; rejects with `NoText`, without reading all of it, where there is none. */
export async function textIn(file: Blob): Promise<Decoded> {
  const none = noTextIn(new Uint8Array(await file.slice(0, HEAD).arrayBuffer()));
  if (none) throw none;
  return decoded(new Uint8Array(await file.arrayBuffer()));
}
