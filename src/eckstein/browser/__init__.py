"""The server in a browser: the same application, run by Pyodide in a worker of the page.

What a browser has not, is replaced: the database by IndexedDB (`store`), HTTP and sockets by
messages of the page (`asgi`), processes by work in place (`house`), and engines that are child
processes by workers (`engines`, `engine`).  Another tab counts as another server on the same
database.  Engines share a worker as long as only one of them thinks.

A search in two threads is run by the engine's worker and by a helper without Python, on memory that
both share (`kernel.shared`).  Browsers allow that only to pages that are isolated from other sites
(`Cross-Origin-Embedder-Policy`).  Elsewhere, on a device with one processor, under options that
change the rules, or if the helper fails, one thread searches, and an `info string` says why.
Levels always have one thread.

A worker that hangs raises no error, so pages ask their worker now and then, and that asks those of
engines, whether they are alive (`web/worker/pulse.ts`).
"""
