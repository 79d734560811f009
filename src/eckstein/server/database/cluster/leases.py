"""The ownership of games, by a lease that a server holds in a row of the table `node`.

A server that comes takes a new term, a number drawn by chance, so that none comes twice, even in a
database that lost its last transactions.  It is the server's name in the column `owner` of its
games.  The term ends at a time by the database's clock unless it is renewed before; then any server
may own the games.  A term that has ended is never renewed: a server that was stopped and goes on
takes a new one, and what it still wants to write for the old one is refused by the database.
"""
SECONDS = 3.0               # of a term
RENEWED = SECONDS / 3

TAKE = f"""
INSERT INTO node (term, until)
VALUES ($1, clock_timestamp() + make_interval(secs => {SECONDS}))"""

RENEW = f"""
UPDATE node SET until = clock_timestamp() + make_interval(secs => {SECONDS})
WHERE term = $1 AND until > clock_timestamp() RETURNING term"""

# Terms that have ended count as if they were gone.
RETURN = "DELETE FROM node WHERE term = $1 OR until < clock_timestamp() - interval '1 hour'"

ANY = "SELECT EXISTS (SELECT 1 FROM node WHERE until > clock_timestamp())"

RUNNING = """
SELECT coalesce(array_agg(term), '{}') FROM node
WHERE term = ANY ($1::bigint[]) AND until > clock_timestamp()"""

_RUNS = "EXISTS (SELECT 1 FROM node WHERE term = {} AND until > clock_timestamp())"

# $1 is the term of the server that asks.  Of two that take a game at once the second one waits for
# the first, and then finds that it has an owner.
CLAIM = f"""
WITH taken AS (
    UPDATE game SET owner = $1
    WHERE id = $2 AND owner IS DISTINCT FROM $1 AND NOT {_RUNS.format("game.owner")}
    AND {_RUNS.format("$1")} RETURNING owner)
SELECT owner, {_RUNS.format("found.owner")} AS runs FROM (
    SELECT owner FROM taken
    UNION ALL SELECT owner FROM game WHERE id = $2 AND NOT EXISTS (SELECT 1 FROM taken)) AS found"""

# Where two take over games at once, each leaves to the other what it has locked.
DUE = f"""
WITH found AS (
    SELECT id, due, owner FROM game
    WHERE due BETWEEN $2 AND $3 AND (owner = $1 OR NOT {_RUNS.format("game.owner")})
    ORDER BY due, id LIMIT $4),
free AS (
    SELECT game.id FROM game JOIN found ON found.id = game.id
    WHERE game.owner IS DISTINCT FROM $1 AND game.owner IS NOT DISTINCT FROM found.owner
    AND {_RUNS.format("$1")} FOR UPDATE OF game SKIP LOCKED),
taken AS (UPDATE game SET owner = $1 FROM free WHERE game.id = free.id RETURNING game.id)
SELECT id, due FROM found WHERE owner = $1 OR id IN (SELECT id FROM taken) ORDER BY due, id"""
