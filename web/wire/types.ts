// Made by `make wire` from the types in src/eckstein/wire/; what is changed here is lost.

export type Colour = "black" | "white";

export type What = "abort" | "accept-draw" | "accept-takeback" | "adjudicate" | "ask-takeback" | "claim-time" | "decline-draw" | "decline-takeback" | "join" | "move" | "offer-draw" | "prepare" | "rematch" | "resign";

export type Code = "bad" | "broken" | "busy" | "illegal" | "not-now" | "not-yours" | "over" | "stale" | "too-fast" | "unknown-game";

export type HttpCode = "bad" | "broken" | "busy" | "illegal" | "not-now" | "not-yours" | "over" | "stale" | "too-fast" | "unknown-game" | "missing" | "too-long";

export type Why = "bad" | "barred" | "broken" | "busy" | "challenge-gone" | "chat-full" | "computer-plays-on" | "computer-replies" | "crowded" | "database" | "draw-offered" | "engine-failed" | "engines-taken" | "has-clocks" | "illegal" | "lobby-full" | "many-challenges" | "many-seeks" | "no-challenge" | "no-chat" | "no-clocks" | "no-draw-offered" | "no-follow" | "no-moderator" | "no-seat" | "no-seat-free" | "no-takeback-asked" | "no-text" | "no-time-to-take-back" | "not-ended" | "not-in-scope" | "not-now" | "not-your-turn" | "not-yours" | "nothing-to-take-back" | "over" | "own-challenge" | "own-seek" | "rematch-asked" | "seat-taken" | "seek-gone" | "seeks-too-fast" | "sign-in-again" | "signed-out" | "stale" | "stopping" | "takeback-asked" | "time-left" | "time-over" | "too-fast" | "too-late-to-abort" | "too-many-lines" | "too-much-talk" | "too-slow" | "uncompiled" | "unknown-game" | "unknown-token" | "wrong-token" | "your-turn";

export type EventKind = "decline" | "end" | "join" | "move" | "offer" | "presence" | "rematch" | "takeback";

export type Options = Record<string, boolean | number | string>;

/** Subscribe to a game; joining again replaces the earlier subscription. Answered by `game`, by `events` where `since` is given and recent enough, or by `refused` with `id` null. */
export type Join = {
  t: "join";
  /** the id of the game */
  game: string;
  /** tokens of the seats that the client holds */
  seats?: string[];
  /** the number of the last event that the client has; if left out, it is sent the whole game */
  since?: number | null;
  /** whether to be sent views */
  views?: boolean;
};

/** Unsubscribe from a game. Not answered. */
export type Leave = {
  t: "leave";
  /** the id of the game */
  game: string;
};

/** A command for a game. Answered by `done` or `refused`; a repeated `id` gets the first answer again. */
export type Do = CommandRequest & {
  t: "do";
  /** the id of the game */
  game: string;
};

/** Ask for the view of a position. Answered by `look` or `refused`. */
export type ViewRequest = {
  t: "look";
  /** a number chosen by the client, repeated in the answers */
  id: number;
  /** which position */
  of: PositionRef;
};

/** A position: of which game, from where, and after which moves. */
export type PositionRef = {
  /** the name of the rules */
  game: string;
  /** rule options; those left out have their usual values */
  options?: Options;
  /** the text of the position to start from; the usual start, if left out */
  position?: string | null;
  /** texts of the moves that lead there */
  moves?: string[];
};

/** Start an analysis; it replaces the one before. Answered by `info` repeatedly, and at the end by `analysed` or `refused`. */
export type Analyse = {
  t: "analyse";
  /** a number chosen by the client, repeated in the answers */
  id: number;
  /** which position */
  of: PositionRef;
  /** how many lines, each with another first move; 1 to 5 */
  lines?: number;
  /** time limit, in seconds; 0.1 to 600 */
  seconds?: number;
  /** of the engine; one below 10 tells the one line that it would play by, and thinks as long as the level does; 1 to 10 */
  level?: number;
  /** whether it asks tables of endings */
  tables?: boolean;
};

/** End an analysis. Answered by `analysed`. */
export type Stop = {
  t: "stop";
  /** a number chosen by the client, repeated in the answers */
  id: number;
};

/** Check that the server is alive. Answered by `pong`. */
export type Ping = {
  t: "ping";
};

/** Hear of the lobby: of all open seeks, and of games that can be watched. Answered by `lobby`, and from then on by `lobby-news`. */
export type EnterLobby = {
  t: "lobby";
};

/** Hear no more of the lobby. Not answered. Seeks stay open. */
export type LeaveLobby = {
  t: "leave-lobby";
};

/** Look for an opponent. Answered by `seeking`, at some time `paired`; or by `refused`. The oldest open seek that fits is taken at once; if there is none, this one is open until somebody takes it, it is withdrawn, or the socket is gone for some seconds. Whoever connects again in time sends it again with the same `id`, and it keeps its age. */
export type SeekMessage = NewSeek & {
  t: "seek";
};

/** How time is counted. */
export type NewClock = {
  /** whether `increment` is added after each move, or free in each turn; with `days`, each turn has the `initial` time, and nothing is carried over */
  kind: "days" | "delay" | "fischer";
  /** what each player has at first, in seconds; with `days`, what each turn has: 86400 for each day, of which there are 1 to 14; 1 to 2592000 */
  initial: number;
  /** what is added, or free, in seconds; 0 with `days`; 0 to 86400 */
  increment?: number;
};

/** Look for an opponent no more. Answered by `withdrawn`, unless the game begins just now. */
export type Withdraw = {
  t: "withdraw";
  /** a long random text that the client chooses and keeps to itself; sent again, it means the same seek, or leads to the game that came of it */
  id: string;
};

/** Take an open seek. Answered by `paired` or `refused`. */
export type Take = {
  t: "take";
  /** a long random text that the client chooses and keeps to itself; sent again, it means the same seek, or leads to the game that came of it */
  id: string;
  /** by which everybody knows the seek */
  seek: string;
  /** which of the clocks of the seek, 0 for the first */
  clock?: number;
  /** of a person; letters that nobody sees are taken out */
  name?: string | null;
};

/** Hear of all challenges to whoever connects, and of his own. Answered by `challenges`, now and whenever something has changed. */
export type HearChallenges = {
  t: "challenges";
};

/** Hear of a tournament. Answered by `tournament`, now and whenever something happens in it, and by `called` to whoever plays in it, now and whenever a game of his begins. */
export type Follow = {
  t: "follow";
  /** the id of the tournament */
  tournament: string;
};

/** Hear no more of a tournament. Not answered. */
export type Unfollow = {
  t: "unfollow";
  /** the id of the tournament */
  tournament: string;
};

/** Hear who is here of those whom the account follows. Answered by `followed`, now and whenever one of them comes, goes, or begins or ends a game; or by `refused` with `id` null. */
export type HearFollowed = {
  t: "followed";
};

/** Hear what the players of a game say to each other, after `join` with one of their seats. Answered by `chat`, now and whenever one of them says something, or by `refused` with `id` null. `leave` ends it. */
export type HearChat = {
  t: "chat";
  /** the id of the game */
  game: string;
};

/** Say something to the opponent: one of the presets, or free text. Answered by `said` or `refused`; a repeated `id` says nothing twice. */
export type Say = LineRequest & {
  t: "say";
  /** the id of the game */
  game: string;
};

/** The whole state of a game; also sent to a slow client in place of the events it missed. */
export type GameMessage = GameFacts & {
  t: "game";
  /** the seats that this client holds */
  yours: Colour[];
  /** the present position, where views were asked for; null if it could not be made */
  view?: View | null;
};

/** Who has a seat. */
export type Player = {
  kind: "computer" | "human";
  /** of a computer, that of its level */
  name: string;
  /** whether a client with this seat is connected */
  here: boolean;
  /** of a computer, 1 to 10 */
  level?: number;
  /** of a computer in a rated game: against which the game counts */
  rating?: number;
  /** of a person: nobody has taken the seat yet */
  open?: boolean;
  /** of a person: whether `name` is that of an account */
  account?: boolean;
  /** whether the account is a bot */
  bot?: boolean;
  /** in games with days: until when he is on vacation and his clock stands still, in seconds since 1970 */
  away?: number;
};

/** A move that was made. */
export type PlayedMove = {
  /** its plain text, such as `d1d2` */
  text: string;
  /** the text for people, such as `d1-d2` */
  notation: string;
  /** the time it took, in seconds */
  spent: number;
};

/** Both clocks; neither runs before both players have moved. */
export type Clocks = {
  /** whether `increment` is added after each move, or free in each turn; with `days`, each turn has the `initial` time anew */
  kind: "days" | "delay" | "fischer";
  /** what each player has at first, or for each turn, in seconds */
  initial: number;
  /** what is added, or free, in seconds; 0 with `days` */
  increment: number;
  /** what each player has left, in seconds */
  left: Record<Colour, number>;
  /** whose clock runs; null also while whoever is to move is on vacation */
  running: Colour | null;
  /** in how many moves the clocks begin to run, 0 to 2 */
  free: number;
  /** how long the running clock still stands in this turn, in seconds */
  delay?: number;
};

/** An open offer, and who made it. */
export type Offers = {
  /** who offers a draw */
  draw: Colour | null;
  /** who asks to take back */
  takeback: Colour | null;
  /** who wants to play again */
  rematch: Colour[];
};

/** How a game has ended. */
export type Result = {
  /** null for a draw, and where nobody wins */
  winner: Colour | null;
  /** a reason of the rules, `resignation`, `agreement`, `time`, `length`, `adjudication` or `aborted` */
  reason: string;
  /** White's and Black's points, in games that count them */
  score: [number, number] | null;
};

/** The game that a rematch began. */
export type NextGame = {
  /** the id of the game */
  game: string;
  /** tokens by colour, for the players of the game before */
  seats: Partial<Record<Colour, string>>;
};

