// What moderators see, of an account if the question of the address names one.
import { later, partOf, shown } from "../../frame/page";
import { loadPeople } from "../../words/people.svelte";

const view = later(() => import("./Moderation.svelte"), loadPeople);

export default partOf("moderation", ({ url }, visit) => shown(view, { query: url.searchParams }, visit));
