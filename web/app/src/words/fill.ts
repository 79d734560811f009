/** A text with its blanks filled. */
export function fill(text: string, facts: Record<string, string | number>): string {
  return text.replace(/\{(\w+)(!r)?\}/g, (blank, name: string, quoted?: string) =>
    !(name in facts) ? blank : quoted ? `“${facts[name]}”` : String(facts[name]));
}