/** An event of a game. A client that finds a gap in the numbers joins again with `since`, and ignores numbers that it has seen. */
export type EventMessage = {
  t: "event";
  /** the id of the game */
  game: string;
  kind: EventKind;
  /** its number in the game, 1 for the first; `presence` has none */
  seq?: number;
  /** who did it; null for the server */
  by?: Colour | null;
  /** who is to move after it */
  turn?: Colour;
  /** the clocks after it; of the last one in `events`, as they are now */
  clock?: Clocks | null;
  /** what stands offered after it */
  offers?: Offers;
  /** how the game has ended; also part of the `move` that ends it */
  result?: Result | null;
  /** `move`: its plain text */
  move?: string;
  /** `move`: its text for people */
  notation?: string;
  /** `move`: the time it took, in seconds */
  spent?: number;
  /** `takeback`: how many moves are left */
  ply?: number;
  /** `offer`, `decline`: what is offered or declined */
  what?: "draw" | "takeback";
  /** `join`: how the player is called who took the open seat `by` */
  name?: string;
  /** `rematch`: the next game, once both want it */
  next?: NextGame | null;
  /** `presence`: who plays */
  players?: Record<Colour, Player>;
  /** `presence`: how many clients without a seat are connected */
  watching?: number;
  /** `presence`: as in `game` */
  thinking?: string | null;
  /** the present position, where views were asked for; null if it could not be made */
  view?: View | null;
};

/** The events that a client missed, with the view after the last of them. */
export type EventsMessage = {
  t: "events";
  /** the id of the game */
  game: string;
  /** the number of the last event */
  seq: number;
  /** the seats that this client holds */
  yours: Colour[];
  events: EventMessage[];
  /** the clocks as they are now, where there are no events */
  clock?: Clocks | null;
  /** the present position, where views were asked for; null if it could not be made */
  view?: View | null;
};

/** The conditional replies of a seat that this client holds; nobody else hears of them. Sent when they change, and after `game` and `events` if there are any. */
export type PreparedMessage = Prepared & {
  t: "prepared";
  /** the id of the game */
  game: string;
};

/** A move of a prepared line. */
export type PreparedMove = {
  /** its plain text, such as `d1d2` */
  text: string;
  /** the text for people, such as `d1-d2` */
  notation: string;
};

/** The whole lobby; also sent to a slow client in place of the news it missed. */
export type LobbyMessage = {
  t: "lobby";
  /** those that are open, the oldest first */
  seeks: OpenSeek[];
  /** some of those that are played now */
  games: ListedGame[];
  /** the liveliest of the games */
  top: string | null;
  people: People;
};

/** A seek that can be taken. */
export type OpenSeek = {
  /** by which everybody knows the seek */
  id: string;
  /** of the one who seeks */
  name: string;
  /** the name of the rules */
  rules: string;
  /** rule options other than the usual ones */
  options: Options;
  /** any of these suits; null: no clock. Of several that suit both, the first of the older seek counts */
  clocks: (NewClock | null)[];
  /** the colour of the one who seeks; null: either, as chance has it */
  colour: Colour | null;
  /** whether the game counts for the ratings of both, who have accounts: with a clock and the usual rules */
  rated?: boolean;
  /** of the one who seeks, for the first of the clocks that has one */
  rating?: number | null;
  /** the lowest and the highest rating of an opponent; null: a range around one's own rating, which widens */
  among?: [number, number] | null;
  /** whether whoever has this seek can be challenged to another game, too */
  challenges?: boolean;
};

/** A game that began in the lobby and is being played. */
export type ListedGame = {
  /** the id of the game */
  game: string;
  /** the name of the rules */
  rules: string;
  /** rule options other than the usual ones */
  options: Options;
  /** the name of the player */
  white: string;
  /** the name of the player */
  black: string;
  /** null in games without clocks */
  clock: NewClock | null;
  /** how many were made */
  moves: number;
  /** how many clients without a seat are connected */
  watching: number;
};

/** How many people are there. */
export type People = {
  /** clients that hear of the lobby */
  lobby: number;
  /** players who are connected to a game that goes on */
  playing: number;
};

/** What has changed in the lobby. It may tell of what a client knows already. */
export type LobbyNews = {
  t: "lobby-news";
  /** those that are open now */
  seeks?: OpenSeek[];
  /** those that are not open any more */
  gone?: string[];
  /** those that are new or have changed */
  games?: ListedGame[];
  /** games that are listed no longer */
  over?: string[];
  /** the liveliest of the games, if it is another one */
  top?: string | null;
  /** how many people are there, if that has changed */
  people?: People;
};

/** A seek is open. */
export type SeekingMessage = {
  t: "seeking";
  /** a long random text that the client chooses and keeps to itself; sent again, it means the same seek, or leads to the game that came of it */
  id: string;
  /** by which everybody knows the seek */
  seek: string;
  /** for how many seconds it has been open */
  waited?: number;
  /** after how many seconds of waiting an opponent may be how many points away; null: any number. Empty if ratings do not matter, or `among` was given */
  widening?: ([number, number | null])[];
};

/** Two have found each other: the game is on disk. All other seeks of both are withdrawn. */
export type PairedMessage = {
  t: "paired";
  /** of the message `seek` or `take` */
  id: string;
  /** the id of the game */
  game: string;
  /** of the client that is told */
  colour: Colour;
  /** of its seat; keep it secret */
  token: string;
  /** a page, to which a host is put in front */
  link: string;
};

/** A seek is not open any more, and no game has come of it. */
export type WithdrawnMessage = {
  t: "withdrawn";
  /** a long random text that the client chooses and keeps to itself; sent again, it means the same seek, or leads to the game that came of it */
  id: string;
};

/** The challenges of whoever is connected, all of them. */
export type ChallengesMessage = Challenges & {
  t: "challenges";
};

/** A challenge, as one of the two sees it. */
export type Challenge = {
  /** the id of the challenge */
  id: string;
  /** who challenges */
  by: Party;
  /** who is challenged */
  to: Party;
  /** whether whoever asks has made it */
  mine: boolean;
  /** the name of the rules */
  rules: string;
  /** rule options other than the usual ones */
  options: Options;
  /** null: no clock */
  clock: NewClock | null;
  /** the colour of whoever challenges; null: either, as chance has it */
  colour: Colour | null;
  /** whether the game counts for the ratings of both, who have accounts: with a clock and the usual rules */
  rated: boolean;
  /** in seconds since 1970 */
  created: number;
  /** when it ends, in seconds since 1970 */
  until: number;
  /** `over`: its time is up, or it was withdrawn */
  state: "accepted" | "declined" | "open" | "over";
  /** why it was declined */
  reason?: "clock" | "colour" | "not-now" | "rated" | "rules" | "unrated" | null;
  /** once it is accepted */
  seat?: OwnSeat | null;
};

/** One of the two. */
export type Party = {
  kind: "account" | "guest";
  name: string;
  /** whether the account is a bot */
  bot?: boolean;
};

/** The seat of whoever asks in the game that came of a challenge. */
export type OwnSeat = {
  /** the id of the game */
  game: string;
  colour: Colour;
  /** of the seat; keep it secret */
  token: string;
  /** a page, to which a host is put in front */
  link: string;
};

/** Something has happened in a tournament; `GET /tournaments/ID` tells how it stands. */
export type TournamentNews = {
  t: "tournament";
  /** the id of the tournament */
  tournament: string;
  /** how many events there were in it */
  seq: number;
};

/** A game of a tournament waits for this client. */
export type CalledMessage = {
  t: "called";
  /** the id of the tournament */
  tournament: string;
  /** of the tournament */
  name: string;
  /** the id of the game */
  game: string;
  colour: Colour;
  /** of the seat; keep it secret */
  token: string;
  /** a page, to which a host is put in front */
  link: string;
};

/** Those who are here of all whom the account follows. */
export type FollowedMessage = {
  t: "followed";
  /** by their names */
  people: FollowedHere[];
  /** how many it follows */
  of: number;
};

/** Somebody who is followed, and here. */
export type FollowedHere = {
  /** of the account */
  name: string;
  /** whether it is a bot */
  bot: boolean;
  /** what he plays, if the lobby lists such games; anybody may watch it */
  game: string | null;
};

/** All that the players of a game have said to each other; those who watch are not told. */
export type ChatMessage = {
  t: "chat";
  /** the id of the game */
  game: string;
  /** in order */
  lines: ChatLine[];
  /** whether free text can be written; if not, why: `accounts`: one of the two has no account; `you`, `other`: this player, or the other one, does not want it; `muted`: moderators have forbidden it to this player */
  text: "accounts" | "muted" | "other" | "yes" | "you";
};

/** What a player has said. */
export type ChatLine = {
  /** 1 for the first of the game */
  number: number;
  by: Colour;
  /** when, in seconds since 1970 */
  at: number;
  /** to be told in the language of the reader */
  preset?: "good-game" | "good-luck" | "good-move" | "hello" | "must-go" | "one-moment" | "sorry" | "thanks" | "well-played";
  /** free text, as it was written: no markup */
  text?: string;
};

/** A line is on disk. */
export type SaidMessage = {
  t: "said";
  /** of the message `say` */
  id: string;
  /** the id of the game */
  game: string;
  /** that of the line */
  number: number;
};

/** A command was carried out and written to disk; may arrive before its event. */
export type DoneMessage = {
  t: "done";
  /** of the command */
  id: string;
  /** the id of the game */
  game: string;
  /** the number of its event */
  seq: number;
};

/** A command or request was refused; see [why something is refused](#why-something-is-refused). */
export type RefusedMessage = Refusal & {
  t: "refused";
  /** of the command or question; null for `join` */
  id: string | number | null;
  /** which game, for `do` and `join` */
  game?: string;
  /** for `do`: the number of the last event; null where the game cannot be read */
  seq?: number | null;
};

/** A sentence as it can be told in any language. */
export type Template = {
  /** the sentence in English, with names in braces, and behind a name and a colon the forms of words for one and for other numbers, such as {count} {count:move|moves} */
  text: string;
  /** what stands for the names; a fact that is a template is told, too */
  facts: Record<string, string | Template>;
};

/** The view that was asked for. */
export type ViewMessage = {
  t: "look";
  /** a number chosen by the client, repeated in the answers */
  id: number;
  view: View;
};

/** The state of the analysis after an iteration. */
export type InfoMessage = {
  t: "info";
  /** plies searched */
  depth: number;
  /** positions searched */
  nodes: number;
  /** positions a second */
  nps: number;
  /** for how long, in seconds */
  seconds: number;
  /** the best first */
  lines: Line[];
  /** a number chosen by the client, repeated in the answers */
  id: number;
  /** the name of the net that tells what positions are worth; empty where the weights of the game's knowledge do */
  net?: string;
};

