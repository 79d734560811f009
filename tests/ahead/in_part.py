"""Libraries with some of the searches of a game, which are made in less time than whole ones.

    python -m tests.ahead.in_part GAME FOLDER SEARCHES TARGET...

SEARCHES are names of modules in `search/play/`, with commas between them.
"""
import sys

from eckstein.ahead import build, module

if __name__ == "__main__":
    game, folder, searches, *targets = sys.argv[1:]
    module.searches_of = lambda wing: [f"search.play.{name}" for name in searches.split(",")]
    build.make_one((game, {}, "play"), targets, folder)
