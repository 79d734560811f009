"""Browsers that run no scripts, or know no modules, are told so, in all languages."""
import json

import pytest

from eckstein.words import FOLDER, LANGUAGES

from .conftest import OVERFLOW, SIZES, need_browser, until

pytestmark = need_browser
SHOWN = "() => document.querySelectorAll('p[lang]').length"


def said(page):
    """What the page says, by its language."""
    return {one.get_attribute("lang"): one.inner_html() for one in page.locator("p").all()}


@pytest.fixture(scope="module")
def words():
    return {language: json.loads((FOLDER / language / "page.json").read_text("utf-8"))["needs"]
            for language in LANGUAGES}


@pytest.mark.parametrize("size", SIZES)
def test_without_scripts_the_page_says_what_it_needs(browser, address, words, size):
    with browser.new_context(java_script_enabled=False, viewport=SIZES[size]) as context:
        page = context.new_page()
        page.goto(address)
        assert said(page) == words
        assert all(one.is_visible() for one in page.locator("p").all())


def test_without_modules_the_page_says_what_it_needs(browser, address, words):
    """As a browser takes the page that knows neither `module` nor `nomodule`."""
    def older(route):
        answer = route.fetch()
        text = answer.text()
        assert text.count('type="module"') == 1 and text.count("<script nomodule ") == 1
        route.fulfill(response=answer, body=text.replace('type="module"', 'type="unknown"')
                      .replace("<script nomodule ", "<script "))

    with browser.new_context(viewport=SIZES["phone"]) as context:
        page = context.new_page()
        page.route(f"{address}/", older)
        page.goto(address)
        assert until(page, SHOWN) == len(words)
        assert said(page) == words
        assert page.evaluate(OVERFLOW) <= 0


def test_browsers_with_modules_load_nothing_more(browser, address):
    with browser.new_context() as context:
        page = context.new_page()
        asked = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(address)
        until(page, "() => document.querySelector('main')")
        assert len(asked) > 3 and f"{address}/old.js" not in asked
        assert page.evaluate(SHOWN) == 0
