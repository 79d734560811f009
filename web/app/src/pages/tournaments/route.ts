// All tournaments, one of them, or its wall of boards.
import { later, partOf, shown } from "../../frame/page";
import { loadPeople } from "../../words/people.svelte";
import { loadTournaments } from "./words.svelte";

const view = later(() => import("./Cups.svelte"), loadPeople, loadTournaments);

export default partOf("tournaments", ({ path, parts: { id = null }, url }, visit) =>
  shown(view, { id, wall: path.endsWith("/wall"), key: url.hash.slice(1) }, visit));
