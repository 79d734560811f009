// What the page is told about itself, by marks on its root: whether a server is behind it, and which
// worker belongs to it.
const marks = document.documentElement.dataset;

/** Whether the page comes from a server that answers; otherwise from a folder of files. */
export const HAS_SERVER = marks.place !== "static";

/** The version of the worker that was built with this page; null where there is none. */
export const WORKER = marks.worker || null;

/** The folder that holds the page, with a slash at the end. */
export const ROOT = new URL(HAS_SERVER ? "/" : ".", document.baseURI).href;
