"""The parts: a folder is a capability of the server, with all its layers.

A part has its declaration and its handlers in `part`, its endpoints in `api`, and its rows in
`store`.  What others know of it is in `events`: its events, steps, questions and topics, and their
types.  Any folder may import that file; all else of a part is imported only by parts that need it.

When an account is deleted, renamed, barred or exported, becomes a bot or signs in again, a step is
settled (`IdentityEnds`, `Renaming`, `AccountExport`, `SessionReplaced`), and each part does what
belongs to it.  What becomes of rows is stated by their columns (`database.identities`), and holds
whichever parts run.
"""