/** One line of an analysis: its value and its moves. */
export type Line = {
  /** hundredths of a die, from White's point of view; null where there is `mate` */
  score: number | null;
  /** moves to a forced win, positive for White; null where none is seen */
  mate: number | null;
  /** plain texts */
  moves: string[];
  /** texts for people */
  notation: string[];
};

/** The analysis has ended. */
export type AnalysedMessage = {
  t: "analysed";
  /** a number chosen by the client, repeated in the answers */
  id: number;
};

/** The server is there. */
export type Pong = {
  t: "pong";
};

/** A message could not be read or accepted; the connection stays open. */
export type ErrorMessage = {
  t: "error";
  /** a sentence in English */
  reason: string;
};

/** The server is stopping and closes the socket with 1012; reconnect soon. */
export type Bye = {
  t: "bye";
  /** a sentence in English */
  reason: string;
};

/** What can be played here, and against whom. */
export type Catalogue = {
  /** by name */
  games: Record<string, GameKnown>;
  /** the weakest first */
  levels: Level[];
};

/** A game that can be played here. */
export type GameKnown = {
  name: string;
  title: string;
  /** of the board; 0 if it is endless */
  columns: number;
  /** of the board; 0 if it is endless */
  rows: number;
  /** the text of the usual start */
  start: string;
  options: OptionKnown[];
  /** all options with their usual values */
  defaults: Options;
  /** what the levels are rated, on the scale of people: that of level 1 first; level 10 has none, and other games have none at all */
  anchors: number[];
  /** games may be rated against levels up to this one; 0: against none */
  rated_levels: number;
};

/** A rule option. */
export type OptionKnown = {
  name: string;
  /** what it can be, the usual one first; of counts there is only that one */
  values: (boolean | number | string)[];
  /** a sentence in English */
  says: string;
};

/** A level of the computer players. */
export type Level = {
  /** 1 to 10 */
  level: number;
  name: string;
  /** a sentence in English */
  says: string;
};

/** The settings of a new game. */
export type NewGame = {
  /** the name of the rules */
  rules: string;
  /** rule options; those left out have their usual values */
  options?: Options;
  /** the text of the position to start from; the usual start, if left out */
  position?: string | null;
  white?: NewSeat;
  black?: NewSeat;
  /** none, if left out */
  clock?: NewClock | null;
  /** whether it counts for the ratings of both, who have accounts, or against a level for that of the person: with a clock, the usual rules and the usual start */
  rated?: boolean;
  /** a long random text; sent again, it gives the same game */
  id?: string | null;
};

/** Who plays a colour. */
export type NewSeat = {
  kind?: "computer" | "human";
  /** of a computer; 1 to 10 */
  level?: number;
  /** of a computer: the same seed, level and moves get the same replies; any, if left out */
  seed?: number | null;
  /** of a person; letters that nobody sees are taken out */
  name?: string | null;
  /** no token is given out now; the first who joins takes the seat */
  open?: boolean;
};

/** A new game, and tokens for the seats of people that are not open. */
export type Created = {
  /** the id of the game */
  game: string;
  /** tokens by colour */
  seats: Partial<Record<Colour, string>>;
  /** pages by colour, to which a host is put in front */
  links: Partial<Record<Colour, string>>;
};

/** The public state of a game. */
export type GameFacts = {
  /** the id of the game */
  game: string;
  /** the name of the rules */
  rules: string;
  /** all rule options of the game */
  options: Options;
  /** the text of the position it began with */
  start: string;
  /** who moved first */
  first: Colour;
  /** whether it counts for the ratings of its players */
  rated?: boolean;
  /** the id of the tournament that it belongs to, whose organiser can end it; in it no game is aborted or played again, and no move is taken back */
  tournament?: string | null;
  /** in how many seconds each player has to make his first move, or loses; null: any */
  appear?: number | null;
  /** how many events there were */
  seq: number;
  /** when it began, in seconds since 1970 */
  created: number;
  /** for how many days the server keeps a game in which nothing happens any more, once both have moved; null: for ever */
  keep?: number | null;
  /** until when it keeps this one at least, in seconds since 1970 */
  until?: number | null;
  /** who is to move, or would be */
  turn: Colour;
  /** who plays, by colour */
  players: Record<Colour, Player>;
  moves: PlayedMove[];
  /** after so many moves the server ends the game, as a draw */
  longest?: number;
  /** null in games without clocks */
  clock: Clocks | null;
  offers: Offers;
  /** null while the game goes on */
  result: Result | null;
  /** how many clients without a seat are connected */
  watching: number;
  /** the game that followed by a rematch */
  next: NextGame | null;
  /** a sentence about a computer player that takes long to get ready */
  thinking: string | null;
};

/** A request for an open seat. */
export type JoinGame = {
  /** a long random text; sent again, it gives the same seat */
  id: string;
  /** any that is free, if left out */
  colour?: Colour | null;
  /** of a person; letters that nobody sees are taken out */
  name?: string | null;
};

/** A seat that was taken. */
export type Joined = {
  /** the id of the game */
  game: string;
  colour: Colour;
  /** of the seat; keep it secret */
  token: string;
  /** a page, to which a host is put in front */
  link: string;
};

/** A command for the game named in the path. */
export type NewCommand = CommandRequest & {
};

/** A command was carried out and written to disk. */
export type Done = {
  /** the number of the event that came of it */
  seq: number;
  /** for `rematch`: the game that follows, as soon as both want one; whoever asked first sends the command again */
  next?: NextGame | null;
};

/** A question of a player. */
export type SeatRequest = {
  /** the token of his seat */
  seat: string;
};

/** The conditional replies of a player, as far as the game has not passed them. */
export type Prepared = {
  /** whose replies they are */
  colour: Colour;
  /** each begins with the next move: the opponent's, or the reply that is just being made */
  lines: PreparedMove[][];
};

/** The format of a stream, and where it starts. */
export type StreamQuery = {
  /** a JSON object a line, or server-sent events */
  form?: "ndjson" | "sse";
  /** how many events are known; left out, all is told */
  since?: number | null;
};

/** The format of a player's stream, where it starts, and the seats that he holds. */
export type StreamRequest = StreamQuery & {
  /** tokens of the seats that the client holds, whose players are here as long as the stream lasts */
  seats?: string[];
};

/** The position to view. */
export type LookRequest = PositionRef & {
};

/** A position with all that is needed to draw it, without any rules. */
export type View = {
  /** the name of the rules */
  game: string;
  /** what the game calls itself */
  title: string;
  /** all rule options */
  options: Options;
  /** as text */
  position: string;
  /** who is to move */
  turn: Colour;
  /** how many moves led here */
  ply: number;
  board: BoardShown;
  /** by the name of the square */
  pieces: Record<string, Piece>;
  /** of the pieces besides dice, capitals, in the order of the trays */
  letters: string;
  /** those of them that may be in hand */
  in_hand: string;
  /** letters (capitals) of the pieces in hand; null if the game has none */
  reserves: Record<Colour, string> | null;
  /** whether a swap is left; null if the game has none */
  rights: Record<Colour, boolean> | null;
  area: Area | null;
  /** the squares that a player wants to reach */
  goals: Record<Colour, string[]>;
  /** whether the player to move is in check */
  check: boolean;
  /** what the game calls that; empty where nobody is */
  check_word: string;
  /** squares from each attacker to the king of the player to move */
  threats: string[][];
  /** how the game stands, as its rules tell it; White's facts first */
  standing: Fact[];
  /** all legal moves, sorted by text, where they were asked for */
  legal: Move[] | null;
  /** the move that led here */
  last: Move | null;
  /** null while the game goes on */
  outcome: Outcome | null;
  /** how often the position has occurred */
  repetitions: number;
  /** moves without progress */
  idle: number;
};

/** What is shown of the board. */
export type BoardShown = Rectangle & {
  /** 26 on an endless board, whose names of squares begin anew after z and 26; else 0 */
  wrap: number;
};

/** A die or a piece on the board. */
export type Piece = {
  colour: Colour;
  /** `king` is a die with ones on every face */
  kind: "die" | "king" | "piece";
  /** as in position texts: `a` to `x` for dice, `z` for the king of Duell; a capital is White's */
  letter: string;
  /** null for pieces */
  faces: Faces | null;
};

/** The numbers on the faces of a die as it lies. */
export type Faces = {
  top: number;
  north: number;
  east: number;
  south: number;
  west: number;
  bottom: number;
};

/** Where play is now, on an endless board. */
export type Area = Rectangle & {
  /** how far the area might still grow */
  reach: Rectangle;
  /** those that exist */
  borders: ("east" | "north" | "south" | "west")[];
};

/** Some squares of the board. */
export type Rectangle = {
  /** the square at the lower left */
  first: string;
  columns: number;
  rows: number;
};

/** Something that a position tells of how the game stands for one player. */
export type Fact = {
  colour: Colour;
  /** in a few words, for a badge */
  brief: Template;
  /** as a sentence without its full stop */
  text: Template;
  /** that it is about */
  squares: string[];
};

/** A legal move, and all that it does. */
export type Move = {
  /** its plain text, such as `d1d2` */
  text: string;
  /** the text for people, such as `d1-d2` */
  notation: string;
  steps: Step[];
  battles: Battle[];
  removed: Removal[];
  /** 0 none, 1 check, 2 mate, in games that know check */
  check: number;
  /** what the game calls that, such as `DUEL`; empty for none */
  check_word: string;
  /** who wins with it, by the rules */
  winner: Colour | null;
  /** why the game is over with it; null if it goes on */
  reason: string | null;
};

/** One step of a move. */
export type Step = {
  kind: "jump" | "pass" | "place" | "return" | "slide" | "tilt";
  /** a square; null for a piece in hand */
  origin: string | null;
  /** a square; null for a piece that leaves */
  target: string | null;
  /** the letter of the piece, or of the die as it lies after the step */
  piece: string;
  /** of a die after the step; kings and pieces stay as they are */
  faces: Faces | null;
};

/** A fight that a move leads to. */
export type Battle = {
  /** the name of a square */
  attacker: string;
  /** the name of a square */
  defender: string;
  /** the sum of the attackers' tops */
  attack: number;
  /** the sum of the defenders' tops */
  defence: number;
  /** squares whose tops count */
  attackers: string[];
  /** squares whose tops count */
  defenders: string[];
  /** the attackers' tops, in their order */
  attack_tops: number[];
  /** the defenders' tops, in their order */
  defence_tops: number[];
  /** the square that is emptied, if one is */
  loser: string | null;
};

