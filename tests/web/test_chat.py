"""Chat in games, by guests and by accounts, and people who follow each other, in two browsers."""
from .conftest import OVERFLOW, PATIENCE, need_browser, until
from .test_accounts import address, asked, enter, sign_up  # noqa: F401
from .test_company import to
from .test_lobby import GAME, SAYS, button, picture

pytestmark = need_browser
SCRIPT = "<img src=x onerror='document.title=`gone`'><script>document.title='gone'</script>"
BADGE = "count => document.querySelector('.chat .badge [aria-hidden]')?.textContent === `${count}`"
LINES = "lines => [...document.querySelectorAll('.chat li .said')].map((one) => one.textContent)" \
        ".join() === lines"

LAST_IN_SIGHT = "() => { const list = document.querySelector('.chat ol');" \
                " return list.scrollTop + list.clientHeight > list.scrollHeight - 2; }"
ANNOUNCED = "text => document.querySelector('.chat [aria-live]')?.textContent.endsWith(text)"


def open_chat(page):
    page.get_by_role("button", name="Chat").click()


def test_guests_say_presets_in_their_own_languages(enter):  # noqa: F811
    anna, ben = enter("/"), enter("/", "phone", locale="de", color_scheme="dark")
    made = asked(anna, "/games", {"rules": "contra", "white": {"kind": "human"},
                                  "black": {"kind": "human"}})
    for page, colour in ((anna, "white"), (ben, "black")):
        to(page, f"/game/{made['game']}#{made['seats'][colour]}")
    open_chat(anna)
    button(anna, "Good luck!").click()
    until(anna, LINES, "Good luck!")
    until(ben, BADGE, 1)
    button(anna, "Hello!").click()      # while his chat is closed, it is announced
    until(ben, ANNOUNCED, ": Hallo!")
    until(ben, BADGE, 2)
    picture(ben, "chat-closed-phone-de")
    ben.get_by_role("button", name="Chat").click()
    until(ben, LINES, "Viel Glück!,Hallo!")
    until(ben, SAYS, "Freier Text braucht auf beiden Seiten ein Konto.")
    button(ben, "Viel Glück!").click()
    until(anna, LINES, "Good luck!,Hello!,Good luck!")
    picture(ben, "chat-guests-phone-de")
    picture(anna, "chat-guests-desk")
    assert ben.evaluate(OVERFLOW) == 0
    ben.get_by_role("button", name="stumm schalten").click()
    button(anna, "One moment, please.").click()
    until(anna, LINES, "Good luck!,Hello!,Good luck!,One moment, please.")
    until(ben, LINES, "Viel Glück!")
    ben.reload()                        # all of it is there again, and whoever is mute stays so
    ben.get_by_role("button", name="Chat").click()
    until(ben, LINES, "Viel Glück!")
    ben.get_by_role("button", name="nicht mehr stumm schalten").click()
    until(ben, LINES, "Viel Glück!,Hallo!,Viel Glück!,Einen Moment bitte.")


def clock_offered(page):
    """The clock with which an open challenge begins."""
    return page.get_by_role("dialog").locator("select").first.input_value()


def test_a_challenge_begins_with_a_clock_by_minutes_only_for_those_who_are_here(enter):  # noqa: F811
    clara, dario = enter("/account"), enter("/account", "phone")
    for page, name in ((clara, "Clara"), (dario, "Dario")):
        sign_up(page, name)
    to(clara, "/people/Dario")
    button(clara, "Challenge").click()           # whom she does not follow, she is not told of
    assert clock_offered(clara) == "3d"
    clara.keyboard.press("Escape")
    button(clara, "Follow").click()
    until(clara, SAYS, "The lobby shows when Dario is online.")
    begins_with(clara, "10+5")
    dario.close()
    begins_with(clara, "3d")


def begins_with(page, clock):
    """Return when a challenge on this profile begins with a clock."""
    for _ in range(5 * PATIENCE):               # the page is told soon
        button(page, "Challenge").click()
        offered = clock_offered(page)
        page.keyboard.press("Escape")
        page.get_by_role("dialog").wait_for(state="detached")
        if offered == clock:
            return
        page.wait_for_timeout(200)
    assert offered == clock


def test_two_accounts_follow_each_other_and_chat(enter):  # noqa: F811
    anna, bruno = enter("/account"), enter("/account", "phone")
    for page, name in ((anna, "Anna"), (bruno, "Bruno")):
        sign_up(page, name)
    to(anna, "/people/Bruno")
    button(anna, "Follow").click()
    until(anna, SAYS, "The lobby shows when Bruno is online.")
    to(anna, "/lobby")
    until(anna, SAYS, "People you follow")
    picture(anna, "followed-desk")
    anna.get_by_role("button", name="Challenge Bruno").click()
    dialog = anna.get_by_role("dialog")
    assert clock_offered(anna) == "10+5"
    dialog.locator("select").first.select_option("3d")
    button(anna, "Send the challenge").click()
    button(bruno, "Accept").click()
    assert until(bruno, GAME) == until(anna, GAME)
    open_chat(anna)
    until(anna, SAYS, "You have not allowed free text.")
    button(anna, "Allow free text").click()
    until(anna, SAYS, "Bruno does not allow free text.")
    open_chat(bruno)
    button(bruno, "Allow free text").click()
    field = anna.get_by_label("Message", exact=True)
    field.fill(SCRIPT)
    field.press("Enter")
    until(bruno, LINES, SCRIPT)
    until(anna, "() => !document.querySelector('.chat input').value")
    bruno.get_by_label("Message", exact=True).fill("A wide line " * 16)
    button(bruno, "Send").click()
    until(anna, LINES, f"{SCRIPT},{('A wide line ' * 16).strip()}")
    bruno.reload()
    open_chat(bruno)
    until(bruno, LINES, f"{SCRIPT},{('A wide line ' * 16).strip()}")
    until(anna, LAST_IN_SIGHT)
    picture(anna, "chat-desk")
    picture(bruno, "chat-phone")
    for page in (anna, bruno):
        assert page.locator(".chat :is(img, script)").count() == 0
        assert "gone" not in page.title() and page.evaluate(OVERFLOW) == 0
    to(bruno, "/account")
    bruno.get_by_label("My followers may see").uncheck()
    until(bruno, "async () => (await (await fetch('/api/v1/account')).json())"
                 ".account.privacy.seen === false")
    picture(bruno, "privacy-phone")
    to(anna, "/lobby")
    until(anna, SAYS, "None of them is online now.")
