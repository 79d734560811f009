// What moderators ask the server.
import type { Case, Cases, ModeratorAct, Trail } from "../../../../wire/types";
import { ask } from "../../net/api";
import { serverPlace as server } from "../../net/place";

/** The accounts about which something is open. */
export const openCases = async (): Promise<Case[]> => (await ask<Cases>(server, "/moderation")).cases;
/** An account. */
export const caseOf = async (name: string): Promise<Case> =>
  (await ask<Cases>(server, `/moderation?${new URLSearchParams({ name })}`)).cases[0]!;
export const actAsModerator = async (wish: ModeratorAct): Promise<Case[]> =>
  (await ask<Cases, ModeratorAct>(server, "/moderation", wish)).cases;
/** What moderators did, from the newest on, or from where the last answer ended. */
export const trailBefore = (before: number | null) =>
  ask<Trail>(server, `/moderation/trail${before ? `?before=${before}` : ""}`);
