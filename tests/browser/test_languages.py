"""Two people at one table, each in their own language; one of them changes hers in mid-round."""

from playwright.sync_api import expect

from tests.support import tables
from tests.support.browser import Visit
from tests.support.browser_splito import come_to, of, others_play


def test_german_and_russian_at_one_table_and_a_switch_without_losing_the_place(visit: Visit):
    session, (ana, ben, cleo) = tables.dealt(3)
    german = come_to(visit, session, ana, language="de")
    russian = come_to(visit, session, ben, phone=True, language="ru")
    others_play(session, [ana, ben, cleo])
    for page, language, turn in ((german, "de", "Runde 2 von 13"), (russian, "ru", "Раунд 2 из 13")):
        of(page, "ref", "1.1")
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page.locator(".turn")).to_contain_text(turn)

    german.locator("#menu-button").click()
    german.locator("#table-menu summary", has_text="Sprache").click()
    german.locator("#table-menu button[value=it]").click()
    expect(german).to_have_url(f"{german.url.split('/t/')[0]}/t/{session.code}/")
    expect(german.locator("html")).to_have_attribute("lang", "it")
    of(german, "line", "open")
    others_play(session, [ana, ben, cleo])
    expect(german.locator(".turn")).to_contain_text("Turno 3 di 13")
    expect(russian.locator(".turn")).to_contain_text("Раунд 3 из 13")


def test_a_table_left_open_in_another_window_follows_the_switch(visit: Visit):
    session, (ana, *_) = tables.dealt(2)
    page = come_to(visit, session, ana, language="fr")
    other = page.context.new_page()
    other.goto("/")
    other.locator("[popovertarget=languages]").click()
    other.locator("#languages button[value=ru]").click()
    expect(other.locator("html")).to_have_attribute("lang", "ru")
    page.evaluate("htmx.trigger(document.getElementById('table'), 'catch-up')")
    expect(page.locator("html")).to_have_attribute("lang", "ru")
