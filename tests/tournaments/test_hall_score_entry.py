"""Score entry with the table's QR code: tapped once, worked out, confirmed by a second person."""

import threading

import pytest
from django.test import Client
from django.urls import reverse

from games.tournaments import services
from games.tournaments.models import Confirmation, Result, ScoreReport
from tests.support.hall import come_in, page, path
from tests.support.tournaments import event, online_round, published, score_all, seats, zones

pytestmark = pytest.mark.django_db


def one_table(people=3, **settings):
    tournament, by, running = published(people, **settings)
    return tournament, by, running.tables.get()


def send(client, table, who, typed, **more):
    return client.post(
        path("sheet", table.token),
        typed | {"entry": who.pk, "seats": "-".join(str(entry.pk) for entry in seats(table))} | more,
    )


def words(answer):
    return " ".join(answer.content.decode().split())


def points(table):
    return [place.result.points for place in table.places.order_by("seat")]


def test_a_table_enters_its_zones_and_a_second_one_confirms():
    """Zones 8, 4, 6 as in the rules: 48, 32, 24. No account anywhere."""
    _, _, table = one_table()
    ana, ben, _ = seats(table)
    one, other = Client(), Client()
    assert "Tap the value of every zone" in words(page(one, "sheet", table.token))
    assert send(one, table, ana, zones(8, 4, 6)).url == path("sheet", table.token)
    html = words(page(other, "sheet", table.token))
    assert "Waiting for one more confirmation." in html
    assert f"Entered by {ana.name}." in html
    assert "8 × 6 =" in html
    assert f'id="confirm-{ana.pk}"' not in html
    report = ScoreReport.objects.get().pk
    for _ in range(2):  # a double tap
        other.post(path("sheet-confirm", table.token), {"entry": ben.pk, "report": report})
    assert points(table) == [48, 32, 24]
    assert len(set(Confirmation.objects.values_list("device", flat=True))) == 2
    assert "Counted." in words(page(one, "sheet", table.token))


def test_products_are_worked_out_while_tapping_and_without_a_script():
    _, _, table = one_table()
    part = words(page(Client(), "sheet-count", table.token, **zones(8, 4)))
    assert "data-outcome" not in part
    part = words(page(Client(), "sheet-count", table.token, **zones(8, 4, 6)))
    assert 'data-sum="8 × 6" data-points="48"' in part
    whole = words(page(Client(), "sheet", table.token, **zones(8, 4, 6)))
    assert 'data-points="48"' in whole
    assert 'value="8"' in whole
    assert not ScoreReport.objects.exists()


def test_cards_are_asked_for_only_where_a_tie_needs_them_and_then_decide():
    _, _, table = one_table(4)
    ana, ben, *_ = seats(table)
    assert "cards-" not in words(page(Client(), "sheet-count", table.token, **zones(2, 3, 5, 7)))
    typed = zones(4, 5, 4, 3)  # 12, 20, 20, 12: two ties
    part = words(page(Client(), "sheet-count", table.token, **typed))
    assert "A tie: count the cards" in part
    assert part.count('name="cards-') == 4
    cards = {"cards-0": "10", "cards-1": "14", "cards-2": "16", "cards-3": "12"}
    for who in (ana, ben):
        send(Client(), table, who, typed | cards)
    ranks = [place.result.rank for place in table.places.order_by("seat")]
    assert points(table) == [12, 20, 20, 12]
    assert ranks == [3, 1, 2, 4]


def test_an_uncounted_tie_stays_a_tie():
    _, _, table = one_table()
    ana, ben, _ = seats(table)
    for who in (ana, ben):
        send(Client(), table, who, zones(5, 5, 5))
    assert {place.result.rank for place in table.places.all()} == {1}


def test_impossible_values_are_warned_of_before_they_are_sent():
    _, _, table = one_table()
    ana, *_ = seats(table)
    client = Client()
    answer = send(client, table, ana, zones(500, 4, 6))
    assert answer.status_code == 200
    assert "A zone cannot be worth 500" in words(answer)
    assert "They are right, send them" in words(answer)
    assert not ScoreReport.objects.exists()
    send(client, table, ana, zones(35, 4, 6), sure="1")
    assert ScoreReport.objects.get().typed["zone-0"] == 35


@pytest.mark.parametrize("bad", ["", "x", "-1", "1e3", "9" * 400, "\0", "٣"])
def test_what_is_no_number_is_told_and_never_kept(bad):
    _, _, table = one_table()
    answer = send(Client(), table, seats(table)[0], zones(8, 4, bad))
    assert answer.status_code == 200
    assert not ScoreReport.objects.exists()
    assert page(Client(), "sheet-count", table.token, **zones(8, 4, bad)).status_code == 200


def test_splitter_is_entered_number_by_number_and_checked():
    _, _, table = one_table(2, game="splitter", options={"sheet": "B"})
    ana, ben = seats(table)
    nothing = {f"number-{seat}-{number}": "0" for seat in (0, 1) for number in range(1, 7)}
    typed = nothing | {"hearts-0": "0", "hearts-1": "5", "number-0-4": "8", "number-1-6": "12"}
    html = words(page(Client(), "sheet", table.token))
    assert 'data-step="6" data-of="number-1-6"' in html
    assert "♥" in html
    bad = words(send(Client(), table, ana, typed | {"number-0-4": "7"}))
    assert "Groups of 4 cannot score 7" in bad
    assert not ScoreReport.objects.exists()
    odd = words(send(Client(), table, ana, typed | {"hearts-1": "3"}))
    assert "or nothing" in odd
    assert not ScoreReport.objects.exists()
    for who in (ana, ben):
        send(Client(), table, who, typed)
    assert points(table) == [8, 17]


