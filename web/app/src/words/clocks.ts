// Clocks in words: how time is counted, what is left, and why there is no such clock.
import type { Clocks, NewClock } from "../../../wire/types";
import { settings } from "../browser/settings.svelte";
import { fill, t } from "./index.svelte";

export const MINUTE = 60, HOUR = 3600, DAY = 86_400;
const SHORTEST = 15, LONGEST = DAY, MOST_SECONDS = HOUR, MOST_DAYS = 14;

type Counted = NewClock | Pick<Clocks, "kind" | "initial" | "increment">;
type Unit = "d" | "h" | "min" | "s";

/** A time in the units that it has, such as 1 h 30 min. */
function timeText(seconds: number): string {
  const parts: [Unit, number][] = [["d", Math.floor(seconds / DAY)], ["h", Math.floor(seconds / HOUR) % 24],
    ["min", Math.floor(seconds / MINUTE) % 60], ["s", Math.round(1000 * (seconds % MINUTE)) / 1000]];
  const told = parts.filter(([, n]) => n);
  return (told.length ? told : parts.slice(3))
    .map(([unit, n]) => fill(t().clocks[unit], { n: n.toLocaleString(settings.language) })).join(" ");
}

/** How time is counted: "5 min + 3 s", "2 h + 30 s delay", "3 days a move". */
export function clockWords({ kind, initial, increment = 0 }: Counted): string {
  if (kind === "days") return fill(t().clocks.byDays, { days: initial / DAY });
  const time = timeText(initial);
  if (!increment) return time;
  return fill(kind === "delay" ? t().clocks.delayed : t().clocks.plus, { time, more: timeText(increment) });
}

/** What is left: 2 d 5 h, 3 h 20 min, 4:05, with tenths at the end; what has begun of its last unit counts as whole. */
export function clockText(seconds: number): string {
  if (seconds > DAY) return timeText(HOUR * Math.ceil(seconds / HOUR));
  if (seconds > HOUR) return timeText(MINUTE * Math.ceil(seconds / MINUTE));
  if (seconds < 10) return `0:0${(Math.floor(seconds * 10) / 10).toFixed(1)}`;
  const whole = Math.ceil(seconds);
  const [minutes, rest] = [Math.floor(whole / 60), whole % 60];
  return `${minutes}:${String(rest).padStart(2, "0")}`;
}

/** Why there is no such clock; empty if there is. Fields that hold no number are NaN. */
export function clockFault({ kind, initial, increment = 0 }: NewClock): string {
  const from = (least: number, value: number, most: number): boolean => least <= value && value <= most;
  if (kind === "days") return Number.isInteger(initial / DAY) && from(1, initial / DAY, MOST_DAYS) ? "" : t().clocks.badDays;
  if (!from(SHORTEST, initial, LONGEST)) return t().clocks.badTime;
  return from(0, increment, MOST_SECONDS) ? "" : t().clocks.badSeconds;
}
