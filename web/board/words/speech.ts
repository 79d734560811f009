// What the board says in words: squares, moves, battles, whose turn it is.
import { isPass, isSwap, originsOf, squaresAlong, targetOf, wayOf } from "../view/moves";
import type { Battle, Colour, Move, Piece, Template, View } from "../view/view";
import type { Say } from "./words";

export function sayPiece(say: Say, piece: Piece): string {
  const blanks = { colour: say(piece.colour), Colour: say(capital(piece.colour)) };
  return piece.kind === "piece"
    ? say(`piece.${piece.letter.toUpperCase()}`, blanks) : say(piece.kind, blanks);
}

function capital(colour: Colour): string {
  return colour === "white" ? "White" : "Black";
}

/** "d3, white die, top 6, north 4, east 2". */
export function saySquare(say: Say, view: View, square: string): string {
  const piece = view.pieces[square];
  if (!piece) return say("square.empty", { square });
  const told = say("square.full", { square, piece: sayPiece(say, piece) });
  return piece.kind === "die" && piece.faces ? `${told}, ${say("faces", piece.faces)}` : told;
}

/** What a square says while something is picked: whether it can go here, and how it will lie. */
export function sayTarget(say: Say, moves: Move[]): string {
  if (moves.length > 1) return say("can.go.ways", { count: moves.length });
  const top = topOf(moves[0]!);
  return top ? say("can.go.top", { top }) : say("can.go");
}

export function topOf(move: Move): number | null {
  return wayOf(move).at(-1)?.faces?.top ?? null;
}

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
  const legs = move.steps.length > 1 && move.steps.every((step) => step.kind === "tilt");
  return legs ? say("say.roll", { from: origin, legs: sayLegs(say, move), top })
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

export function sayTurn(say: Say, view: View): string {
  return say(view.outcome ? "turn.over" : `turn.${view.turn}`);
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

/** A sentence of the rules, whose template is the key of its words. */
export function sayTemplate(say: Say, { text, facts }: Template): string {
  return say(text, Object.fromEntries(Object.entries(facts).map(([name, fact]) =>
    [name, typeof fact === "string" ? fact : sayTemplate(say, fact)])));
}

/** The question before a move is made: whether it is meant, and why one should think twice. */
export function sayQuestion(say: Say, move: Move, why: string): string {
  const reason = move.reason ? say(`reason.${move.reason}`) : "";
  return say(`confirm.${why}`, { move: move.notation, reason });
}