/** A piece that leaves the board. */
export type Removal = {
  /** the name of a square */
  square: string;
  /** its letter */
  piece: string;
  why: "battle" | "captured" | "returned" | "surrounded";
};

/** How a game has ended by its rules. */
export type Outcome = {
  /** null for a draw */
  winner: Colour | null;
  reason: string;
  /** White's and Black's points, in games that count them */
  score: [number, number] | null;
};

/** Moves that can be decided upon while the opponent thinks. */
export type PremovesAnswer = {
  /** all that are legal after at least one move of the opponent's, sorted by text; with their ways alone, for what else they do depends on that move */
  moves: Move[];
};

/** A text of any kind, or a piece of one, and the position that its moves start from if it names none. */
export type ReadRequest = {
  text: string;
  /** of which game moves are, where the text does not tell */
  game?: string | null;
  /** rule options; those left out have their usual values */
  options?: Options;
  /** the text of the position to start from; the usual start, if left out */
  position?: string | null;
  /** whether the text goes on: then the last game begun in it is not read, and comes back as `rest`, to be put before the next piece */
  more?: boolean;
  /** what the answer to the first piece has said; recognised, if left out */
  format?: string | null;
};

/** What kind of text it is, and what it says. */
export type ReadAnswer = {
  /** the name of the format */
  format: string;
  /** what that is */
  says: string;
  /** those that can be read */
  games: ReadGame[];
  /** why others cannot be read, one for each */
  faults: ReadFault[];
  /** what had no place in games that can be read, and is kept as a comment */
  warnings: ReadFault[];
  /** how many games were seen, good ones and others */
  count: number;
  /** how many lines were read */
  lines: number;
  /** what was not read: with `more` the last game begun, and whatever follows as many games as are read at once */
  rest: string;
};

/** A game that was read, as a tree. */
export type ReadGame = {
  /** the name of the rules */
  game: string;
  /** all rule options */
  options: Options;
  /** the text of the position it begins with */
  start: string;
  /** White, Black, Date and so on */
  tags: Record<string, string>;
  /** `1-0`, `0-1`, `1/2-1/2` or `*` */
  result: string;
  /** the root first; the first child of a node is its main line */
  nodes: ReadNode[];
};

/** A move that was read, with what is said about it; the first node is the root. */
export type ReadNode = {
  /** an index in the list; null for the root */
  parent: number | null;
  /** the plain text of the move */
  text: string;
  /** the text for people */
  notation: string;
  /** comments that stand before the move */
  opening: string[];
  /** comments that stand after it */
  comments: string[];
  /** numbers of signs, as in records */
  glyphs: number[];
  /** marked squares with a colour (G, R, B or Y), such as `Gd4` */
  marks: string[];
  /** arrows with a colour, such as `Gd1d4` */
  arrows: string[];
  /** seconds that are left to whoever made the move; null if nobody says */
  clock?: number | null;
  /** what an engine found the position after the move to be worth */
  evaluation?: NodeValue | null;
  /** whether the engine has judged this move, or, of the first move of a variation, proposed it */
  by_engine?: boolean;
};

/** What a position is worth to White. */
export type NodeValue = {
  /** hundredths of a die; null where there is `mate` */
  score: number | null;
  /** moves to a forced end, positive for White; null where none is seen */
  mate: number | null;
  /** how many plies ahead that was seen, if that is known */
  depth?: number | null;
};

/** What is wrong with a game, and where. */
export type ReadFault = {
  /** which game of the text that was sent, from 1 */
  game: number;
  /** its line, from 1 */
  line: number;
  /** its column, from 1 */
  column: number;
  /** a sentence in English */
  reason: string;
  /** the same for other languages */
  template: Template | null;
};

/** A tree to be written as a record. */
export type WriteRequest = {
  /** the name of the rules */
  game: string;
  /** rule options; those left out have their usual values */
  options?: Options;
  /** the text of the position to start from; the usual start, if left out */
  position?: string | null;
  /** White, Black, Date and so on; those that the game itself tells are passed over */
  tags?: Record<string, string>;
  /** where the rules do not tell it */
  result?: "*" | "0-1" | "1-0" | "1/2-1/2" | null;
  /** the root first; of moves, `parent` and `text` are enough */
  nodes?: TreeNode[];
};

/** A move with what is said about it; the first node of a tree is its root, without a move. */
export type TreeNode = {
  /** an index in the list; null for the root */
  parent?: number | null;
  /** the plain text of the move */
  text?: string;
  /** the text for people; passed over when a tree is written */
  notation?: string;
  /** comments that stand before the move */
  opening?: string[];
  /** comments that stand after it */
  comments?: string[];
  /** numbers of signs, as in records */
  glyphs?: number[];
  /** marked squares with a colour (G, R, B or Y), such as `Gd4` */
  marks?: string[];
  /** arrows with a colour, such as `Gd1d4` */
  arrows?: string[];
  /** seconds that are left to whoever made the move; null if nobody says */
  clock?: number | null;
  /** what an engine found the position after the move to be worth */
  evaluation?: NodeValue | null;
  /** whether the engine has judged this move, or, of the first move of a variation, proposed it */
  by_engine?: boolean;
};

/** The text of a record. */
export type WriteAnswer = {
  text: string;
};

/** A position that was set up by hand. */
export type SetUpRequest = {
  /** the name of the rules */
  game: string;
  /** by the name of the square */
  pieces: Record<string, LaidPiece>;
  /** rule options; those left out have their usual values */
  options?: Options;
  /** who is to move */
  turn?: Colour;
  /** letters of the pieces in hand, as in a view */
  reserves?: Partial<Record<Colour, string>>;
  /** whether a swap is left, as in a view */
  rights?: Partial<Record<Colour, boolean>>;
};

/** A die or a piece of a position that is being set up. */
export type LaidPiece = {
  colour: Colour;
  /** as in a view, in either case */
  letter: string;
};

/** The text of a position, and why it could not occur in a game. */
export type SetUpAnswer = {
  position: string;
  /** sentences in English */
  problems: string[];
  /** for each problem its template, for other languages; null if it has none */
  templates?: (Template | null)[];
};

/** The position to look up in tables of endings. */
export type TablesRequest = PositionRef & {
};

/** What tables of endings know of a position in a game as it was played. */
export type TablesAnswer = {
  /** `uncertain` if what was played before may make a draw of it; `missing` if the table has not been built; `unsound` if it cannot be used; `none` if no table can have the position, or the game is over */
  state: "known" | "missing" | "none" | "uncertain" | "unsound";
  /** the ending, by its material */
  ending?: string | null;
  /** what builds a table that is missing or unsound */
  command?: string | null;
  /** for the player to move; null unless known */
  result?: "drawn" | "lost" | "won" | null;
  /** moves of both players until the end; null for a draw */
  plies?: number | null;
  /** the best first; without those that are uncertain */
  moves?: ExactMove[];
};

/** A legal move, and what it comes to for the player who makes it. */
export type ExactMove = {
  /** the plain text of the move */
  text: string;
  /** the text for people */
  notation: string;
  result: "drawn" | "lost" | "won";
  /** moves of both players until the end; null for a draw */
  plies: number | null;
};

/** The position to look up in the opening book. */
export type BookRequest = PositionRef & {
};

/** What the opening book knows of a position in a game as it was played. */
export type BookAnswer = {
  /** the best for the player to move first; none where the book says nothing */
  moves: BookedMove[];
  /** how many positions were searched for each value; null where it says nothing */
  nodes?: number | null;
};

/** A move that the opening book has. */
export type BookedMove = {
  /** the plain text of the move */
  text: string;
  /** the text for people */
  notation: string;
  /** hundredths of a die, positive if White is better; null if one side wins by force */
  score: number | null;
  /** moves to a forced win, positive if White wins; null if there is none */
  mate: number | null;
  /** how many positions of the book can follow, the next one included */
  positions: number;
};

/** What a picture shows, and how it looks. */
export type PictureQuery = {
  /** the name of the rules */
  game: string;
  /** the text of the position to start from; the usual start, if left out */
  position?: string | null;
  /** with blanks between them */
  moves?: string;
  /** NAME=VALUE, with blanks between them */
  options?: string;
  flat?: boolean;
  /** seen from Black's side */
  black?: boolean;
  theme?: string;
  /** in pixels; of an animation half as much at most; 40 to 1200 */
  size?: number;
  coordinates?: boolean;
  numerals?: boolean | null;
  /** drawn as a plan */
  move?: string | null;
  /** with blanks between them */
  arrows?: string;
  /** with blanks between them */
  marks?: string;
};

/** The position to look up, and which games count. */
export type ExploreRequest = PositionRef & {
  /** only games so fast; `none` for those without clocks; empty for all */
  speeds?: ("blitz" | "bullet" | "classical" | "days" | "rapid" | "none")[];
  /** only games of players who are rated so high */
  least?: number | null;
  /** only games of players who are rated lower */
  below?: number | null;
};

/** What was played in a position, in public games. */
export type Explored = {
  /** those made most often first */
  moves: ExploredMove[];
  /** the last ones, the newest first */
  games: ExploredGame[];
  /** how many first moves of each game are counted */
  plies: number;
};

/** A move that was made in the position. */
export type ExploredMove = {
  /** the plain text of the move */
  text: string;
  /** the text for people */
  notation: string;
  /** how many of these games White has won */
  white: number;
  /** how many were drawn */
  drawn: number;
  /** how many Black has won */
  black: number;
  /** the mean rating of the players; null where none had a rating */
  points: number | null;
};

/** A game in which the position has occurred. */
export type ExploredGame = {
  /** the id of the game */
  game: string;
  /** the move that was made there */
  notation: string;
  /** in seconds since 1970 */
  ended: number;
  winner: "black" | "drawn" | "white";
  white: Opponent;
  black: Opponent;
  /** what White and Black were rated when the game ended */
  points: [number | null, number | null];
};

/** Who plays against somebody. */
export type Opponent = {
  kind: "account" | "computer" | "guest" | "nobody";
  /** of an account; what a guest is called; empty else */
  name: string;
  /** of a computer, 1 to 10 */
  level?: number | null;
  /** whether the account is a bot */
  bot?: boolean;
};

