"""The board over the whole screen of a terminal: `eckstein play` and `eckstein join`.

It is drawn from views and knows no rules; games, players and files are those of `eckstein.session`
and `eckstein.client.online`.
"""
