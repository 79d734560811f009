"""The server: games that people and programs play over a network, stored as events in a database.

A game is a list of events, and its state the fold over them.  A command leads to an event by a
pure function of state, board and time.  The event is written first, then state and board advance,
then subscribers are told; so all that a client sees is on disk, and memory can be dropped.

docs/house.md lists the folders in the order in which they import each other, and docs/server-api.md
describes the API.  The way of a move through them:

1.  `serving.gate`, `serving.protocols` and `net.guard` let the connection in, or refuse it by its
    rate, its size or its pace; `app` opens the socket.
2.  `connection` reads the message (`Do` of `wire.socket`), and delays clients that exceed the rate.
3.  `rooms.front_door` finds the sender: the token of a seat becomes a colour.  A move by HTTP comes
    here by `net.games`.
4.  `rooms.rooms.Rooms.submit` finds the game in memory, or has it read and replayed.  From here on
    the command is completed even if the client is gone.  A command that was answered before gets
    its first answer again; one for a game of another server is carried out there
    (`database.cluster.node`).
5.  `game.rulings.rule` makes of a snapshot and the command the draft of an event, or a refusal.
6.  `store.transactions` says what is written with the event, and `database.store` writes it in
    one step; commands that arrive during a commit are written together.  If another server owns
    the game (`NotOwnedError`) or was faster (`ConflictError`), all is repeated from 4.
7.  `rooms.rooms` replaces state and board; `rooms.broadcast` puts a message, with a view if wanted,
    into the queue of each subscriber (`hub.outbox`).
8.  `rooms.flags` notes when the clock is next looked at, and `rooms.computers` asks an engine,
    whose move takes the same path from 4.
9.  `connection` answers `done` or `refused`; by HTTP, `app` does, with a status.
"""