/** Moves to be judged. */
export type JudgeRequest = {
  moves: MoveValues[];
};

/** A move that is not the engine's own, with what the engine found. */
export type MoveValues = {
  /** who made it */
  turn: Colour;
  /** with best play */
  before: PositionValue;
  /** after the move */
  after: PositionValue;
};

/** What a position is worth, as in a line of an analysis. */
export type PositionValue = {
  /** hundredths of a die, from White's point of view; null where there is `mate` */
  score: number | null;
  /** moves to a forced win, positive for White; null where none is seen */
  mate: number | null;
};

/** The judgements, in the order of the moves. */
export type JudgeAnswer = {
  moves: MoveJudgement[];
};

/** What is wrong with a move. */
export type MoveJudgement = {
  /** null if nothing is; `missed-win` and `allowed-loss` whatever the scores */
  judgement: "allowed-loss" | "blunder" | "inaccuracy" | "missed-win" | "mistake" | null;
  /** the number of its sign, as in records */
  glyph: number | null;
  /** the chances to win that it gave away, 0 to 1 */
  lost: number;
};

/** A text with games, and which of them count. */
export type OpeningsRequest = {
  /** records, one after the other; or a file as for `/read` */
  text: string;
  /** the name of the rules */
  game: string;
  /** rule options; those left out have their usual values */
  options?: Options;
  /** how many moves of each game; 1 to 200 */
  plies?: number;
};

/** How games went on in positions, whichever way led there. */
export type OpeningsAnswer = {
  /** how many were counted */
  games: number;
  /** how many are of other games, or have other rules */
  others: number;
  /** how many could not be read */
  wrong: number;
  /** why the first of these could not be read */
  reason: string | null;
  /** the same for other languages */
  template: Template | null;
  /** by the text of a position, and by the plain text of a move made in it: how many of these games White won, were drawn, Black won, and nobody knows of */
  positions: Record<string, Record<string, [number, number, number, number]>>;
};

/** A study to be kept. */
export type NewStudy = {
  /** records, one after the other, or a file as for `/read` */
  text: string;
};

/** Where a study is kept. */
export type KeptStudy = {
  /** its id, which follows from its text */
  study: string;
  /** a page, to which a host is put in front */
  link: string;
  /** until when it is kept, in seconds since 1970; null: for ever */
  until?: number | null;
};

/** A study that was kept, for good and as it was. */
export type StudyText = {
  text: string;
};

/** A study that several people are to write. */
export type NewSharedStudy = {
  content: StudyContent;
};

/** What a shared study says. */
export type StudyContent = {
  name: string;
  chapters: StudyChapter[];
  /** in which version its name or the order of its chapters was last changed; passed over when it is written; 0 to 2147483647 */
  arranged?: number;
};

/** A chapter of a shared study: a tree, of which the server writes `notation` anew. */
export type StudyChapter = WriteRequest & {
  /** which chapter, whatever its place among them; chosen by who adds it */
  key: string;
  title?: string;
  /** in which it was last changed; passed over when it is written; 0 to 2147483647 */
  version?: number;
};

/** A study that is shared from now on. */
export type BegunStudy = {
  /** its id; who knows it can read the study */
  study: string;
  /** who has it as well can write */
  key: string;
  /** the number of the version; 1 to 2147483647 */
  version: number;
};

/** Which version of a shared study, and how much of it. */
export type StudyQuery = {
  /** one that `earlier` names; the last, if left out */
  version?: number | null;
  /** only chapters that have changed after this version; 0 to 2147483647 */
  since?: number;
};

/** A version of a shared study. */
export type SharedStudy = {
  /** the number of the version; 1 to 2147483647 */
  version: number;
  name: string;
  /** the keys of all chapters */
  order: string[];
  /** those that were asked for, in the same order */
  chapters: StudyChapter[];
};

/** What has changed in a shared study. */
export type WriteStudy = {
  /** what lets its holder write */
  key: string;
  /** the one that was changed; 1 to 2147483647 */
  version: number;
  /** those that are new, or have changed */
  chapters?: StudyChapter[];
  /** null if it has not changed */
  name?: string | null;
  /** the keys of all chapters that are left; null if chapters were neither added, nor moved, nor deleted */
  order?: string[] | null;
};

/** What was written is on disk. */
export type WrittenStudy = {
  /** the one that has it; others may have written those before; 1 to 2147483647 */
  version: number;
};

/** Those that are kept of a shared study. */
export type EarlierVersions = {
  /** the newest first */
  versions: EarlierVersion[];
};

/** An earlier version of a shared study that is kept. */
export type EarlierVersion = {
  /** the number of the version; 1 to 2147483647 */
  version: number;
  /** in seconds since 1970 */
  written: number;
};

/** Which puzzles there are. */
export type PuzzlesKnown = {
  /** by the name of the rules; only games that have puzzles */
  games: Record<string, PuzzlesOfGame>;
};

/** Which puzzles there are of a game. */
export type PuzzlesOfGame = {
  count: number;
  /** how many there are of each grade, from 1 to 11 */
  grades: number[];
  /** how many there are of each theme */
  themes: Record<string, number>;
};

/** All puzzles of a game. */
export type PuzzleList = {
  puzzles: Puzzle[];
};

/** A position with a task for the player to move. */
export type Puzzle = {
  /** its name among the puzzles of its game */
  id: string;
  /** as text */
  position: string;
  /** rule options that are not the usual ones */
  options: Options;
  /** exactly one move wins within `plies`; or exactly one does not lose, and all others lose within `plies` */
  task: "save" | "win";
  /** counted from the first move, which is one of them */
  plies: number;
  /** the first move */
  solution: SolutionMove;
  themes: string[];
  /** the weakest level of the computer that finds the first move; 11 if none does */
  grade: number;
  /** how hard it is: with the same rating, somebody solves half of such puzzles */
  rating: number;
};

/** A move of a solution, and what follows. */
export type SolutionMove = {
  /** the plain text of the move */
  text: string;
  /** after a move of the solver the replies, those that resist longest first; after a reply all moves that still solve it, the best first */
  next: SolutionMove[];
};

/** A puzzle, and what is played in it. */
export type PuzzleRequest = {
  /** of the puzzle */
  id: string;
  /** the plain texts of moves of both players, from its position on; they need not be those of its solution */
  moves?: string[];
};

/** What the moves of a position in a puzzle lead to. */
export type PuzzleMoves = {
  /** who wins, or is to be kept from it: the solver if the task is to win, or else the opponent */
  attacker: Colour;
  /** all legal ones, the best first: quick wins of the attacker, or those after which he does not win, or not for long */
  moves: PuzzleMove[];
};

/** A legal move, and what it leads to. */
export type PuzzleMove = {
  /** the plain text of the move */
  text: string;
  /** the text for people */
  notation: string;
  /** from this move on until the attacker has won; null if he does not win in time */
  plies: number | null;
};

/** A puzzle that somebody has tried for the first time. */
export type PuzzleTried = {
  /** of the puzzle */
  id: string;
  /** whether without a wrong move and without help */
  solved: boolean;
  /** the rating before it; pages begin with 1200, a deviation of 300, and 0.06 */
  before: PuzzleRating;
  /** since the last puzzle of this game; 0 to 100000 */
  days?: number;
};

/** How strong somebody is at puzzles, by Glicko-2. */
export type PuzzleRating = {
  /** the estimate, on Elo's scale; -10000 to 10000 */
  points: number;
  /** its standard deviation in points; 1 to 350 */
  deviation: number;
  /** how much the strength changes; 0.0001 to 1 */
  volatility: number;
};

/** Which day. */
export type PuzzleOfDayQuery = {
  /** as 2026-11-26, in UTC; today if it is left out */
  date?: string | null;
};

/** The puzzle of a day, the same for everybody; games take turns. */
export type PuzzleOfDay = {
  /** as 2026-11-26 */
  date: string;
  /** the name of its rules */
  game: string;
  /** its name among the puzzles of its game */
  id: string;
};

/** Who asks. */
export type Me = {
  /** of the account, or what the guest is called */
  name: string;
  /** null for a guest */
  account: OwnAccount | null;
  /** whether this server sends links that replace a forgotten password */
  recovers?: boolean;
};

/** An account, as its owner sees it. */
export type OwnAccount = {
  name: string;
  /** in seconds since 1970 */
  created: number;
  /** whether it has one */
  password: boolean;
  /** how many recovery codes are left */
  codes: number;
  passkeys: PasskeyKnown[];
  devices: Device[];
  /** whether it is a bot, for ever */
  bot: boolean;
  /** for programs, the newest first */
  tokens: TokenKnown[];
  conduct: OwnConduct;
  /** whether games that end now may be studied by everybody */
  public: boolean;
  vacation: Vacation;
  /** whether there is one of his turns */
  calendar: boolean;
  privacy: Privacy;
};

/** A passkey of an account. */
export type PasskeyKnown = {
  id: string;
  label: string;
  /** in seconds since 1970 */
  created: number;
};

/** A device on which somebody is signed in. */
export type Device = {
  name: string;
  /** what its browser says that it is */
  device: string;
  /** when he signed in, in seconds since 1970 */
  created: number;
  /** when it was last seen, about, in seconds since 1970 */
  used: number;
  /** whether it is the one that asks */
  this: boolean;
};

/** A token of an account. */
export type TokenKnown = {
  /** by which it can be named; the token does not follow */
  id: string;
  name: string;
  scopes: ("bot" | "challenge" | "play" | "read")[];
  /** in seconds since 1970 */
  created: number;
  /** in seconds since 1970; null for never */
  ends: number | null;
  /** when it was last used, about, in seconds since 1970; null for never */
  used: number | null;
};

/** What moderators have done about an account. */
export type OwnConduct = {
  /** whether it is one */
  moderator?: boolean;
  /** those that have not been read, the oldest first */
  warnings?: Warned[];
  /** whether it may play no rated games */
  barred?: boolean;
  /** when that ends, in seconds since 1970; null for never */
  until?: number | null;
  /** whether it may not write to others */
  muted?: boolean;
  /** whether its name was taken away, and it has not chosen another one */
  renamed?: boolean;
};

