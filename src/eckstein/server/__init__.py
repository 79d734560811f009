"""The server: games that people and programs play over a network, kept as events in a database.

From the ground up: `ops` (limits, logs, figures), `wire` (the types of all messages), `game`
(rulings and what they are about), `work` (what other processes do), `store` (events on disk),
`rooms` (games in memory), and on top `ws` and `http`, which `service`, `app` and `serving` put
together.  Each imports from those before it alone;
docs/house.md tells the way of one move through them.  See docs/server.md, too.
"""
