// What is asked of the server about accounts and people, by pages that are loaded when they are opened.
import type { AskForAccount, AskToRecover, Calendar, ChooseKinds, ChooseMails, Codes, Document, DropPasskey, DropToken, GoAway, History, HistoryQuery, Leaderboard, LinkAsked, MadeToken, Me, NewAccount, NewName, NewPassword, NewToken, OwnMail, OwnPlace, PasskeyAnswer, PasskeyQuestion, Profile, PushDevices, RatingCourse, RatingFacts, RatingPoint, Recover, RecoverByLink, SetAddress, SetDocument, SetPublic, SignIn, SignOut, SignedIn, Subscribe, Unsubscribe } from "../../../wire/types";
import { ask, refusalIn } from "./api";
import { serverPlace as server } from "./place";

/** Where all that is kept of an account can be had as a file. */
export const EXPORT = "/api/v1/account/export";

/** A POST about whoever is signed in, without anything else to tell. */
const post = <Answer>(path: string) => ask<Answer, object>(server, path, {});

export const createAccount = (wish: NewAccount) => ask<SignedIn, NewAccount>(server, "/account", wish);
export const askForAccount = (wish: AskForAccount) => ask<PasskeyQuestion, AskForAccount>(server, "/account/passkey/ask", wish);
export const createWithPasskey = (answer: PasskeyAnswer) => ask<SignedIn, PasskeyAnswer>(server, "/account/passkey", answer);

export const signIn = (wish: SignIn) => ask<SignedIn, SignIn>(server, "/account/sign-in", wish);
export const recover = (wish: Recover) => ask<SignedIn, Recover>(server, "/account/recover", wish);
/** Have a link sent that replaces a forgotten password; nobody is told whether there is such an account. */
export const askToRecover = (wish: AskToRecover) => ask<LinkAsked, AskToRecover>(server, "/account/recover/ask", wish);
export const recoverByLink = (wish: RecoverByLink) => ask<SignedIn, RecoverByLink>(server, "/account/recover/link", wish);
export const askWho = () => post<PasskeyQuestion>("/account/sign-in/ask");
export const signInWithPasskey = (answer: PasskeyAnswer) => ask<SignedIn, PasskeyAnswer>(server, "/account/sign-in/passkey", answer);
export const signOut = (which: SignOut) => ask<Me, SignOut>(server, "/account/sign-out", which);

export const rename = (wish: NewName) => ask<Me, NewName>(server, "/account/name", wish);
export const setPassword = (wish: NewPassword) => ask<Me, NewPassword>(server, "/account/password", wish);
export const newCodes = () => post<Codes>("/account/codes");
export const askForPasskey = () => post<PasskeyQuestion>("/account/passkeys/ask");
export const addPasskey = (answer: PasskeyAnswer) => ask<Me, PasskeyAnswer>(server, "/account/passkeys", answer);
export const dropPasskey = (which: DropPasskey) => ask<Me, DropPasskey>(server, "/account/passkeys/drop", which);
/** A token for a program; it is told only now. */
export const newToken = (wish: NewToken) => ask<MadeToken, NewToken>(server, "/account/tokens", wish);
export const dropToken = (which: DropToken) => ask<Me, DropToken>(server, "/account/tokens/drop", which);
/** Let everybody study one's games, or nobody any more. */
export const setPublic = (wish: SetPublic) => ask<Me, SetPublic>(server, "/account/public", wish);
/** Go on vacation for some days, or be back. */
export const setVacation = (wish: GoAway) => ask<Me, GoAway>(server, "/account/vacation", wish);
/** A new address of the calendar; it is told only now. */
export const newCalendar = () => post<Calendar>("/account/calendar");
export const dropCalendar = () => post<Me>("/account/calendar/drop");

/** Devices that get notices by Web Push. */
export const pushDevices = () => ask<PushDevices>(server, "/account/push");
export const subscribeHere = (wish: Subscribe) => ask<PushDevices, Subscribe>(server, "/account/push", wish);
export const chooseKinds = (wish: ChooseKinds) => ask<PushDevices, ChooseKinds>(server, "/account/push/kinds", wish);
export const dropDevice = (which: Unsubscribe) => ask<PushDevices, Unsubscribe>(server, "/account/push/drop", which);

/** Where mail to the account goes. */
export const ownMail = () => ask<OwnMail>(server, "/account/mail");
export const setAddress = (wish: SetAddress) => ask<OwnMail, SetAddress>(server, "/account/mail", wish);
export const chooseMails = (wish: ChooseMails) => ask<OwnMail, ChooseMails>(server, "/account/mail/kinds", wish);
export const dropAddress = () => post<OwnMail>("/account/mail/drop");
export const deleteAccount = () => post<Me>("/account/delete");

/** What the devices of an account keep together. */
export const sharedDocument = () => ask<Document>(server, "/account/document");
export const shareDocument = (next: SetDocument) => ask<Document, SetDocument>(server, "/account/document", next);

/** What everybody may know of an account; null if there is none of this name. */
export async function profileOf(name: string): Promise<Profile | null> {
  const response = await server.ask(`/people/${encodeURIComponent(name)}`);
  if (response.status === 404) return null;
  if (!response.ok) throw await refusalIn(response);
  return await response.json() as Profile;
}

/** How a rating of somebody has changed, in order. */
export async function courseOf(name: string, { rules, speed }: RatingFacts): Promise<RatingPoint[]> {
  const search = new URLSearchParams({ rules, speed });
  return (await ask<RatingCourse>(server, `/people/${encodeURIComponent(name)}/rating?${search}`)).course;
}

/** Games of somebody that have ended, the newest first. */
export function historyOf(name: string, query: HistoryQuery): Promise<History> {
  const told = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== "");
  const search = new URLSearchParams(told.map(([key, value]) => [key, String(value)]));
  return ask<History>(server, `/people/${encodeURIComponent(name)}/games?${search}`);
}

/** The best people, or bots, of the games of some rules and speed. */
export function leaderboardOf(rules: string, speed: RatingFacts["speed"], bots: boolean): Promise<Leaderboard> {
  return ask<Leaderboard>(server, `/leaderboard?${new URLSearchParams({ rules, speed, ...bots && { bots: "true" } })}`);
}

/** Where whoever is signed in stands among them. */
export function ownPlaceOn(rules: string, speed: RatingFacts["speed"]): Promise<OwnPlace> {
  return ask<OwnPlace>(server, `/leaderboard/own?${new URLSearchParams({ rules, speed })}`);
}
