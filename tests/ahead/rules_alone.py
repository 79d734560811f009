"""Libraries with the rules of a game and without its searches, which are made in little time.

    python -m tests.ahead.rules_alone GAME FOLDER TARGET...
"""
import sys

from eckstein.ahead import build, module

TEMPLATES = ("search.play.perft", "search.play.playing")

if __name__ == "__main__":
    module.searches_of = lambda wing: TEMPLATES
    game, folder, *targets = sys.argv[1:]
    build.make_one((game, {}, "play"), targets, folder)
