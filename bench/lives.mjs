/* A WebAssembly module of a game under Node: perft, and alpha-beta to fixed depths.
 *
 *     node bench/lives.mjs FOLDER GAME PERFT DEPTH MEGABYTES
 *
 * Prints millions a second of both, and the nodes of both, as bench/lives.py does. */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

const [folder, game, perftDepth, searchDepth, megabytes] = process.argv.slice(2);
const described = JSON.parse(readFileSync(`${folder}/${game}.json`, "utf8"));
const code = gunzipSync(readFileSync(`${folder}/${described.libraries.wasm32.file}`));
const { exports } = (await WebAssembly.instantiate(code, {})).instance;
const WORD = 8, LINE = 64, FRAME_WORDS = 128, INFINITE = 32000n, NO_LIMIT = 1n << 60n, NONE = -1n;

/** The entry of a kernel, by the end of its name: rules may share kernels under another module. */
function entry(ending) {
  const name = Object.keys(described.entries).find((one) => one.endsWith(ending));
  return described.entries[name][0];
}

// Memory: one frame, and behind it whatever is taken, never given back.  All begins with a line of the cache.
const frame = lines(exports.__heap_base.value);
let end = frame + FRAME_WORDS * WORD;
let words = new BigInt64Array(exports.memory.buffer);

/** So many bytes, or as many more as fill whole lines. */
function lines(bytes) {
  return (bytes + LINE - 1) & -LINE;
}

function room(count) {
  const place = end;
  end += lines(count * WORD);
  const missing = end - exports.memory.buffer.byteLength;
  if (missing > 0) {
    exports.memory.grow(Math.ceil(missing / 65536));
    words = new BigInt64Array(exports.memory.buffer);
  }
  return place;
}

function call(one, values) {
  values.forEach((value, i) => { words[frame / WORD + i] = BigInt(value); });
  exports[one.symbol](frame);
  return (i) => words[frame / WORD + i];
}

/** A record as an entry's argument wants it: where it lies, and where each of its fields does. */
function record(one) {
  const layout = one.arguments.find((argument) => argument.kind === "record").layout;
  const fields = {};
  let count = 0;
  for (const [name, size] of layout) { fields[name] = count; count += size || 1; }
  const place = room(count);
  return { place, at: (name) => place / WORD + fields[name] };
}

const beginning = entry(`.start`);
const result = call(beginning, []);
const start = Array.from({ length: beginning.result }, (_, i) => result(i));

function timed(work) {
  let best = Infinity, value;
  for (let round = 0; round < 3; round++) {
    const begin = process.cpuUsage();
    value = work();
    const { user, system } = process.cpuUsage(begin);
    best = Math.min(best, (user + system) / 1e6);
  }
  return [Number(value), best];
}

const perft = entry("search.play.perft.perft"), counting = record(perft);
const [count, seconds] = timed(() => call(perft, [...start, counting.place, 0, perftDepth])(0));

const search = entry("search.play.alphabeta.search"), memory = record(search);
let entries = 1;
while (entries * 2 <= megabytes * 65536) entries *= 2;
const table = room(2 * entries), key = call(entry(".key"), start)(0);

function think() {
  words.fill(0n, table / WORD, table / WORD + 2 * entries);
  words.fill(0n, memory.at("killers"), memory.at("path"));
  words[memory.at("nodes")] = words[memory.at("aborted")] = 0n;
  words[memory.at("limit")] = NO_LIMIT;
  words[memory.at("table")] = BigInt(table);
  words[memory.at("mask")] = BigInt(entries - 1);
  words[memory.at("path")] = key;
  words[memory.at("pv")] = words[memory.at("played")] = NONE;
  words[memory.at("idle")] = words[memory.at("reversible")] = 0n;
  for (let depth = 1; depth <= searchDepth; depth++) {
    call(search, [...start, memory.place, 0, depth, -INFINITE, INFINITE, 0]);
  }
  return words[memory.at("nodes")];
}
const [nodes, spent] = timed(think);
console.log(count / seconds / 1e6, nodes / spent / 1e6, count, nodes);
