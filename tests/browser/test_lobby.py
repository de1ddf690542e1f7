"""People find each other: a table is made, shared, joined on a phone, seated and dealt."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser import Visit
from tests.support.browser_looks import fits
from tests.support.browser_tables import code_of, join, make_table


def order(page: Page) -> list[str]:
    return page.locator(".place-name bdi").all_inner_texts()


def test_a_table_is_made_shared_joined_seated_and_dealt(visit: Visit):
    host = make_table(visit)
    expect(host.get_by_text("it takes at least 2 players")).to_be_visible()
    expect(host.get_by_role("button", name="Deal the cards")).to_be_disabled()

    guest = join(visit, code_of(host), "Ada")
    expect(guest.locator(".circle-seat .name", has_text="Ada (you)")).to_be_visible()
    expect(host.locator(".place-name", has_text="Ada")).to_be_visible()
    assert fits(guest)

    host.get_by_role("button", name="Fill with a bot").click()
    expect(host.locator(".places li")).to_have_count(3)
    expect(guest.locator(".circle-seat .seat[data-bot]")).to_have_count(1)

    host.get_by_role("button", name="Move Ada up").click()
    expect(host.locator(".place-name bdi").first).to_have_text("Ada")
    expect(host.get_by_role("button", name="Move Ada down")).to_be_enabled()
    host.get_by_role("button", name="Move Ada down").press("Enter")
    expect(host.locator(".place-name bdi").first).to_have_text("Mia")

    bot = order(host)[2]
    host.get_by_role("button", name=f"Send {bot} away").click()
    expect(host.locator(".places li")).to_have_count(2)

    host.get_by_role("button", name="Deal the cards").click()
    for page in (host, guest):
        expect(page.locator("#table")).to_have_attribute("data-status", "playing")
        expect(page.get_by_text("Turn 1 of 26")).to_be_visible()
        expect(page).to_have_title(re.compile("^● Your turn"))
        assert fits(page)


def test_a_tap_on_a_free_seat_seats_a_bot_or_fills_the_table(visit: Visit):
    host = make_table(visit, seats=4, phone=True)
    host.locator("#free-1").click()
    host.locator("#one-apprentice").click()
    expect(host.locator(".circle-seat .seat[data-bot]")).to_have_count(1)
    host.locator("#free-2").click()
    host.locator("#all-regular").click()
    expect(host.locator(".circle-seat .seat[data-bot]")).to_have_count(3)
    expect(host.locator(".free-seat")).to_have_count(0)


def test_a_visitor_taps_a_free_seat_to_sit_down(visit: Visit):
    host = make_table(visit)
    page = visit(f"/t/{code_of(host)}/", phone=True)
    page.get_by_label("Your name").fill("Ada")
    page.locator("#free-1").click()
    page.locator("#sit-here").click()
    expect(host.locator(".place-name", has_text="Ada")).to_be_visible()


@pytest.mark.parametrize("seats", [2, 5, 8])
def test_code_seats_and_share_stand_on_the_first_screen(visit: Visit, seats: int):
    host = make_table(visit, seats=seats, phone=True)
    for width, height in ((390, 664), (360, 640), (844, 390), (1024, 768), (1440, 900)):
        host.set_viewport_size({"width": width, "height": height})
        assert fits(host)
        for part in (".invite .qr", ".invite .spaced", ".invite [data-share]", f"#free-{seats - 1}"):
            expect(host.locator(part)).to_be_in_viewport(ratio=1)


def test_who_is_sent_away_may_sit_down_again(visit: Visit):
    host = make_table(visit)
    guest = join(visit, code_of(host), "Ada")
    host.get_by_role("button", name="Send Ada away").click()
    guest.get_by_role("button", name="Sit down").click()
    expect(host.locator(".place-name", has_text="Ada")).to_be_visible()


def test_a_full_table_tells_the_next_visitor(visit: Visit):
    host = make_table(visit, seats=2)
    join(visit, code_of(host), "Ada")
    late = visit(f"/t/{code_of(host)}/", phone=True)
    expect(late.get_by_text("All seats at this table are taken.")).to_be_visible()


def test_a_seat_taken_in_the_meantime_is_refused_with_a_sentence(visit: Visit):
    host = make_table(visit, seats=2)
    slow = visit(f"/t/{code_of(host)}/", javascript=False)
    slow.get_by_label("Your name").fill("Slow")
    join(visit, code_of(host), "Quick")
    slow.get_by_role("button", name="Sit down").click()
    expect(slow.locator("#messages")).to_contain_text("All seats at this table are taken.")


def test_a_name_that_cannot_be_is_answered_with_a_sentence(visit: Visit):
    host = make_table(visit)
    visitor = visit(f"/t/{code_of(host)}/")
    visitor.get_by_label("Your name").fill("ada@example.org")
    visitor.get_by_role("button", name="Sit down").click()
    expect(visitor.locator("#messages")).to_contain_text("please do not use an e-mail address")


def test_an_unknown_code_is_answered_next_to_the_boxes(visit: Visit):
    page = visit("/join/", phone=True)
    page.locator("#code").fill("QQQQQ")
    page.get_by_role("button", name="To the table").click()
    expect(page.get_by_role("alert")).to_contain_text("No table with the code QQQQQ")
    expect(page.locator("#code")).to_have_value("QQQQQ")


def test_a_link_pasted_into_the_boxes_becomes_its_code(visit: Visit):
    page = visit("/join/")
    page.locator("#code").evaluate(
        """(field) => {
            const data = new DataTransfer();
            data.setData("text", "https://club.example/t/KRT47/");
            const paste = { clipboardData: data, bubbles: true, cancelable: true };
            field.dispatchEvent(new ClipboardEvent("paste", paste));
        }"""
    )
    expect(page.locator("#code")).to_have_value("KRT47")


def test_leaving_before_the_start_closes_an_empty_table(visit: Visit):
    host = make_table(visit)
    code = code_of(host)
    host.get_by_role("button", name="Leave the table").click()
    host.wait_for_url("**/tables/")
    expect(host.get_by_text("No table is waiting for players right now.")).to_be_visible()
    host.goto(f"/t/{code}/")
    expect(host.get_by_text("Everybody has left this table.")).to_be_visible()


def test_the_lobby_shows_a_new_table_without_a_reload(visit: Visit):
    waiting = visit("/tables/")
    expect(waiting.get_by_text("No table is waiting for players right now.")).to_be_visible()
    host = make_table(visit)
    expect(waiting.get_by_role("link", name=code_of(host))).to_be_visible()
    expect(waiting.get_by_text("3 seats free")).to_be_visible()


def test_the_host_changes_the_table_and_the_others_see_it(visit: Visit):
    host = make_table(visit)
    guest = join(visit, code_of(host), "Ada")
    host.get_by_role("link", name="Change the table").click()
    host.get_by_label("Name of the table").fill("Kitchen table")
    host.locator("[name=splito_seats][value='7']").check(force=True)
    host.get_by_role("button", name="Save these settings").click()
    expect(guest.get_by_role("heading", name="Kitchen table").first).to_be_visible()
    expect(guest.get_by_text("2 of 7", exact=True)).to_be_visible()


@pytest.mark.parametrize("phone", [True, False], ids=["phone", "desktop"])
def test_only_the_questions_of_the_chosen_game_are_asked(visit: Visit, phone: bool):
    page = visit("/tables/new/", phone=phone, javascript=False)
    expect(page.get_by_text("Goal deck")).to_be_visible()
    expect(page.locator("#field-splitter_sheet")).to_be_hidden()
    page.get_by_role("radio", name="Splitter").check()
    expect(page.locator("#field-splitter_sheet")).to_be_visible()
    expect(page.get_by_text("Goal deck")).to_be_hidden()
    expect(page.locator("#field-splitter_seats label")).to_have_count(12)
    assert fits(page)


def test_the_whole_evening_begins_without_javascript(visit: Visit):
    host = make_table(visit, javascript=False)
    host.get_by_role("button", name="Fill with a bot").click()
    expect(host.locator(".places li")).to_have_count(2)
    host.get_by_role("button", name="Deal the cards").click()
    expect(host.locator("#table")).to_have_attribute("data-status", "playing")
