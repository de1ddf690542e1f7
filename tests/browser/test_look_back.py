"""Looking back at a round on the running site: from the count to the findings, without a reload."""

from django.db import transaction
from django.utils import timezone
from playwright.sync_api import expect

from games.analysis import lookback
from games.analysis.models import Study
from games.models import GameSession
from tests.support.browser import Visit
from tests.support.browser_looks import fits, look_at
from tests.support.browser_tables import code_of, make_table, play_out


def test_a_lone_player_looks_back_sees_how_far_it_is_and_then_what_each_turn_cost(visit: Visit):
    page = make_table(visit, game="splitter", seats=1)
    play_out(page)
    session = GameSession.objects.get(code=code_of(page))
    person = session.seats.get().person
    # Somebody works on it already, and slowly. Taken at once, or the site's own thinker would take it.
    with transaction.atomic():
        lookback.ask(session.code, 1, person)
        now = timezone.now()
        Study.objects.update(state="working", progress=0.4, tries=1, taken_at=now, touched_at=now)
    page.get_by_role("button", name="Look back").click()
    expect(page.get_by_role("progressbar")).to_have_attribute("value", "40")
    Study.objects.update(progress=0.7)
    expect(page.get_by_role("progressbar")).to_have_attribute("value", "70")
    # It is released, and the site's thinker takes it.
    Study.objects.update(state="waiting", tries=0)
    expect(page.get_by_role("img", name="What each turn cost")).to_be_visible(timeout=60_000)
    expect(page.get_by_text("The look back is ready.")).to_be_attached()
    expect(page.locator(".looked-at")).to_have_count(22)
    assert Study.objects.get().state == "done"
    for as_good in page.locator(".alike summary").all()[:1]:  # the dice may have left none
        as_good.click()
    assert look_at(page) == []
    page.set_viewport_size({"width": 1280, "height": 800})
    assert fits(page)
    page.reload()
    expect(page.locator(".looked-at")).to_have_count(22)
