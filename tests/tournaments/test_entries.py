"""Setting up a tournament and entering people: by hand, from a list, by link, nobody twice."""

from datetime import date

import pytest
from django.db import IntegrityError, transaction

from accounts import data_export
from accounts.models import Membership, User
from accounts.services import clubs, guests, return_links, users
from games.tournaments import queries, services
from games.tournaments.models import Entry, Tournament, Trail
from tests.support.threads import together
from tests.support.tournaments import event, link, next_round, organiser, refused, score_all

pytestmark = pytest.mark.django_db


def test_a_new_tournament_knows_the_usual_sizes_of_its_game():
    splito, _, _ = event(0)
    assert (splito.seats_least, splito.seats_most, splito.ideal_least, splito.ideal_most) == (3, 8, 4, 5)
    assert splito.rounds_planned == 3
    splitter, _, _ = event(0, game="splitter", by=organiser("Otto"))
    assert (splitter.seats_least, splitter.seats_most) == (1, 12)


def test_what_cannot_be_set_up_is_refused_with_a_sentence():
    by = organiser()
    usual = {"options": {}, "name": "Cup", "date": date(2026, 1, 1)}
    assert refused(services.create, by, "splito", **usual, seats_most=9) == "bad-table-sizes"
    assert refused(services.create, by, "splito", **usual, rounds_planned=10) == "bad-rounds"
    assert refused(services.create, by, "splito", **usual, tie_breaks=["wins", "wins"]) == "bad-tie-breaks"
    assert refused(services.create, by, "chess", **usual) == "unknown-game"
    guest = User.objects.create_user("Gast", is_guest=True)
    assert refused(services.create, guest, "splito", **usual) == "account-needed"


def test_nobody_runs_a_tournament_with_a_login_card():
    """Other organisers can print the card, and would sit at the desk with it."""
    tournament, by, _ = event(3)
    carla = users.create_account("Carla")
    return_links.renew(carla)
    usual = {"options": {}, "name": "Cup", "date": date(2026, 1, 1)}
    assert refused(services.create, carla, "splito", **usual) == "password-needed"
    assert refused(services.add_helper, tournament.pk, by, carla, rights="organise") == "password-needed"
    services.add_helper(tournament.pk, by, carla, rights="scores")
    return_links.close(carla)
    assert services.create(carla, "splito", **usual).organiser == carla


