"""The server: games that people and programs play over a network, stored as events in a database.

The folders, from the lowest layer up: `ops` (limits, logs, metrics), `wire` (the types of all
messages), `game` (rulings and the state they act on), `work` (slow work in other processes),
`store` (events on disk), `rooms` (games in memory), `ws` and `http`.  `service`, `app` and
`serving` put them together.  Each imports only from those before it.

docs/house.md follows a move through them, and docs/server-api.md describes the API.
"""
