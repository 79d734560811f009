// Names, points and results of tournaments as tables have them.
import type { TournamentGame, TournamentPlayer, TournamentRound } from "../../../../wire/types";
import { fill } from "../../words/index.svelte";
import { botName, guestName } from "../../words/names";
import { c } from "./words.svelte";

/** What a player is called; empty if there is none. */
export function playerName(player: TournamentPlayer | undefined): string {
  if (!player) return "";
  if (player.level) return fill(c().page.level, { n: player.level });
  return player.bot ? botName(player.name) : guestName(player.name);
}

/** Points with halves and quarters as people write them. */
export function halves(points: number): string {
  const whole = Math.floor(points), part = { 0.25: "¼", 0.5: "½", 0.75: "¾" }[points - whole] ?? "";
  return part ? `${whole || ""}${part}` : String(whole);
}

/** How a game stands or has ended: 1–0, ½–½; +:− without play. */
export function result({ outcome, played }: TournamentGame): string {
  if (outcome === null) return "–";
  if (outcome === "drawn") return "½–½";
  if (outcome === "none") return "––";
  const ends = played ? ["1", "0"] : ["+", "−"];
  return (outcome === "white" ? ends : ends.reverse()).join(played ? "–" : ":");
}

/** What a player did in a round: 7w1 is a win with White against number 7. */
export function mark({ games, byes, granted, absent }: TournamentRound, player: number): string {
  const own = games.filter(({ white, black }) => white === player || black === player).map((game) => {
    const white = game.white === player;
    const got = result(game).split(/[–:]/)[white ? 0 : 1];
    return `${white ? game.black : game.white}${white ? "w" : "b"}${game.outcome === null ? "*" : got || "−"}`;
  });
  if (own.length) return own.join(" ");
  if (absent?.includes(player)) return "·";
  const bye = byes.includes(player) ? 1 : granted?.find((one) => one.player === player)?.points;
  return bye === undefined ? "" : halves(bye);
}