/** What a moderator tells a player. */
export type Warned = {
  /** by which it is said to be read */
  id: number;
  /** in seconds since 1970 */
  at: number;
  text: string;
};

/** The vacation of an account: meanwhile its clocks stand still in games with days. */
export type Vacation = {
  /** until when it lasts, in seconds since 1970; null: it does not */
  until: number | null;
  /** how many days of this calendar year's 24 are left (UTC), after the end that is planned */
  left: number;
};

/** What an account lets others see and write. */
export type Privacy = {
  /** whether those who follow it may see that it is here */
  seen: boolean;
  /** whether it reads and writes free text in games, with those who do so, too */
  chats: boolean;
};

/** A wish for an account with a password. */
export type NewAccount = {
  /** the name of the account */
  name: string;
  password: string;
};

/** Somebody who is signed in now; the session is in a cookie. */
export type SignedIn = {
  name: string;
  /** recovery codes of a new account, which are told only now */
  codes: string[];
};

/** A wish for an account with a passkey. */
export type AskForAccount = {
  /** the name of the account */
  name: string;
};

/** What a browser is to be asked. */
export type PasskeyQuestion = {
  /** for `navigator.credentials`, in JSON */
  options: Record<string, unknown>;
  /** to be sent with the answer, within five minutes */
  ticket: string;
};

/** What a browser has answered. */
export type PasskeyAnswer = {
  /** as it came with the question */
  ticket: string;
  /** what the browser answered, as its `toJSON` gives it */
  credential: Record<string, unknown>;
  /** by which its owner knows it */
  label?: string;
  /** whether the account gets the games that were played as a guest here */
  take_along?: boolean;
};

/** A name and its password. */
export type SignIn = {
  /** the name of the account */
  name: string;
  password: string;
  /** whether the account gets the games that were played as a guest here */
  take_along?: boolean;
};

/** A recovery code, which is used up, and the password that is to be. */
export type Recover = {
  /** the name of the account */
  name: string;
  code: string;
  password: string;
};

/** A wish for a link, by mail, that replaces a forgotten password. */
export type AskToRecover = {
  /** the name of the account */
  name: string;
};

/** A link is sent, if the account of this name has a password and a confirmed mail address; whether it has is not told. */
export type LinkAsked = {
  /** for how long it works, once its mail is sent */
  minutes: number;
};

/** The key of a link in a mail, and the password that is to be. */
export type RecoverByLink = {
  key: string;
  password: string;
};

/** Which sessions are to end; this one, if nothing is said. */
export type SignOut = {
  /** the name of another one */
  device?: string | null;
  /** all but this one */
  everywhere?: boolean;
};

/** Another name for an account. */
export type NewName = {
  /** the name of the account */
  name: string;
};

/** Another password; all other devices are signed out. */
export type NewPassword = {
  password: string;
};

/** New recovery codes, in place of all before; they are told only now. */
export type Codes = {
  codes: string[];
};

/** A wish for a token, by which a program does something in the name of the account. */
export type NewToken = {
  /** by which its owner knows it */
  name: string;
  /** what it can be used for */
  scopes: ("bot" | "challenge" | "play" | "read")[];
  /** after how many days it ends; null for never */
  days?: number | null;
};

/** A new token, which is told only now. */
export type MadeToken = {
  /** to be sent as `Authorization: Bearer TOKEN` */
  token: string;
  me: Me;
};

/** A token that is to work no more. */
export type DropToken = {
  id: string;
};

/** A passkey that is to be forgotten. */
export type DropPasskey = {
  id: string;
};

/** Whether the games of an account may be studied by everybody. */
export type SetPublic = {
  /** true: those that end from now on; false: none any more */
  public: boolean;
};

/** What the devices of an account keep together; the server does not look into it. */
export type Document = {
  /** 0 for nothing */
  version: number;
  text: string;
};

/** The next version of it. */
export type SetDocument = Document & {
  /** one more than that which was read; 1 to 2147483647 */
  version: number;
};

/** Games that go on: first those where it is one's turn, of these first what is most urgent. */
export type OwnGames = {
  games: OwnGame[];
  /** whether there are others, which are older */
  more: boolean;
};

/** A game that goes on, with what its player needs to go on with it. */
export type OwnGame = {
  /** the id of the game */
  game: string;
  rules: string;
  colour: Colour;
  /** the token of the seat; keep it secret */
  seat: string;
  /** whether it is his turn */
  mine: boolean;
  /** how many were made */
  moves: number;
  /** when something last happened, in seconds since 1970 */
  touched: number;
  /** what whoever is to move has left, in seconds; null without clocks */
  left: number | null;
  opponent: Opponent;
};

/** A vacation that begins now, or ends. */
export type GoAway = {
  /** how long, or as long as is left; null to be back */
  days: number | null;
};

/** The address of a calendar, which is told only now. */
export type Calendar = {
  /** at this server; whoever knows it can read it */
  path: string;
};

/** Mail to an account. */
export type OwnMail = {
  /** whether this server sends mail at all */
  sends: boolean;
  /** null: there is none */
  address: MailAddress | null;
};

/** Where mail to an account goes. */
export type MailAddress = {
  address: string;
  language: string;
  /** of which notices */
  kinds: ("begun" | "challenge" | "clock" | "over" | "tournament" | "turn")[];
  /** whether its owner has confirmed it */
  confirmed: boolean;
  /** whether its mail server has refused it for good; nothing more is sent there until it is confirmed again */
  bounced: boolean;
};

/** Where mail to the account goes, once its owner has confirmed it by a link in a mail. */
export type SetAddress = {
  address: string;
  /** of the mails, such as `de` */
  language?: string;
};

/** Of what the account is told by mail. */
export type ChooseMails = {
  /** of which notices */
  kinds: ("begun" | "challenge" | "clock" | "over" | "tournament" | "turn")[];
};

/** The devices of an account that get notices by Web Push. */
export type PushDevices = {
  /** of this server, by which a browser subscribes; null: it sends none */
  key: string | null;
  /** those added last first; at most 10 */
  devices: PushDevice[];
};

/** A device that gets notices. */
export type PushDevice = {
  /** as among the devices of the account */
  name: string;
  /** what its browser says that it is */
  device: string;
  /** such as `de` */
  language: string;
  /** of which notices */
  kinds: ("begun" | "challenge" | "clock" | "over" | "tournament" | "turn")[];
  /** since when, in seconds since 1970 */
  added: number;
  /** whether it is the one that asks */
  this: boolean;
};

/** Where notices to this device are sent from now on, as its browser says. */
export type Subscribe = {
  endpoint: string;
  p256dh: string;
  auth: string;
  /** null: as before, or English */
  language?: string | null;
  /** null: as before, or all */
  kinds?: ("begun" | "challenge" | "clock" | "over" | "tournament" | "turn")[] | null;
};

/** Of what a device is told. */
export type ChooseKinds = {
  device: string;
  /** of which notices */
  kinds: ("begun" | "challenge" | "clock" | "over" | "tournament" | "turn")[];
};

/** A device that is to get no more notices. */
export type Unsubscribe = {
  device: string;
};

/** What everybody may know of an account. */
export type Profile = {
  name: string;
  /** in seconds since 1970 */
  created: number;
  ratings: RatingFacts[];
  /** how many games ended how, by rules and outcome */
  tally: Record<string, Record<string, number>>;
  /** null for people */
  bot?: BotFacts | null;
};

/** What somebody is rated, by Glicko-2. */
export type RatingFacts = {
  rules: string;
  /** how fast the games are: by what a player has for 40 moves, up to 3, 8, 25 minutes or more, or by days */
  speed: "blitz" | "bullet" | "classical" | "days" | "rapid";
  /** about 1500 for a beginner on this server */
  points: number;
  /** of the points; 95 % of the time the truth is within twice as many */
  deviation: number;
  /** whether this is only a guess yet */
  provisional: boolean;
  /** how many rated games there were */
  games: number;
};

/** What everybody may know of a bot. */
export type BotFacts = {
  policy: Policy;
  /** how many games it is playing */
  playing: number;
};

/** Which challenges a bot accepts. */
export type Policy = {
  /** names of rules; empty for all */
  games?: string[];
  /** how fast; `none` for games without clocks; empty for all */
  speeds?: ("blitz" | "bullet" | "classical" | "days" | "rapid" | "none")[];
  /** whether rated games */
  rated?: boolean;
  /** whether games that are not rated */
  casual?: boolean;
  /** whether games with unusual options */
  options?: boolean;
  /** how many games at once; 0 to 50 */
  most?: number;
  /** from whom: guests too, people and bots with accounts, or bots alone */
  people?: "accounts" | "all" | "bots" | "nobody";
  /** whether people may chat with it in its games */
  chats?: boolean;
};

/** Which games of a history. */
export type HistoryQuery = {
  /** only those by these rules */
  rules?: string | null;
  /** only those that ended so */
  outcome?: "drawn" | "lost" | "none" | "won" | null;
  /** only those of this speed */
  speed?: "blitz" | "bullet" | "classical" | "days" | "rapid" | null;
  /** only those that count for ratings, or only those that do not */
  rated?: boolean | null;
  /** only those against the account of this name */
  opponent?: string | null;
  /** `next` of the answer before, to go on from there */
  before?: string | null;
  /** how many; 1 to 100 */
  most?: number;
};

/** Games that have ended, the newest first. */
export type History = {
  games: PlayedGame[];
  /** where to go on; null at the end */
  next: string | null;
};

/** A game that has ended. */
export type PlayedGame = {
  /** the id of the game */
  game: string;
  rules: string;
  colour: Colour;
  /** in seconds since 1970 */
  began: number;
  /** in seconds since 1970 */
  ended: number;
  /** how it ended for this player; `none` if it was aborted */
  outcome: "drawn" | "lost" | "none" | "won";
  opponent: Opponent;
  /** null without clocks */
  speed?: "blitz" | "bullet" | "classical" | "days" | "rapid" | null;
  /** whether it counts for ratings */
  rated?: boolean;
};

/** Whose course: that of the games of some rules and speed. */
export type RatingQuery = {
  /** the name of the rules */
  rules: string;
  /** how fast the games are: by what a player has for 40 moves, up to 3, 8, 25 minutes or more, or by days */
  speed: "blitz" | "bullet" | "classical" | "days" | "rapid";
  /** how many of the last games; 1 to 1000 */
  most?: number;
};

