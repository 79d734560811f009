"""The board over the whole screen of a terminal: `eckstein play` and `eckstein join`.

It is drawn from views and knows no rules; games, players and files are those of `eckstein.session`
and `eckstein.client.online`, whose sentences line mode says as well.

State and widgets are apart.  `screen_state` has what is shown, said and asked, `state` and
`online_state` that of a game on this machine and on a server; with `shown_board`, `picking`,
`choices`, `prompts`, `commands`, `events`, `cells` and `film` they import neither Textual nor Rich.
A key, a click or a message calls the state (`board_app`), then widgets draw it, and what is to
happen once is taken from its events.
"""
