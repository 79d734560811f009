// Starting workers.

/** A worker whose script may lie on another site, if that site allows it (CORS). */
export function spawn(url: string): Worker {
  if (new URL(url).origin === self.origin) return new Worker(url, { type: "module" });
  // Browsers begin workers only from the page's own site; this script is, and imports the other.
  const script = new Blob([`import ${JSON.stringify(url)};`], { type: "text/javascript" });
  return new Worker(URL.createObjectURL(script), { type: "module" });
}