/** How a rating has changed, in order. */
export type RatingCourse = {
  course: RatingPoint[];
};

/** A rating after a game. */
export type RatingPoint = {
  /** when that ended, in seconds since 1970 */
  at: number;
  points: number;
  deviation: number;
};

/** Of which games a leaderboard is. */
export type BoardQuery = {
  /** the name of the rules */
  rules: string;
  /** how fast the games are: by what a player has for 40 moves, up to 3, 8, 25 minutes or more, or by days */
  speed: "blitz" | "bullet" | "classical" | "days" | "rapid";
  /** of bots, which have a pool of their own */
  bots?: boolean;
};

/** The best whose ratings are no guess, and how many there are of which strength. */
export type Leaderboard = {
  /** the best first, 100 at most */
  leaders: Leader[];
  /** of a step of the distribution, in points */
  width: number;
  /** steps, by the points where they begin, with how many people are in each */
  distribution: [number, number][];
};

/** Somebody on a leaderboard. */
export type Leader = {
  name: string;
  points: number;
  deviation: number;
  games: number;
};

/** Where whoever asks stands on a leaderboard. */
export type OwnPlace = {
  /** null if he has played no such game */
  rating: RatingFacts | null;
  /** 1 for the best; null while the rating is only a guess */
  place?: number | null;
  /** the place of the first in `near` */
  first?: number | null;
  /** he and those next to him, the best first */
  near?: Leader[];
};

/** A wish to be a bot, for ever. */
export type BecomeBot = {
  /** of the account, so that nobody errs */
  name: string;
};

/** Bots that are here, first those that have room for another game. */
export type BotsHere = {
  /** 100 at most */
  bots: BotHere[];
};

/** A bot that can be challenged now. */
export type BotHere = {
  /** the name of the account */
  name: string;
  policy: Policy;
  /** how many games it is playing */
  playing: number;
};

/** From where on, and how events are told. */
export type EventsQuery = {
  /** the id of the last event that is known; all games that go on, if left out, or if it is too long ago */
  since?: number | null;
  /** lines of JSON, or server-sent events */
  form?: "ndjson" | "sse";
};

/** Something to say in the game named in the path: one of the presets, or free text. */
export type NewLine = LineRequest & {
};

/** What was said is on disk. */
export type LineKept = {
  /** that of the line, the same for the same `id` */
  number: number;
};

/** Those who look for an opponent. */
export type OpenSeeks = {
  /** the oldest first, at most 200 */
  seeks: OpenSeek[];
  /** how many are open in all */
  count: number;
};

/** Whom somebody looks for. */
export type NewSeek = {
  /** a long random text that the client chooses and keeps to itself; sent again, it means the same seek, or leads to the game that came of it */
  id: string;
  /** the name of the rules */
  rules: string;
  /** rule options; those left out have their usual values */
  options?: Options;
  /** any of these suits; null: no clock. Of several that suit both, the first of the older seek counts */
  clocks: (NewClock | null)[];
  /** the colour of the one who seeks; null: either, as chance has it */
  colour?: Colour | null;
  /** whether the game counts for the ratings of both, who have accounts: with a clock and the usual rules */
  rated?: boolean;
  /** the lowest and the highest rating of an opponent; null: a range around one's own rating, which widens */
  among?: [number, number] | null;
  /** whether whoever has this seek can be challenged to another game, too */
  challenges?: boolean;
  /** of a person; letters that nobody sees are taken out */
  name?: string | null;
};

/** All challenges of somebody, the oldest first: those to him that are open, and his own, until he has withdrawn or dismissed them. */
export type Challenges = {
  challenges: Challenge[];
};

/** Whom to challenge, and to which game. */
export type NewChallenge = {
  /** a long random text: sent again, it means the same challenge */
  id: string;
  /** the name of an account, or somebody in a game, also a guest */
  to?: string | Seated | null;
  /** in place of `to`: whoever has this open seek in the lobby */
  seek?: string | null;
  /** the name of the rules */
  rules: string;
  /** rule options; those left out have their usual values */
  options?: Options;
  /** null: no clock */
  clock?: NewClock | null;
  /** the colour of whoever challenges; null: either, as chance has it */
  colour?: Colour | null;
  /** whether the game counts for the ratings of both, who have accounts: with a clock and the usual rules */
  rated?: boolean;
  /** of a person; letters that nobody sees are taken out */
  name?: string | null;
};

/** Whoever has a seat in a game. */
export type Seated = {
  /** the id of the game */
  game: string;
  colour: Colour;
};

/** How a challenge is declined. */
export type Decline = {
  /** why: not now, or rather with another clock, other rules, rated, not rated, or with another colour */
  reason?: "clock" | "colour" | "not-now" | "rated" | "rules" | "unrated";
};

/** The accounts that whoever asks blocks, those that he has blocked last first. */
export type Blocks = {
  /** what they are called */
  names: string[];
};

/** The accounts that whoever asks follows. */
export type Follows = {
  /** what they are called */
  names: string[];
};

/** Whom to report, and why. */
export type NewReport = {
  /** the name of an account, or whoever has a seat in a game */
  to: string | Seated;
  /** `engine`: help of an engine; `sandbagging`: loses on purpose; `farming`: wins over the same opponent again and again; `insult`; `name`: what he is called; or something else */
  reason: "engine" | "farming" | "insult" | "name" | "other" | "sandbagging";
  /** what happened */
  text?: string;
  /** in which game */
  game?: string | null;
};

/** The answer to a report; the same, whatever comes of it. */
export type Reported = {
  taken?: boolean;
};

/** A warning has been read. */
export type WarningRead = {
  /** 1 to 2147483647 */
  id: number;
};

/** Which accounts: those about which something is open, or one. */
export type CaseQuery = {
  /** of one account */
  name?: string | null;
};

/** Accounts to be judged, those with the newest report or flag first. */
export type Cases = {
  cases: Case[];
};

/** What a moderator needs to judge an account. */
export type Case = {
  name: string;
  /** in seconds since 1970 */
  created: number;
  bot: boolean;
  moderator: boolean;
  /** whether it may play no rated games */
  barred: boolean;
  /** when that ends, in seconds since 1970; null for never */
  until: number | null;
  /** whether it may not write to others */
  muted: boolean;
  reports: ToldReport[];
  flags: ToldFlag[];
  /** the last rated ones */
  games: PlayedGame[];
  /** the newest first */
  entries: ToldEntry[];
};

/** A report, for moderators. */
export type ToldReport = {
  id: string;
  /** `engine`: help of an engine; `sandbagging`: loses on purpose; `farming`: wins over the same opponent again and again; `insult`; `name`: what he is called; or something else */
  reason: "engine" | "farming" | "insult" | "name" | "other" | "sandbagging";
  text: string;
  game: string | null;
  /** in seconds since 1970 */
  at: number;
  by: Reporter;
  /** `gone`: the account about which it was is deleted */
  state: "dismissed" | "gone" | "open" | "upheld";
  /** the free text that the account wrote in that game, line by line */
  said: string[];
};

/** Who has made a report, and what became of all of his. */
export type Reporter = {
  /** `gone`: his account is deleted */
  kind: "account" | "gone" | "guest";
  name: string;
  upheld: number;
  dismissed: number;
  open: number;
};

/** Something unusual in the games of an account, with the figures by which to judge it. */
export type ToldFlag = {
  kind: "engine" | "farming" | "sandbagging";
  rules: string;
  /** the name of the opponent, of `farming` */
  against: string | null;
  figures: Record<string, number>;
  /** some of the games, the last ones */
  games: string[];
  /** in seconds since 1970 */
  at: number;
  /** `gone`: the account about which it was is deleted */
  state: "dismissed" | "gone" | "open" | "upheld";
};

/** Something that was done about an account. */
export type ToldEntry = {
  id: number;
  /** in seconds since 1970 */
  at: number;
  /** who did it; empty for the operator of the server */
  by: string;
  /** `read`: the player has read a warning; `appoint`, `release`: the account is a moderator from now on, or no more */
  what: "appoint" | "bar" | "dismiss" | "mute" | "read" | "release" | "rename" | "take-back" | "warn";
  account: string;
  why: string;
  /** of `warn` what the player reads, of `rename` what he was called before */
  text: string;
  /** when a bar ends, in seconds since 1970; null for never */
  until: number | null;
  /** which other entry is meant */
  entry: number | null;
  /** whether it can be taken back */
  stands: boolean;
};

/** What a moderator does. */
export type ModeratorAct = {
  /** the name of the account */
  name: string;
  /** `dismiss` reports and flags, or `warn` the player, `bar` him from rated games, `mute` him, or `rename` him, by which they are upheld; or `take-back` an entry with all that it did */
  what: "bar" | "dismiss" | "mute" | "rename" | "take-back" | "warn";
  /** for the trail that moderators read */
  why: string;
  /** of `warn`: what the player reads */
  text?: string;
  /** of `bar`: for how long; null for good */
  days?: number | null;
  /** of `dismiss`: this report alone */
  report?: string | null;
  /** of `take-back`: which entry */
  entry?: number | null;
};

/** Which part of the trail. */
export type TrailQuery = {
  /** `next` of the answer before, to go on from there */
  before?: number | null;
};

/** All that was done, the newest first. */
export type Trail = {
  entries: ToldEntry[];
  /** where to go on; null at the end */
  next: number | null;
};

/** Tournaments that the lobby lists: those that wait or run, then those that have ended. */
export type Tournaments = {
  tournaments: ListedTournament[];
};

/** A tournament in a list. */
export type ListedTournament = {
  /** the id of the tournament */
  id: string;
  name: string;
  /** `round-robin`: everybody meets everybody; `swiss`: opponents of about the same points; `arena`: for some time, whoever is free is paired; `club`: only the organiser pairs */
  kind: "arena" | "club" | "round-robin" | "swiss";
  /** the name of the rules */
  rules: string;
  clock: NewClock | null;
  rated: boolean;
  phase: "ended" | "open" | "paused" | "running";
  /** how many have entered */
  players: number;
  /** when something last happened in it, in seconds since 1970 */
  changed: number;
  /** when it begins by itself, in seconds since 1970, with all who have checked in; null: when the organiser says */
  start?: number | null;
};

