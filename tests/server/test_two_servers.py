"""Two servers on one database that do not hear of each other: the database judges.

On PostgreSQL they hear of each other, too: see test_postgres.py.
"""
import asyncio

from .helpers import LINE, moves_of, serving


async def test_each_command_is_judged_by_what_is_stored(tmp_path):
    async with serving(tmp_path) as first, serving(tmp_path) as second:
        made = await first.create()
        async with first.client() as white, second.client() as black:
            await white.join(made, "white")
            await black.join(made, "black")
            for number, move in enumerate(LINE):
                mover, colour = ((white, "white"), (black, "black"))[number % 2]
                answer = await mover.do(made, colour, "move", number + 1, move)
                assert (answer["t"], answer["seq"]) == ("done", number + 2)
            assert moves_of(await first.facts(made["game"])) == LINE[:-1]       # not yet told
            answer = await white.do(made, "white", "offer-draw", len(LINE) + 1)
            assert answer["t"] == "done"
            told = await white.hear("event", seq=len(LINE) + 1)
            assert told["move"] == LINE[-1]
            assert moves_of(await first.facts(made["game"])) == LINE


async def test_of_two_at_once_one_wins(tmp_path):
    async with serving(tmp_path) as first, serving(tmp_path) as second:
        made = await first.create()
        async with first.client() as here, second.client() as there:
            for client in (here, there):
                await client.join(made, "white", "black")
            for number, move in enumerate(LINE):
                colour = ("white", "black")[number % 2]
                answers = await asyncio.gather(*(
                    client.do(made, colour, "move", number + 1, move, id=f"{name} {number}")
                    for client, name in ((here, "here"), (there, "there"))))
                assert sorted(one["t"] for one in answers) == ["done", "refused"]
                assert {one.get("code") for one in answers} == {None, "stale"}
            facts = await asyncio.gather(first.facts(made["game"]), second.facts(made["game"]))
            assert LINE in [moves_of(one) for one in facts]


async def test_a_command_at_both_servers_takes_effect_once(tmp_path):
    async with serving(tmp_path) as first, serving(tmp_path) as second:
        made = await first.create()
        async with first.client() as here, second.client() as there:
            for client in (here, there):
                await client.join(made, "white")
            answers = await asyncio.gather(*(client.do(made, "white", "offer-draw", 1, id="one")
                                             for client in (here, there)))
            assert [(one["t"], one["seq"]) for one in answers] == [("done", 2)] * 2
            assert (await first.facts(made["game"]))["seq"] == 2
