// What the element says besides the board, which tells whose turn it is and how the game ended.
export const english = {
  start: "Play",
  loading: "Getting ready: {part} %",
  opponent: "Opponent",
  nobody: "nobody: both sides here",
  level: "level {level}",
  again: "Start again",
  back: "Take back",
  thinks: "The computer is thinking.",
  failed: "This board cannot be played on: {why}",
};

export const german: typeof english = {
  start: "Spielen",
  loading: "Wird bereit gemacht: {part} %",
  opponent: "Gegner",
  nobody: "keiner: beide Seiten hier",
  level: "Stufe {level}",
  again: "Von vorn",
  back: "Zurücknehmen",
  thinks: "Der Computer denkt.",
  failed: "Auf diesem Brett kann nicht gespielt werden: {why}",
};

export type Words = typeof english;

/** A text with its gaps filled. */
export function filled(text: string, gaps: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (gap, name: string) => String(gaps[name] ?? gap));
}
