// What several pages ask the server about people: who is here, and whom he knows.
import type {
  Blocks, Challenge, Classes, Decline, Document, Follows, Me, NewChallenge, NewReport, OwnGames, OwnSeat, Privacy, Profile, SetDocument, WarningRead,
} from "../../../wire/types";
import { ask, refusalIn } from "./api";
import { serverPlace as server } from "./place";

export const whoAmI = () => ask<Me>(server, "/account");
/** The games of whoever is here that go on. */
export const ownGames = (after: string | null = null) =>
  ask<OwnGames>(server, `/account/games${after === null ? "" : `?${new URLSearchParams({ after })}`}`);

/** What everybody may know of an account; null if there is none of this name. */
export async function profileOf(name: string): Promise<Profile | null> {
  const response = await server.ask(`/people/${encodeURIComponent(name)}`);
  if (response.status === 404) return null;
  if (!response.ok) throw await refusalIn(response);
  return await response.json() as Profile;
}

/** What the devices of an account keep together. */
export const sharedDocument = () => ask<Document>(server, "/account/document");
export const shareDocument = (next: SetDocument) => ask<Document, SetDocument>(server, "/account/document", next);

export const sendChallenge = (wish: NewChallenge) => ask<Challenge, NewChallenge>(server, "/challenges", wish);
export const acceptChallenge = (id: string) => ask<OwnSeat, object>(server, `/challenges/${id}/accept`, {});
export const declineChallenge = (id: string, reason: Decline["reason"]) =>
  ask<object, Decline>(server, `/challenges/${id}/decline`, { reason });
/** Take one's own back, or forget what has become of it. */
export const withdrawChallenge = (id: string) => ask<object, object>(server, `/challenges/${id}/withdraw`, {});

/** Whom whoever is signed in blocks. */
export const blocked = async () => (await ask<Blocks>(server, "/blocks")).names;
/** Block somebody, or block him no more. */
export const setBlocked = async (name: string, on: boolean) =>
  (await ask<Blocks, object>(server, `/people/${encodeURIComponent(name)}/${on ? "block" : "unblock"}`, {})).names;

/** Whom whoever is signed in follows. */
export const followed = async () => (await ask<Follows>(server, "/follows")).names;
/** Follow somebody, or follow him no more. */
export const setFollowed = async (name: string, on: boolean) =>
  (await ask<Follows, object>(server, `/people/${encodeURIComponent(name)}/${on ? "follow" : "unfollow"}`, {})).names;

/** What others may see and do. */
export const setPrivacy = (privacy: Privacy) => ask<Me, Privacy>(server, "/account/privacy", privacy);

export const ownClasses = () => ask<Classes>(server, "/classes");

export const sendReport = (wish: NewReport) => ask<object, NewReport>(server, "/reports", wish);
export const warningRead = (id: number) => ask<Me, WarningRead>(server, "/account/warnings/read", { id });
