"""Play a short match, and say how sure its result is."""
from eckstein.lab.arena.match import Standing
from eckstein.lab.arena.plan import Plan
from eckstein.lab.arena.workers import finished_games

if __name__ == "__main__":
    plan = Plan("contra", ("level:3", "level:1"), 20, seed=1, opening_plies=4)
    standing = Standing.of(finished_games(plan, plan.jobs(plan.pairs), 2))
    elo = standing.estimate()
    print(f"+{standing.wins} ={standing.draws} -{standing.losses}: {elo.elo:+.0f} "
          f"({elo.low:+.0f} to {elo.high:+.0f})")
