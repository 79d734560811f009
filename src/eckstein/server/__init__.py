"""The server: games that people and programs play over a network, kept as events in a database.

From the ground up: `events` and `state` (a game is a fold over its events), `clocks`, `rulings`
(what a command does to a game), `store` (events on disk), `tables` (games in memory), and on top
`socket`, `api` and `pages`.  See docs/server.md.
"""
