// What is asked of the server about people who know each other.
import type { Blocks, Challenge, Decline, Follows, Me, NewChallenge, OwnSeat, Privacy } from "../../../wire/types";
import { ask } from "./api";
import { serverPlace as server } from "./place";

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

/** What others may see and write. */
export const setPrivacy = (privacy: Privacy) => ask<Me, Privacy>(server, "/account/privacy", privacy);
