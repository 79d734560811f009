// Files of games: their bytes as text, and their games, piece by piece.
import { describe, expect, test, vi } from "vitest";
import type { ReadAnswer, ReadGame, ReadRequest } from "../../wire/types";
import { NoText, decoded, noTextIn, textIn } from "../src/browser/decoding";
import { TOO_LONG, readGames } from "../src/net/reading";

describe("bytes", () => {
  const utf16 = (text: string, little: boolean) => {
    const bytes = new Uint8Array(2 + 2 * text.length), view = new DataView(bytes.buffer);
    [..."\ufeff" + text].forEach((letter, index) => view.setUint16(2 * index, letter.charCodeAt(0), little));
    return bytes;
  };
  test.each<[string, Uint8Array, string, boolean]>([
    ["UTF-8", new TextEncoder().encode("Müller"), "utf-8", true],
    ["UTF-8 with a mark", new TextEncoder().encode("\ufeffMüller"), "utf-8", true],
    ["UTF-16, little end first", utf16("Müller", true), "utf-16le", true],
    ["UTF-16, big end first", utf16("Müller", false), "utf-16be", true],
    ["Latin-1", Uint8Array.from([77, 0xfc, 108, 108, 101, 114]), "windows-1252", false],
  ])("in %s are read", (_what, bytes, encoding, told) => {
    expect(decoded(bytes)).toEqual({ text: "Müller", encoding, told });
  });
});

describe("a file that is no text", () => {
  const ascii = (text: string) => new TextEncoder().encode(text);
  const hex = (digits: string) => Uint8Array.from(digits.match(/../g)!, (byte) => parseInt(byte, 16));

  test.each<[string, Uint8Array, string | null]>([
    ["a picture", hex("89504e470d0a1a0a0000000d49484452"), "PNG"], ["a photograph", hex("ffd8ffe000104a46"), "JPEG"],
    ["a PDF", ascii("%PDF-1.7\n%"), "PDF"], ["an archive", hex("504b0304140000000800"), "ZIP"], ["an empty archive", hex("504b0506"), "ZIP"],
    ["a database", ascii("SQLite format 3\0"), "SQLite"], ["what is packed", hex("1f8b0800"), "gzip"],
    ["noise", Uint8Array.from({ length: 3000 }, (_, n) => (n * 7919) % 251), ""], ["little noise", hex("0102"), ""],
    ["zeros", new Uint8Array(10), ""], ["nothing", new Uint8Array(), null],
  ])("is called what it is: %s", async (_what, bytes, kind) => {
    expect(noTextIn(bytes)?.kind).toBe(kind);
    await expect(textIn(new Blob([bytes as Uint8Array<ArrayBuffer>]))).rejects.toBeInstanceOf(NoText);
  });

  test.each<[string, Uint8Array]>([
    ["a record", ascii('[Game "contra"]\r\n\r\n1. d1d2\t{so}\f\v')], ["a single letter", ascii("C")], ["the end of a file of DOS", ascii("d1d2 d7d6\x1a")],
    ["UTF-16 with a mark", hex("fffe43005700")], ["Latin-1", hex("4dfc6c6c6572")], ["a comment", ascii("% PDF")],
  ])("is told from a text: %s", async (_what, bytes) => {
    expect(noTextIn(bytes)).toBeUndefined();
    expect((await textIn(new Blob([bytes as Uint8Array<ArrayBuffer>]))).text).not.toBe("");
  });

  test("is not read as a whole", async () => {
    const file = new Blob([hex("504b0304"), new Uint8Array(100_000)]), whole = vi.spyOn(file, "arrayBuffer");
    await expect(textIn(file)).rejects.toThrow("ZIP");
    expect(whole).not.toHaveBeenCalled();
  });
});

/** A place that reads games that are lines, of which those that begin with "bad" have a fault. */
function reader(most = 300_000) {
  const asked: ReadRequest[] = [];
  return { asked, ask: async (_path: string, body?: unknown) => {
    const wanted = body as ReadRequest;
    asked.push(wanted);
    expect(wanted.text.length).toBeLessThanOrEqual(most);
    const lines = wanted.text.split("\n");
    const rest = wanted.more ? lines.pop()! : "";
    if (!wanted.more && lines.at(-1) === "") lines.pop();
    const answer: ReadAnswer = {
      format: "record", says: "", rest, count: lines.length, lines: lines.length, warnings: [],
      games: lines.filter((line) => !line.startsWith("bad")).map((line) => ({ game: line } as unknown as ReadGame)),
      faults: lines.flatMap((line, index) => line.startsWith("bad") ? [{ game: index + 1, line: index + 1, column: 1, reason: "bad", template: null }] : []),
    };
    return new Response(JSON.stringify(answer));
  } };
}

describe("games", () => {
  test("of a large text are all read, and what is wrong is where it stands in the whole text", async () => {
    const lines = Array.from({ length: 40_000 }, (_, index) => index % 9_999 ? `${index} 😀 moves` : `bad ${index}`);
    const place = reader(), parts: number[] = [];
    const { games, faults, count } = await readGames(place, lines.join("\n"), "contra", (part) => parts.push(part));
    expect(games.map(({ game }) => game)).toEqual(lines.filter((line) => !line.startsWith("bad")));
    expect(faults.map(({ game, line }) => [game, line])).toEqual([0, 9_999, 19_998, 29_997, 39_996].map((index) => [index + 1, index + 1]));
    expect(count).toBe(40_000);
    expect(parts).toEqual([...parts].sort((one, two) => one - two));
    expect([parts.length > 3, parts.at(-1)]).toEqual([true, 1]);
    expect(place.asked.map(({ format }) => format)).toEqual([null, ...parts.slice(1).map(() => "record")]);
  });

  test("larger than a piece are read, and one larger than can be read at all is told", async () => {
    const long = "x".repeat(250_000);
    expect((await readGames(reader(), `${long}\nshort`, "contra")).games.map(({ game }) => game.length)).toEqual([250_000, 5]);
    const { games, faults } = await readGames(reader(), `first\n${long}${long}\nlast`, "contra");
    expect([games.map(({ game }) => game), faults]).toEqual([["first"], [{ game: 2, line: 2, column: 1, reason: TOO_LONG, template: null }]]);
  });

  test("are told as they come, and reading ends when nobody wants more", async () => {
    const place = reader(), came: number[] = [];
    const whole = Array.from({ length: 60_000 }, (_, index) => `${index} moves`).join("\n");
    await expect(readGames(place, whole, "contra", (_, { games }) => {
      came.push(games.length);
      if (came.length === 2) throw new Error("enough");
    })).rejects.toThrow("enough");
    expect([came.length, came[0]! > 0, came[1]! > came[0]!, place.asked.length]).toEqual([2, true, true, 2]);
  });

  test("of a small text are asked for at once", async () => {
    const place = reader();
    await readGames(place, "one\ntwo", "contra");
    expect(place.asked).toEqual([{ text: "one\ntwo", game: "contra", more: false, format: null }]);
  });
});
