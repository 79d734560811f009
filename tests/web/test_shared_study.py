"""A study that two people write at the same time, each at a browser of his own."""
import contextlib

from .conftest import AXE, OVERFLOW, PLY, SIZES, need_browser, press, until

MOVES = "() => document.querySelector('.moves')?.textContent.match(/[a-g][1-7]-[a-g][1-7]/g) ?? []"
SAYS = 'text => document.querySelector(".company")?.textContent.includes(text)'


def shared(page):
    """Share the study of a page; the links for writers and for readers."""
    page.get_by_role("button", name="Share").click()
    page.get_by_role("button", name="Let others write it").click()
    links = [page.get_by_role("textbox", name=f"Link for {role}").input_value()
             for role in ("writers", "readers")]
    page.get_by_role("button", name="Close").click()
    return links


@need_browser
def test_two_write_a_study_together_and_a_third_reads_it(browser, address, tmp_path):
    with contextlib.ExitStack() as contexts:
        write_together(lambda size: contexts.enter_context(browser.new_context(
            viewport=SIZES[size], reduced_motion="reduce", locale="en")), address, tmp_path)


def write_together(context, address, pictures):
    """Consoles may tell that somebody was late with a chapter, or offline."""
    problems = []

    def visit(size, url):
        page = context(size).new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.goto(url)
        return page
    anna = visit("desk", f"{address}/analysis?game=contra&moves=d1d2")
    until(anna, f"() => ({PLY})() === 1")
    writers, readers = shared(anna)
    assert writers.startswith(readers + "#")
    ben = visit("phone", writers)
    carla = visit("desk", readers)
    for page in (anna, ben, carla):
        until(page, SAYS, "3 people here")
        until(page, f"({MOVES})().length === 1")

    ben.get_by_role("button", name="To the last move").click()
    until(ben, f"() => ({PLY})() === 1")
    press(ben, "d7")
    press(ben, "d6")
    anna.get_by_label("Comment on this move").fill("Bold.")
    for page in (anna, ben, carla):
        until(page, f"({MOVES})().length === 2")
        until(page, "() => document.querySelector('.moves').textContent.includes('Bold.')")

    carla.get_by_role("button", name="To the last move").click()
    until(carla, f"() => ({PLY})() === 2")
    press(carla, "d2")
    press(carla, "d3")
    until(carla, f"({MOVES})().length === 3")           # for herself

    # Without a connection what is written waits, also over a reload.
    ben.context.set_offline(True)
    ben.get_by_role("tab", name="Comment").click()
    ben.get_by_label("Comment on this move").fill("Solid.")
    until(ben, SAYS, "does not answer")
    ben.context.set_offline(False)
    until(anna, "() => document.querySelector('.moves').textContent.includes('Solid.')")
    anna.reload()
    until(anna, SAYS, "3 people here")
    assert anna.evaluate(f"({MOVES})().length") == 2
    anna.get_by_role("button", name="Share").click()
    anna.get_by_text("Earlier versions").click()
    anna.get_by_text("Each opens as a study of its own").wait_for()
    for page in (anna, ben):
        page.evaluate(AXE.read_text(encoding="utf-8"))
        assert page.evaluate("async () => (await axe.run(document)).violations"
                             ".map(one => `${one.id}: ${one.nodes[0].html}`)") == []
        assert page.evaluate(OVERFLOW) <= 0
    for name, page in (("anna", anna), ("ben", ben)):
        page.screenshot(path=pictures / f"{name}.png")
    assert problems == []


@need_browser
def test_a_link_to_no_study_says_so(browser, address):
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(f"{address}/analysis?shared=aaaaaaaaaaaaaaaaaaaa")
        page.get_by_role("alert").filter(has_text="no study of this name").wait_for()
