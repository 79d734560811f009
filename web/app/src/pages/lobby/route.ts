// Where strangers find each other.
import { later, partOf, shown } from "../../frame/page";
import { loadPeople } from "../../words/people.svelte";

const view = later(() => import("./Lobby.svelte"), loadPeople);

export default partOf("lobby", () => shown(view, {}));
