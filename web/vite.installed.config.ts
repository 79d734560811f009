// The last step of the build: the service worker with a list of all files, and the marks of the page
// that say which version it is and which worker belongs to it. By `--mode browser` it makes the page and
// the service worker that come with Python for browsers; otherwise those that leave all to the server.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vite";

const built = new URL("../src/eckstein/web/", import.meta.url).pathname;
const app = join(built, "app");
const browser = new URL("../src/eckstein_browser/web/", import.meta.url).pathname;
const NOT_KEPT = ["THIRD-PARTY-NOTICES.md", "SERVICE-WORKER-NOTICES.md", "sw.js"];

type Files = Record<string, { bytes: number; digest: string }>;
interface Told { version: string; files: Files; rules: Files; nets: Files }

const digest = (content: string | Buffer) => createHash("sha256").update(content).digest("hex").slice(0, 16);

/** The app of this version. */
const page = readFileSync(join(app, "index.html"), "utf-8").replace(/ data-version="[^"]*"/, "");

/** Files whose name tells their content need no digest besides. */
const files = readdirSync(app, { recursive: true, encoding: "utf8" }).map((name) => name.replaceAll("\\", "/"))
  .filter((name) => statSync(join(app, name)).isFile() && !NOT_KEPT.includes(name) && name !== "index.html" && !name.endsWith(".br")).sort()
  .map((url) => ({ url, revision: url.startsWith("assets/") ? null : digest(readFileSync(join(app, url))) }));
const version = digest(JSON.stringify([files, page]));

/** Write the page with its marks; returns all files that are kept with it. */
function sealed(folder: string, worker: Told | null) {
  const marks = ` data-version="${version}"${worker ? ` data-worker="${worker.version}"` : ""}`;
  writeFileSync(join(folder, "index.html"), page.replace(/<html[^>]*/, (tag) => tag + marks));
  const first = { url: "./", revision: worker ? digest(version + worker.version) : version };
  if (!worker) return [first, ...files];
  const more = Object.entries(worker.files).map(([name, file]) => ({ url: `worker/${name}`, revision: file.digest }));
  return [first, ...files, { url: "worker/worker.json", revision: worker.version }, ...more];
}

/** The digests of rules and nets, which are loaded when somebody plays by them, by their addresses. */
function laterOf(worker: Told): Record<string, string> {
  return Object.fromEntries((["rules", "nets"] as const).flatMap((folder) => Object.entries(worker[folder])
    .map(([stem, { digest }]) => [`worker/${folder}/${stem}.zip.zst`, digest])));
}

const told = () => JSON.parse(readFileSync(join(browser, "worker", "worker.json"), "utf-8")) as Told;

export default defineConfig(({ mode }) => ({
  publicDir: false,
  define: {
    FILES: JSON.stringify(mode === "browser" ? sealed(browser, told()) : sealed(app, null)),
    LATER: JSON.stringify(mode === "browser" ? laterOf(told()) : {}),
    "process.env.NODE_ENV": '"production"',
  },
  build: {
    outDir: mode === "browser" ? browser : app,
    emptyOutDir: false,
    target: "es2022",
    license: { fileName: "SERVICE-WORKER-NOTICES.md" },
    lib: { entry: { sw: new URL("app/service-worker.ts", import.meta.url).pathname }, formats: ["es"], fileName: () => "sw.js" },
    rolldownOptions: { output: { minify: true, codeSplitting: false } },
  },
}));
