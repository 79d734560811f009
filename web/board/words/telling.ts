// What the board says of moves: ways, battles, what they change; and how a game ends.
import { isPass, isSwap, originsOf, rolls, squaresAlong, targetOf } from "../view/moves";
import type { Battle, Colour, Move, Piece, View } from "../view/view";
import { capital, sayPiece, sayTemplate, topOf } from "./speech";
import type { Say } from "./words";

/** A move in a few words: "d2 to d3, top 1, c4 falls". */
export function sayMove(say: Say, move: Move, colour: Colour): string {
  const parts = [sayWay(say, move, colour)];
  for (const gone of move.removed)
    if (gone.why === "battle" || gone.why === "captured")
      parts.push(say("battle.loses", { square: gone.square }));
    else parts.push(say("say.gone", { square: gone.square, piece: sayLetter(say, gone.piece) }));
  if (move.winner) parts.push(say("say.wins", { colour: say(capital(move.winner)) }));
  if (move.check) parts.push(move.check_word);
  return parts.join(", ");
}

function sayWay(say: Say, move: Move, colour: Colour): string {
  if (isPass(move)) return say("say.pass");
  if (isSwap(move)) return say("say.swap");
  const origin = originsOf(move)[0]!;
  const to = targetOf(move, origin);
  const first = move.steps[0]!;
  if (first.kind === "place") {
    const piece: Piece = { colour, kind: "piece", letter: first.piece, faces: null };
    return say("say.place", { piece: sayPiece(say, piece), to });
  }
  const top = topOf(move);
  if (!top) return say("say.move", { from: origin, to });
  return rolls(move) ? say("say.roll", { from: origin, legs: sayLegs(say, move), top })
    : say("say.tilt", { from: origin, to, top });
}

const NAMES_OF_WAYS = { "0 1": "north", "1 0": "east", "0 -1": "south", "-1 0": "west" } as const;

/** The way of a die that rolls from square to square: "north 5 to d6, east 1 to e6". */
function sayLegs(say: Say, move: Move): string {
  const squares = squaresAlong(move);
  const ends = [squares[0]!, ...cornersOf(move), squares.at(-1)!];
  return ends.slice(1).map((to, i) => {
    const from = ends[i]!;
    const heading = headingOf(from, to) as keyof typeof NAMES_OF_WAYS;
    return say(`say.${NAMES_OF_WAYS[heading]}`, { count: squares.indexOf(to) - squares.indexOf(from), to });
  }).join(", ");
}

/** A piece by its letter alone: a capital is White's. */
export function sayLetter(say: Say, letter: string): string {
  const colour = letter === letter.toUpperCase() ? "white" : "black";
  return sayPiece(say, { colour, kind: "piece", letter, faces: null });
}

/** The last move with who made it: "Black: d7 to d6, top 4". */
export function sayBy(say: Say, view: View): string {
  const colour = view.turn === "white" ? "black" : "white";
  return say("say.by", { colour: say(capital(colour)), move: sayMove(say, view.last!, colour) });
}

/** Who of a battle is whoever looks at it. */
export type Own = "attacker" | "defender" | null;

/** The sums of a battle as they are added up: "1 + 4" and "4". A film may know the sums alone. */
export function termsOf(battle: Battle): [attack: string, defence: string] {
  const { attack, defence, attack_tops = [attack], defence_tops = [defence] } = battle;
  return [attack_tops.join(" + "), defence_tops.join(" + ")];
}

export function sayBattles(say: Say, move: Move | null, own: Own = null): string {
  if (!move?.battles.length) return say("battles.none");
  const told = move.battles.map((battle) => {
    const { attacker, defender, loser } = battle;
    const [attack, defence] = termsOf(battle);
    if (loser && own && loser === battle[own]) return say("battle.own", { square: loser,
      own: own === "attacker" ? attack : defence, other: own === "attacker" ? defence : attack });
    const end = loser ? say("battle.loses", { square: loser }) : say("battle.tie");
    return `${say("battle", { attacker, attack, defence, defender })}: ${end}`;
  });
  // One's own die may fall in several battles by the same sums.
  return [...new Set(told)].join("; ");
}

export function sayOutcome(say: Say, view: View): string {
  const { outcome } = view;
  if (!outcome) return "";
  const result = outcome.winner ? say(`wins.${outcome.winner}`) : say("draw");
  const told = say("over", { result, reason: say(`reason.${outcome.reason}`) });
  if (!outcome.score) return told;
  return `${told}, ${say("score", { white: outcome.score[0], black: outcome.score[1] })}`;
}

/** How one way differs from others to the same square. */
export function sayWayChoice(say: Say, move: Move): string {
  const sent = move.removed.find((gone) => gone.why === "returned");
  if (sent) return say("way.return", { piece: `${sayLetter(say, sent.piece)} ${sent.square}` });
  const top = topOf(move);
  const passed = squaresAlong(move).slice(1, -1);
  return [top ? say("way.top", { top }) : "",
    passed.length ? say("way.along", { squares: cornersOf(move).join(" ") || passed[0]! }) : "",
  ].filter(Boolean).join(", ") || move.notation;
}

/** The squares where a way turns. */
export function cornersOf(move: Move): string[] {
  const squares = squaresAlong(move);
  return squares.slice(1, -1).filter((square, i) =>
    headingOf(squares[i]!, square) !== headingOf(square, squares[i + 2]!));
}

/** Which way it is from one square to another: columns and rows, each -1, 0 or 1. */
function headingOf(a: string, b: string): string {
  return `${Math.sign(b.charCodeAt(0) - a.charCodeAt(0))} ${Math.sign(+b.slice(1) - +a.slice(1))}`;
}

/** The question before a move is made: whether it is meant, and why one should think twice. */
export function sayQuestion(say: Say, move: Move, why: string): string {
  const reason = move.reason ? say(`reason.${move.reason}`) : "";
  return say(`confirm.${why}`, { move: move.notation, reason });
}

/** All that a move does but where it leads: its battles, or how far it rolls; and what it changes. */
export function sayEffects(say: Say, move: Move, colour: Colour, own: Own): string {
  const told = move.battles.length ? [sayBattles(say, move, own)] : rolls(move) || move.check ? [sayMove(say, move, colour)] : [];
  return [...told, ...sayChanges(say, move)].map(begun).join(". ");
}

/** What a move changes of how the game stands, as far as that is known. */
export function sayChanges(say: Say, { changes = [], gained = [], lost = [] }: Move): string[] {
  const area = (text: string, squares: string[]) => (squares.length ? [say(text, { squares: squares.join(", ") })] : []);
  return [...area("the area gains squares: {squares}", gained), ...area("the area loses squares: {squares}", lost),
    ...changes.map(({ colour, brief, was }) => {
      const before = was?.brief.facts ?? {};
      const facts = Object.entries(brief.facts).map(([name, now]) =>
        [name, (before[name] ?? now) === now ? now : say("was", { now: now as string, was: before[name] as string })]);
      return say("say.by", { colour: say(capital(colour)), move: sayTemplate(say, { text: brief.text, facts: Object.fromEntries(facts) }) });
    })];
}

/** With a capital, but for names of squares. */
export function begun(text: string): string {
  return /^[a-z]\d/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
}
