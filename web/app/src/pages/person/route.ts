// What everybody may know of an account.
import { later, partOf, shown } from "../../frame/page";
import { loadPeople } from "../../words/people.svelte";

const view = later(() => import("./Person.svelte"), loadPeople);

export default partOf("people", ({ parts: { name } }) => shown(view, { name: decoded(name!) }, name));

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
