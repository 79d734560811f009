// The best of the games that the question of the address names.
import { later, partOf, shown } from "../../frame/page";
import { loadPeople } from "../../words/people.svelte";

const view = later(() => import("./Leaderboard.svelte"), loadPeople);

export default partOf("ratings", ({ url }, visit) => shown(view, { query: url.searchParams }, visit));
