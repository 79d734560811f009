// One's account.
import { later, partOf, shown } from "../../frame/page";
import { loadPeople } from "../../words/people.svelte";

const view = later(() => import("./Account.svelte"), loadPeople);

export default partOf("accounts", () => shown(view, {}));
