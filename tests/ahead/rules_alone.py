"""Libraries with the rules of a game and without its searches, which are made in little time.

    python -m tests.ahead.rules_alone GAME FOLDER TARGET...
"""
import sys

from eckstein.ahead import build

TEMPLATES = ("search.perft", "search.playing")

if __name__ == "__main__":
    build.searches_for = lambda options: TEMPLATES
    game, folder, *targets = sys.argv[1:]
    build.make_one((game, {}), targets, folder)