def test_the_database_itself_keeps_rounds_sizes_and_status_sane():
    tournament, _, _ = event(0)
    for wrong in ({"rounds_planned": 0}, {"ideal_most": 9}, {"status": "closed"}, {"counting": "luck"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Tournament.objects.filter(pk=tournament.pk).update(**wrong)


def test_a_person_is_entered_once_however_the_name_is_written():
    tournament, by, _ = event(2)
    assert refused(services.enter, tournament.pk, by, " ANA ") == "entered-twice"
    assert refused(services.enter, tournament.pk, by, "") == "bad-name"
    assert refused(services.enter, tournament.pk, by, "x" * 41) == "long-name"
    assert tournament.entries.count() == 2


def test_bad_lines_of_a_list_are_named_by_number_and_the_good_ones_taken():
    tournament, by, _ = event(1)
    text = '\ufeffName;New\nBen;yes\n\nAna\nCleo;maybe\nben\n<b>\nDora,no\n"Eva\n'
    read = services.look_at_list(tournament, text)
    assert [(bad.line, bad.why) for bad in read.bad] == [
        (4, "entered-twice"),
        (5, "bad-newcomer"),
        (6, "twice-in-list"),
        (7, "bad-name"),
        (9, "unreadable"),
    ]
    assert tournament.entries.count() == 1
    assert services.take_list(tournament.pk, by, text) == read
    assert [(entry.name, entry.newcomer) for entry in tournament.entries.all()] == [
        ("Ana", False),
        ("Ben", True),
        ("Dora", False),
    ]
    assert not services.take_list(tournament.pk, by, text).good


def test_two_hundred_lines_are_taken_at_once():
    tournament, by, _ = event(0)
    text = "\n".join("" if number % 50 == 0 else f"Player Number {number}" for number in range(200))
    services.take_list(tournament.pk, by, text + "\nPlayer Number 7")
    assert tournament.entries.count() == 196


def test_by_link_one_registers_oneself_and_twice_changes_nothing():
    tournament, by, _ = event(1)
    guest = User.objects.create_user("Gast", is_guest=True)
    entry = services.register(tournament.pk, guest, "Mia")
    assert services.register(tournament.pk, guest, "Mia again") == entry
    assert refused(services.register, tournament.pk, organiser("Other"), "mia") == "entered-twice"
    services.configure(tournament.pk, by, registration="hand")
    assert refused(services.register, tournament.pk, organiser("Late"), "Late") == "registration-closed"


def test_a_name_the_organiser_typed_is_mine_only_if_i_say_so():
    tournament, _, (ana,) = event(1)
    person = organiser("Anna")
    assert refused(services.register, tournament.pk, person, "Ana") == "name-there"
    assert services.register(tournament.pk, person, "Ana", mine=True) == ana
    assert tournament.entries.get().person == person


def test_an_entry_is_linked_to_an_account_later_but_to_one_only():
    tournament, by, (ana, ben) = event(2)
    person = organiser("Anna")
    club = clubs.found(by, name="Linde")
    services.configure(tournament.pk, by, club=club)
    Membership.objects.create(club=club, user=person)
    services.link(tournament.pk, by, ana.pk, person)
    assert refused(services.link, tournament.pk, by, ben.pk, person) == "entered-twice"
    services.link(tournament.pk, by, ana.pk, None)
    services.link(tournament.pk, by, ben.pk, person)
    assert Entry.objects.get(person=person) == ben


def test_strangers_and_score_helpers_do_not_organise():
    tournament, by, _ = event(1)
    stranger, typist, deputy = organiser("Stranger"), organiser("Typist"), organiser("Deputy")
    services.add_helper(tournament.pk, by, typist, rights="scores")
    services.add_helper(tournament.pk, by, deputy, rights="organise")
    for person in (stranger, typist):
        assert refused(services.enter, tournament.pk, person, "Zoe") == "not-organiser"
        assert refused(services.configure, tournament.pk, person, name="Mine") == "not-organiser"
    services.enter(tournament.pk, deputy, "Zoe")
    assert [services.rights(tournament, who) for who in (by, deputy, typist, stranger, None)] == [
        "organise",
        "organise",
        "scores",
        "",
        "",
    ]
    services.remove_helper(tournament.pk, by, deputy.pk)
    assert refused(services.enter, tournament.pk, deputy, "Yan") == "not-organiser"


def test_every_write_leaves_a_line_in_the_trail_and_a_double_click_none():
    tournament, by, _ = event(1)
    before = Trail.objects.count()
    services.configure(tournament.pk, by, name="Winter Cup")
    services.configure(tournament.pk, by, name="Winter Cup")
    (line,) = Trail.objects.all()[before:]
    assert (line.act, line.by, line.facts) == ("configure", by, {"name": ["Autumn Cup", "Winter Cup"]})


def test_only_the_organiser_reopens_a_closed_tournament_and_it_says_so():
    tournament, by, _ = event(3)
    deputy = organiser("Deputy")
    services.add_helper(tournament.pk, by, deputy, rights="organise")
    running = next_round(tournament, by)
    assert refused(services.close, tournament.pk, by) == "round-not-closed"
    score_all(tournament, by, running)
    services.close_round(tournament.pk, by, 1)
    services.close(tournament.pk, by)
    assert refused(services.enter, tournament.pk, by, "Zoe") == "tournament-closed"
    assert refused(services.reopen, tournament.pk, deputy) == "not-organiser"
    services.reopen(tournament.pk, by)
    tournament.refresh_from_db()
    assert (tournament.status, tournament.closed_at) == ("running", None)
    assert tournament.reopened_at is not None


def test_a_tournament_is_thrown_away_only_before_a_round_was_published():
    tournament, by, _ = event(4)
    services.propose(tournament.pk, by)
    services.remove(tournament.pk, by)
    assert not Tournament.objects.exists()
    tournament, by, _ = event(4, by=by)
    next_round(tournament, by)
    assert refused(services.remove, tournament.pk, by) == "rounds-played"


def test_a_guest_who_signs_in_keeps_the_entry():
    tournament, _, _ = event(0)
    guest, account = User.objects.create_user("Gast", is_guest=True), organiser("Mia")
    entry = services.register(tournament.pk, guest, "Mia")
    guests.follow(guest, account)
    entry.refresh_from_db()
    assert entry.person == account


def test_a_deleted_account_leaves_results_without_a_name():
    tournament, by, (ana, *_) = event(4)
    person = organiser("Anna")
    link(tournament, ana, person)
    score_all(tournament, by, next_round(tournament, by))
    assert data_export.collect(person)["tournaments"]["entries"][0]["name"] == "Ana"
    users.delete(person)
    ana.refresh_from_db()
    assert (ana.name, ana.presence) == ("", "gone")
    assert "Former player" in {line.name for line in queries.standings(tournament)}
    assert ana.places.get().result.points
    assert not [line for line in Trail.objects.all() if "Ana" in str(line.facts) or "Ana" in line.by_name]


def test_a_helper_takes_on_the_tournament_of_a_deleted_organiser():
    tournament, by, _ = event(1)
    deputy = organiser("Deputy")
    services.add_helper(tournament.pk, by, deputy, rights="organise")
    users.delete(by)
    tournament.refresh_from_db()
    assert tournament.organiser == deputy


@pytest.mark.django_db(transaction=True)
def test_two_who_enter_the_same_name_at_once_make_one_entry():
    tournament, by, _ = event(0)
    answers = together(*[lambda: services.enter(tournament.pk, by, "Ana")] * 2)
    assert sorted(type(answer).__name__ for answer in answers) == ["Entry", "Refused"]
    assert tournament.entries.count() == 1
    assert Trail.objects.filter(act="enter").count() == 1
