// The classes of a teacher or a pupil, or one of them.
import { later, partOf, shown } from "../../frame/page";
import { loadPeople } from "../../words/people.svelte";
import { loadClasses } from "./words.svelte";

const view = later(() => import("./Classes.svelte"), loadPeople, loadClasses);

export default partOf("classes", ({ parts: { id = null } }, visit) => shown(view, { id }, visit));
