"""The server in a worker of a page, in Chromium, with the policy that the server sends."""
import pytest

from .conftest import need_browser, until

pytestmark = need_browser

# A worker, and what it has said: `ask` is a request, `say` a message for its socket.
BEGIN = """() => {
  const base = `${location.origin}/worker/`;
  const worker = new Worker(`${base}house.js`, {type: "module"});
  const said = window.said = [];
  worker.onmessage = ({data}) => said.push(data);
  worker.onerror = (event) => said.push({k: "failed", reason: event.message});
  worker.postMessage({k: "begin", base, keep: true});
  window.ask = (n, method, path, body) => worker.postMessage({k: "fetch", n, method, path,
    headers: {"Content-Type": "application/json"}, body: body && JSON.stringify(body)});
  window.say = (message) => worker.postMessage({k: "send", s: 1, text: JSON.stringify(message)});
  window.end = () => worker.terminate();
  worker.postMessage({k: "open", s: 1});
}"""
ANSWER = """(n) => {
  const found = said.find((one) => one.k === "failed" || one.k === "answer" && one.n === n);
  return found && (found.reason ?? JSON.parse(new TextDecoder().decode(found.body)));
}"""
TOLD = """(fields) => said.filter((one) => one.k === "text").map((one) => JSON.parse(one.text))
  .find((one) => Object.entries(fields).every(([name, value]) => one[name] === value))"""
SIDES = {"rules": "contra", "white": {"kind": "human"}, "black": {"kind": "computer", "level": 2}}


@pytest.fixture
def page(visit):
    """A page whose worker has begun."""
    opened = visit("/about", fresh=True, whole=True)
    opened.evaluate(BEGIN)
    return opened


def ask(page, number, method, path, body=None):
    """What the worker answers."""
    page.evaluate("(given) => ask(...given)", [number, method, f"/api/v1/{path}", body])
    return until(page, ANSWER, number)


def hear(page, **fields):
    """The first message of the socket with these fields."""
    return until(page, TOLD, fields)


def test_a_page_is_isolated_so_that_threads_may_share_memory(page):
    assert page.evaluate("crossOriginIsolated")


# A worker of engines, asked directly: what it says up to the best move.  It is stopped at a depth,
# or left to itself.
THINK = """([stop, ...commands]) => new Promise((resolve, reject) => {
  const base = `${location.origin}/worker/`, said = [];
  const worker = new Worker(`${base}engine.js`, {type: "module"});
  worker.onerror = (event) => reject(new Error(event.message));
  worker.onmessage = ({data}) => {
    if (data.k === "failed") reject(new Error(data.reason));
    if (data.k !== "said") return;
    said.push(data.line);
    if (stop && data.line.startsWith(`info depth ${stop} `))
      worker.postMessage({k: "line", e: 1, line: "stop"});
    if (data.line.startsWith("bestmove")) worker.terminate(), resolve(said);
  };
  worker.postMessage({k: "begin", base});
  worker.postMessage({k: "new", e: 1});
  for (const line of commands) worker.postMessage({k: "line", e: 1, line});
})"""


def nodes(page, threads, go, stop=0):
    """How many positions an engine with so many threads has looked at in the end.

    With `stop`, it is stopped as soon as it has searched so deep.
    """
    lines = page.evaluate(THINK, [stop, f"setoption name Threads value {threads}", "isready", go])
    assert not [line for line in lines if line.startswith("info string")]
    words = next(line for line in reversed(lines) if line.startswith("info depth")).split()
    return int(words[words.index("nodes") + 1])


@pytest.mark.long
def test_two_threads_search_together_and_stop(page):
    """One alone looks at the same positions each time; a second comes with some of its own, unless
    the machine lets it begin only at the end.
    """
    alone = nodes(page, 1, "go depth 13")
    assert nodes(page, 1, "go depth 13") == alone
    assert any(nodes(page, 2, "go depth 13") != alone for _ in range(5))
    assert nodes(page, 2, "go infinite", stop=9)


@pytest.mark.parametrize(("threads", "tables", "told"), [
    pytest.param(1, "true", " score mate 7 ", marks=pytest.mark.long),
    (2, "true", " score mate 7 "),
    pytest.param(1, "false", " score cp ", marks=pytest.mark.long)])
def test_searches_ask_the_tables_that_the_worker_has(page, threads, tables, told):
    """A win two plies away from a table's ending."""
    lines = page.evaluate(THINK, [
        0, "setoption name UCI_Variant value contra", f"setoption name Threads value {threads}",
        f"setoption name Tables value {tables}", "position text cDd6Pa1ue7", "go depth 2"])
    assert not [line for line in lines if line.startswith("info string")]
    assert told in lines[-2]


def test_a_computer_plays_and_analyses_in_the_page(page):
    game = ask(page, 1, "POST", "games", SIDES)
    page.evaluate("(message) => say(message)", {
        "t": "join", "game": game["game"], "seats": list(game["seats"].values())})
    page.evaluate("(message) => say(message)", {
        "t": "do", "game": game["game"], "id": "a", "seat": game["seats"]["white"], "seq": 1,
        "what": "move", "move": "d1d2"})
    assert hear(page, t="done")["seq"] == 2
    assert hear(page, t="event", seq=3)["by"] == "black"
    page.evaluate("(message) => say(message)", {
        "t": "analyse", "id": 7, "of": {"game": "duell"}, "lines": 2, "seconds": 60})
    assert len(hear(page, t="info")["lines"]) == 2
    page.evaluate("say({t: 'stop', id: 7})")
    hear(page, t="analysed", id=7)


@pytest.mark.long
def test_a_game_is_there_after_the_worker_has_been_ended(page):
    game = ask(page, 1, "POST", "games", SIDES | {"black": {"kind": "human"}})
    page.evaluate("end()")
    page.evaluate(BEGIN)
    assert ask(page, 2, "GET", f"games/{game['game']}")["seq"] == 1
