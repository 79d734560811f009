// The last step of the build: the service worker with a list of all files, and the marks of the page
// that say which version it is and which worker belongs to it.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vite";

const built = new URL("../src/eckstein/web/", import.meta.url).pathname;
const app = join(built, "app");
const index = join(app, "index.html");
const NOT_KEPT = ["THIRD-PARTY-NOTICES.md", "SERVICE-WORKER-NOTICES.md", "sw.js"];

type Files = Record<string, { bytes: number; digest: string }>;
interface Told { version: string; files: Files; rules: Files }

const digest = (content: string | Buffer) => createHash("sha256").update(content).digest("hex").slice(0, 16);
const told = join(built, "worker", "worker.json");
const worker: Told | null = existsSync(told) ? JSON.parse(readFileSync(told, "utf-8")) as Told : null;

/** A page with marks; the marks that a former build made are replaced. */
function marked(page: string, version: string): string {
  const plain = page.replace(/ data-(version|worker)="[^"]*"/g, "");
  const marks = ` data-version="${version}"${worker ? ` data-worker="${worker.version}"` : ""}`;
  return plain.replace(/<html[^>]*/, (tag) => tag + marks);
}

/** Files whose name tells their content need no digest besides. */
const files = readdirSync(app, { recursive: true, encoding: "utf8" }).map((name) => name.replaceAll("\\", "/"))
  .filter((name) => statSync(join(app, name)).isFile() && !NOT_KEPT.includes(name) && name !== "index.html").sort()
  .map((url) => ({ url, revision: url.startsWith("assets/") ? null : digest(readFileSync(join(app, url))) }));
if (worker) files.push({ url: "worker/worker.json", revision: worker.version });
for (const [name, file] of Object.entries(worker?.files ?? {})) files.push({ url: `worker/${name}`, revision: file.digest });

const rules = Object.fromEntries(Object.entries(worker?.rules ?? {}).map(([stem, { digest }]) => [`worker/rules/${stem}.zip`, digest]));

const page = marked(readFileSync(index, "utf-8"), "");
const version = digest(JSON.stringify([files, page]));
writeFileSync(index, marked(page, version));
files.unshift({ url: "./", revision: version });

export default defineConfig({
  publicDir: false,
  define: { FILES: JSON.stringify(files), RULES: JSON.stringify(rules), "process.env.NODE_ENV": '"production"' },
  build: {
    outDir: app,
    emptyOutDir: false,
    target: "es2022",
    license: { fileName: "SERVICE-WORKER-NOTICES.md" },
    lib: { entry: { sw: new URL("app/service-worker.ts", import.meta.url).pathname }, formats: ["es"], fileName: () => "sw.js" },
    rolldownOptions: { output: { minify: true, codeSplitting: false } },
  },
});