/** A wish for a tournament. */
export type NewTournament = {
  /** a long random text; sent again, it gives the same tournament */
  id: string;
  /** how it is called */
  name: string;
  /** `round-robin`: everybody meets everybody; `swiss`: opponents of about the same points; `arena`: for some time, whoever is free is paired; `club`: only the organiser pairs */
  kind: "arena" | "club" | "round-robin" | "swiss";
  /** the name of the rules */
  rules: string;
  /** rule options; those left out have their usual values */
  options?: Options;
  /** of all games; none only in a `club` */
  clock?: NewClock | null;
  /** whether the games count for ratings; then only accounts may enter */
  rated?: boolean;
  /** of a `swiss` how many there are, at most 30; of a `round-robin` how often everybody meets everybody, once or twice; 1 to 30 */
  rounds?: number;
  /** how long an `arena` lasts; 1 to 1440 */
  minutes?: number;
  /** in how many seconds each player has to make his first move, or loses; if left out, 180, and by days as long as a turn */
  appear?: number | null;
  /** seconds between two rounds; null if the organiser begins each by `pair` */
  pause?: number | null;
  /** whether the lobby lists it */
  listed?: boolean;
  /** when it begins by itself, in seconds since 1970, with all who have checked in; null: when the organiser says */
  start?: number | null;
  /** in a tournament of teams, how many players of each team count, those with most points; 0: there are no teams; 0 to 32 */
  best?: number;
  /** for which teams people can play; if empty, whoever enters can name another one */
  teams?: string[];
};

/** A new tournament. */
export type TournamentMade = {
  /** the id of the tournament */
  id: string;
  /** what gives the rights of the organiser, beside being the one who made it; keep it secret */
  key: string;
  /** its page, to which a host is put in front */
  link: string;
};

/** Who asks. */
export type TournamentQuery = {
  /** what gives the rights of the organiser, beside being the one who made it; keep it secret */
  key?: string;
  /** how many of the first rounds are known already, all of whose games had ended, and are left out of the answer */
  left_out?: number;
};

/** A tournament, and what whoever asks has in it. */
export type TournamentTold = {
  tournament: Tournament;
  you: TournamentPlace;
};

/** All that everybody may know of a tournament. */
export type Tournament = {
  /** the id of the tournament */
  id: string;
  /** grows with whatever happens in it */
  seq: number;
  name: string;
  /** `round-robin`: everybody meets everybody; `swiss`: opponents of about the same points; `arena`: for some time, whoever is free is paired; `club`: only the organiser pairs */
  kind: "arena" | "club" | "round-robin" | "swiss";
  /** the name of the rules */
  rules: string;
  /** rule options other than the usual ones */
  options: Options;
  clock: NewClock | null;
  rated: boolean;
  /** how many there are to be; 0 if nobody knows */
  rounds: number;
  /** how long an `arena` lasts */
  minutes: number;
  /** seconds for the first move of each player */
  appear: number | null;
  /** seconds between two rounds; null if the organiser begins each */
  pause: number | null;
  /** the name of whoever made it */
  organiser: string;
  phase: "ended" | "open" | "paused" | "running";
  /** when it was made, in seconds since 1970 */
  created: number;
  /** when it begins by itself, in seconds since 1970, with all who have checked in; null: when the organiser says */
  start: number | null;
  /** of a running arena: when nobody is paired any more, in seconds since 1970 */
  ends: number | null;
  /** when the next round begins by itself, in seconds since 1970 */
  next: number | null;
  /** which tie-breaks count, in this order */
  breaks: ("buchholz" | "direct" | "sonneborn-berger" | "wins")[];
  players: TournamentPlayer[];
  /** the best first */
  standings: TournamentStanding[];
  /** the rounds so far; without the first ones, if they were not asked for */
  paired: TournamentRound[];
  /** how many rounds are left out */
  left_out?: number;
  /** in a tournament of teams, how many players of each team count, those with most points; 0: there are no teams; 0 to 32 */
  best: number;
  /** the best first */
  teams: TournamentTeam[];
  /** whether whoever enters can name another team */
  new_teams: boolean;
};

/** Somebody who takes part. */
export type TournamentPlayer = {
  /** the number of a player in the tournament, from 1 */
  number: number;
  name: string;
  /** whether `name` is that of an account */
  account: boolean;
  /** of a computer, 1 to 10 */
  level: number | null;
  /** when he entered; 0 for none */
  rating: number;
  /** whether he is not paired, until he enters again */
  away: boolean;
  /** whether he is there before it begins */
  checked_in?: boolean;
  /** whether the account is a bot */
  bot?: boolean;
  /** for which he plays; empty for none */
  team?: string;
};

/** How a player stands. */
export type TournamentStanding = {
  /** the number of a player in the tournament, from 1 */
  player: number;
  /** from 1, the same where no tie-break parts players */
  rank: number;
  /** 1 for a win, ½ for a draw */
  points: number;
  /** the points of his opponents */
  buchholz: number;
  /** Sonneborn-Berger: the points of the opponents whom he has beaten, and half of those with whom he drew */
  sonneborn: number;
  /** points in the games between those who are equal until then */
  direct: number;
  wins: number;
  /** how many he has played */
  games: number;
};

/** What was paired together. */
export type TournamentRound = {
  games: TournamentGame[];
  /** who was free, with a point */
  byes: number[];
};

/** A game of a round. */
export type TournamentGame = {
  /** its id; empty if it was won without play */
  game: string;
  /** the number of a player in the tournament, from 1 */
  white: number;
  /** the number of a player in the tournament, from 1 */
  black: number;
  /** who has won; `none`: nobody, it was not played; null while it goes on */
  outcome: "black" | "drawn" | "none" | "white" | null;
  /** whether both have moved */
  played: boolean;
};

/** How a team stands. */
export type TournamentTeam = {
  /** the name of a team */
  name: string;
  /** from 1, the same for equal points and wins */
  rank: number;
  /** the sum of those of its players who count */
  points: number;
  /** the sum of theirs */
  wins: number;
  /** its players who count, the best first */
  count: number[];
  /** how many play for it */
  players: number;
};

/** What somebody has in a tournament. */
export type TournamentPlace = {
  /** his number; null if he has not entered */
  player: number | null;
  /** whether he has the rights of the organiser */
  organises: boolean;
  /** his game that goes on */
  game?: string | null;
  /** what he plays in it */
  colour?: Colour | null;
  /** its page with his seat, to which a host is put in front */
  link?: string | null;
  /** the token of his seat; keep it secret */
  seat?: string | null;
};

/** What is to happen in a tournament. */
export type TournamentOrder = {
  /** `enter`, `leave` and `check-in` are for everybody, all else for the organiser; `check-in` is for the quarter of an hour before the `start`, and whoever enters in it has checked in; `pair` begins the next round, or in a club pairs all who are free; `remove` sets somebody aside; `computer` adds a level; `rule` ends a game */
  what: "check-in" | "computer" | "end" | "enter" | "leave" | "pair" | "pause" | "remove" | "rename" | "resume" | "rule" | "start";
  /** what gives the rights of the organiser, beside being the one who made it; keep it secret */
  key?: string;
  /** of a person; letters that nobody sees are taken out */
  name?: string | null;
  /** whom it is about */
  player?: number;
  /** of `pair` in a club: whom `player` meets */
  against?: number;
  /** of `computer`; 1 to 10 */
  level?: number;
  /** of `rule`: which game */
  game?: string;
  /** of `rule`: who has won */
  outcome?: "black" | "drawn" | "white";
  /** of `enter` in a tournament of teams: for which one; whoever enters again can leave it out */
  team?: string;
};

/** The server's health. */
export type Health = {
  well: boolean;
  /** of Eckstein */
  version: string;
  /** what the database cannot do, or that the server is shutting down */
  wrong: "read" | "stop" | "write" | null;
  /** a sentence in English */
  reason: string | null;
};

/** Why a request failed. */
export type Complaint = {
  /** what a program should do about it */
  code: Code | "missing" | "too-long";
  /** a sentence in English */
  reason: string;
  /** more finely than the code */
  why?: Why | null;
  /** the reason for other languages; absent if it has English words alone */
  template?: Template | null;
};

/** A recorded game for a board that stands alone on a page. */
export type Film = {
  tags: Record<string, string>;
  result: string;
  /** the start and the position after each move, without legal moves */
  views: View[];
};

/** An event of the stream of a shared study. */
export type StudyNews = {
  /** the number of the last one; 1 to 2147483647 */
  version: number;
  /** who has it open at the server that is asked, oneself included */
  people: string[];
};

/** A command for a game. */
export type CommandRequest = {
  /** new for each command; repeated, it gets its first answer again */
  id: string;
  what: What;
  /** how many events of the game the client knew */
  seq: number;
  /** the token of a seat; none for those who watch */
  seat?: string;
  /** the text of a `move` */
  move?: string;
  /** of `prepare`: moves of the opponent and replies to them, by turns, as plain texts; all of them together replace those prepared before */
  lines?: string[][];
};

/** Something to say to the opponent: one of the presets, or free text. */
export type LineRequest = {
  /** new for each command; repeated, it gets its first answer again */
  id: string;
  /** a sentence that clients tell in the language of their reader */
  preset?: "good-game" | "good-luck" | "good-move" | "hello" | "must-go" | "one-moment" | "sorry" | "thanks" | "well-played" | null;
  /** free text, of which 200 letters may be left once letters that nobody sees are taken out */
  text?: string | null;
};

/** Why a command or request was refused. */
export type Refusal = {
  /** what a program should do about it */
  code: Code;
  /** what a person should be told; the code, where it says all */
  why: Why;
  /** a sentence in English */
  reason: string;
  /** the reason for other languages; absent if it has English words alone */
  template?: Template | null;
};

export type ClientMessage = Join | Leave | Do | ViewRequest | Analyse | Stop | Ping | EnterLobby | LeaveLobby | SeekMessage | Withdraw | Take | HearChallenges | Follow | Unfollow | HearFollowed | HearChat | Say;

export type ServerMessage = GameMessage | EventMessage | EventsMessage | PreparedMessage | LobbyMessage | LobbyNews | SeekingMessage | PairedMessage | WithdrawnMessage | ChallengesMessage | TournamentNews | CalledMessage | FollowedMessage | ChatMessage | SaidMessage | DoneMessage | RefusedMessage | ViewMessage | InfoMessage | AnalysedMessage | Pong | ErrorMessage | Bye;
