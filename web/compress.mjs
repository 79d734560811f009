// The last step of each build: beside all that pages load lies the same as Brotli. What the worker loads is left
// out, since that would make its package half as large again; the server sends that, and whoever reads no Brotli, gzip.
import { readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

// What notebooks read from its file, and what is for pages of others, for whom gzip will do.
const APART = ["board-whole.js", "game.js"];
const ENDING = ".br", TEXTS = /\.(html|js|css|svg|json|webmanifest)$/;
const pages = new URL("../src/eckstein/web/", import.meta.url).pathname;
const browser = new URL("../src/eckstein_browser/web/", import.meta.url).pathname;

function compress(folder, recursive) {
  let names;
  try {
    names = readdirSync(folder, { recursive, encoding: "utf8" });
  } catch {
    return;                     // Python for browsers is made later
  }
  for (const name of names.filter((one) => one.endsWith(ENDING))) rmSync(join(folder, name));
  for (const name of names.filter((one) => TEXTS.test(one) && !APART.includes(one))) {
    const path = join(folder, name), content = readFileSync(path), packed = brotliCompressSync(content);
    if (packed.length < content.length) writeFileSync(path + ENDING, packed);
  }
}

compress(pages, true);
compress(browser, false);