def test_differing_reports_are_shown_and_left_to_the_organiser():
    _, _, table = one_table()
    ana, ben, cleo = seats(table)
    send(Client(), table, ana, zones(8, 4, 6))
    send(Client(), table, ben, zones(8, 5, 6))
    html = words(page(Client(), "sheet", table.token))
    assert "Different scores were entered." in html
    assert "The organiser decides" in html
    assert f"Entered by {ana.name}" in html
    assert f"Entered by {ben.name}" in html
    report = ScoreReport.objects.first().pk
    Client().post(path("sheet-confirm", table.token), {"entry": cleo.pk, "report": report})
    assert not Result.objects.exists()
    send(Client(), table, ben, zones(8, 4, 6))  # ben had mistyped
    assert points(table) == [48, 32, 24]


@pytest.mark.django_db(transaction=True)
def test_two_phones_that_send_at_once_make_one_report_that_counts():
    _, _, table = one_table()
    ana, ben, _ = seats(table)
    start = threading.Barrier(2)

    def phone(who):
        from django.db import connection

        start.wait(10)
        send(Client(), table, who, zones(8, 4, 6))
        connection.close()

    threads = [threading.Thread(target=phone, args=[who]) for who in (ana, ben)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert ScoreReport.objects.count() == 1
    assert points(table) == [48, 32, 24]


def test_a_closed_round_says_so_and_takes_nothing():
    tournament, by, table = one_table()
    ana, *_ = seats(table)
    score_all(tournament, by, table.round)
    services.close_round(tournament.pk, by, 1)
    assert "The round is closed." in words(page(Client(), "sheet", table.token))
    send(Client(), table, ana, zones(9, 9, 9), sure="1")
    assert points(table) == [15, 12, 20]


def test_numbers_typed_before_a_swap_are_not_taken_for_other_people():
    tournament, by, running = published(6, seats_least=3, ideal_least=3, ideal_most=3)
    table, other = running.tables.all()
    ana, ben, _ = seats(table)
    sat = "-".join(str(entry.pk) for entry in seats(table))
    services.undo_publish(tournament.pk, by, 1)
    running.refresh_from_db()
    services.swap(tournament.pk, by, 1, draw=running.draw, one=ben.pk, other=seats(other)[0].pk)
    running.refresh_from_db()
    services.publish(tournament.pk, by, 1, draw=running.draw)
    client = Client()
    client.post(path("sheet", table.token), zones(8, 4, 6) | {"entry": ana.pk, "seats": sat})
    assert not ScoreReport.objects.exists()
    assert "changed this in the meantime" in words(page(client, "sheet", table.token))


def test_somebody_from_another_table_cannot_enter_or_confirm_here():
    _, _, running = published(9)
    table, other = running.tables.all()[:2]
    stranger = seats(other)[0]
    assert "Please say who you are at this table" in words(send(Client(), table, stranger, zones(2, 3, 4, 5)))
    send(Client(), table, seats(table)[0], zones(2, 3, 4, 5, 6))
    report = ScoreReport.objects.get().pk
    Client().post(path("sheet-confirm", table.token), {"entry": stranger.pk, "report": report})
    Client().post(path("sheet-confirm", other.token), {"entry": stranger.pk, "report": report})
    assert not Result.objects.exists()


@pytest.mark.parametrize("token", ["a" * 16, "%00", "ä", "x" * 500, "' OR 1=1", "me"])
def test_a_forged_token_is_a_plain_404(token):
    published(4)
    client = Client()
    for tail in ("", "count/", "confirm/"):
        method = client.post if tail == "confirm/" else client.get
        assert method(f"/tournaments/table/{token}/{tail}").status_code == 404, tail
    assert client.post(f"/tournaments/table/{token}/").status_code == 404


def test_the_token_of_a_proposed_seating_shows_nothing_of_it_and_says_why():
    tournament, by, entries = event(4)
    table = services.propose(tournament.pk, by).tables.get()
    for answer in (page(Client(), "sheet", table.token), Client().post(path("sheet", table.token))):
        said = words(answer)
        assert "The organiser is changing the seats of this round." in said
        assert not [entry.name for entry in entries if entry.name in said]
    assert page(Client(), "sheet-count", table.token).status_code == 404


def test_an_open_score_page_stays_kind_when_the_publishing_is_taken_back():
    tournament, by, running = published(4)
    table = running.tables.get()
    who = seats(table)[0]
    services.undo_publish(tournament.pk, by, 1)
    part = Client().get(path("sheet", table.token), headers={"HX-Request": "true"})
    assert 'data-phase="unpublished"' in part.content.decode()
    answer = Client().post(path("sheet", table.token), {**zones(3, 4, 5, 6), "entry": who.pk})
    assert "What you have just typed was not sent." in words(answer)
    assert table.reports.count() == 0
    confirmed = Client().post(path("sheet-confirm", table.token), {"entry": who.pk, "report": "1"})
    assert confirmed.url == path("sheet", table.token)
    services.publish(tournament.pk, by, 1, draw=running.draw)
    assert 'id="entry"' in page(Client(), "sheet", table.token).content.decode()


def test_an_online_table_needs_no_entry_and_shows_nothing_of_its_game():
    tournament, by, table = online_round(3)
    services.start(tournament.pk, by, table.pk)
    html = words(page(Client(), "sheet", table.token))
    assert "This table plays online" in html
    assert 'id="entry"' not in html
    assert reverse("table:table", args=[table.session.code]) in html
    dealt = table.session.rounds.get()
    for name in ("results", "wall"):
        seen = words(page(come_in(by), name, tournament.code))
        assert bytes(dealt.seed).hex() not in seen
