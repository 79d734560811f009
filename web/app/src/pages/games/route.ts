// The games of whoever is here.
import { later, partOf, shown } from "../../frame/page";
import { loadPeople } from "../../words/people.svelte";

const view = later(() => import("./MyGames.svelte"), loadPeople);

export default partOf("accounts", (_, visit) => shown(view, {}, visit));
