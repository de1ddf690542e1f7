"""The admin: staff manage what they may, through the product's own writes, and see no secret."""

import base64
import re
from html import unescape

import pytest
from django.contrib import admin
from django.contrib.contenttypes.models import ContentType
from django.test import Client

from accounts.admin_base import Careful
from accounts.models import Membership, User
from accounts.services import clubs
from games.models import GameSession, Mute, Remark, Report, Round
from games.table import services
from tests.support.admin import do, helper, pages
from tests.support.clients import browser_of
from tests.support.tables import dealt, gather, now, person, play_round, seal, the_round, wish

pytestmark = pytest.mark.django_db

LISTS = [
    *["accounts/user", "accounts/club", "accounts/membership"],
    *["games/gamesession", "games/round", "games/deck", "games/report", "games/remark", "games/mute"],
]
SECRET_LOOKUPS = {
    "games/round": ["seed", "seed__gt", "seating", "choices__move", "choices__turn", "session__code"],
    "games/gamesession": ["rounds__seed__gt", "rounds__choices__move", "host__password", "options__x"],
    "accounts/user": ["password__startswith", "return_secret", "return_secret__startswith", "seats__session"],
    "accounts/club": ["invite_secret__startswith", "members__return_secret"],
    "games/remark": ["session__rounds__seed", "person__password__startswith"],
    "daily/day": ["seed", "seed__gt"],
    "mfa/authenticator": ["data__secret__startswith"],
    "usersessions/usersession": ["session_key__startswith"],
}


@pytest.fixture
def boss(db) -> Client:
    return browser_of(User.objects.create_superuser("Boss"))


# Secrets


def test_no_page_of_the_admin_shows_what_a_running_round_hides(boss: Client):
    session, users = dealt(3)
    assert seal(*[wish(session, user) for user in users[:2]]) == ["sealed", "sealed"]
    table, round = now(session), the_round(session)
    seed = bytes(round.seed)
    read = pages(boss)
    assert f"/admin/games/round/{round.pk}/change/" in read
    assert f"/admin/games/gamesession/{session.pk}/change/" in read
    assert round.commitment in read[f"/admin/games/round/{round.pk}/change/"]  # the crawl reads the page
    moves = set(round.choices.values_list("move", flat=True))
    hidden = table.rules.secrets(table.deal.state, frozenset()) | moves
    hidden |= {seed.hex(), base64.b64encode(seed).decode(), str(seed), repr(memoryview(seed))}
    assert len(moves) == 2
    for path, html in read.items():
        words = set(re.findall(r"[\w+/=-]+", html))
        leaked = [one for one in hidden if one in words or (" " in one and one in html)]
        assert not leaked, path


@pytest.mark.parametrize("where", SECRET_LOOKUPS)
def test_no_list_can_be_narrowed_by_what_it_does_not_show(boss: Client, where: str):
    dealt(2)
    assert boss.get(f"/admin/{where}/").status_code == 200
    for lookup in SECRET_LOOKUPS[where]:
        assert boss.get(f"/admin/{where}/", {lookup: "a"}).status_code == 400, lookup


def test_every_list_of_ours_is_careful():
    ours = ("accounts", "games")
    for model, page in admin.site._registry.items():
        if model.__module__.split(".")[0] in ours:
            assert isinstance(page, Careful), model


def test_nobody_can_complete_a_word_out_of_a_running_round(boss: Client):
    dealt(2)
    for model, field in (("round", "seed"), ("round", "choices"), ("choice", "round"), ("choice", "move")):
        asked = {"app_label": "games", "model_name": model, "field_name": field, "term": ""}
        answer = boss.get("/admin/autocomplete/", asked)
        # A table may be found by its name, as in the list of tables, but by nothing of the round itself.
        assert answer.status_code in (403, 404) or (model, field) == ("choice", "round")
        assert not re.search(r"[0-9a-f]{64}", answer.content.decode())


def test_the_seed_of_a_finished_round_is_open_unless_others_play_its_deal(boss: Client):
    session, users = dealt(2, "splitter")
    play_round(session, users)
    round = the_round(session)
    page = f"/admin/games/round/{round.pk}/change/"
    assert bytes(round.seed).hex() in boss.get(page).content.decode()
    Round.objects.update(sealed_until="2999-01-01T00:00Z")
    html = boss.get(page).content.decode()
    assert bytes(round.seed).hex() not in html
    assert "Player 0" in html


def test_the_secrets_of_second_steps_are_not_shown(boss: Client):
    from allauth.mfa.models import Authenticator

    one = Authenticator.objects.create(user=person("Mia"), type="totp", data={"secret": "JBSWY3DPEHPK3PXP"})
    for path in ("", f"{one.pk}/change/"):
        assert "JBSWY3DP" not in boss.get(f"/admin/mfa/authenticator/{path}").content.decode()


# Nonsense


ODD = [
    *["q=%00", "status__exact=%00", "name=%00", "o=%00", "p=%00", "p=999999999999", "o=99.-99"],
    *["created__year=99999999999", "created_at__year=0", "started_at__day=99", "is_guest__exact=x"],
    *["closed_at__isempty=x", "e=1", "all=1", "_to_field=seed", "q=" + "x" * 3000],
]


def test_an_odd_address_of_a_list_is_never_a_fault(boss: Client):
    for where in (*LISTS, "auth/group", "account/emailaddress", "usersessions/usersession"):
        for query in ODD:
            assert boss.get(f"/admin/{where}/?{query}").status_code in (200, 302, 400), (where, query)


def test_a_nul_is_answered_with_a_friendly_page(boss: Client):
    answer = boss.get("/admin/games/gamesession/?status__exact=%00")
    assert answer.status_code == 400
    assert "We could not read that" in answer.content.decode()


def test_a_row_that_is_not_there_leads_back(boss: Client):
    for row in ("%00", "0", "9" * 30, "x", "1%00"):
        for where in LISTS:
            for page in ("change", "history", "delete"):
                answer = boss.get(f"/admin/{where}/{row}/{page}/")
                assert answer.status_code in (302, 400, 403, 404), (where, row, page)


def test_the_way_to_a_row_of_any_kind_is_never_a_fault(boss: Client):
    for kind in ContentType.objects.all():
        for row in ("%00", "1", "9" * 30, "x"):
            answer = boss.get(f"/admin/r/{kind.pk}/{row}/")
            assert answer.status_code in (302, 400, 404), (kind, row)


def test_choosing_nonsense_for_an_action_is_never_a_fault(boss: Client):
    for where, action in (("games/gamesession", "close_tables"), ("accounts/user", "suspend")):
        for chosen in ("x", "\0", "9" * 40):
            fields = {"action": action, "_selected_action": chosen, "confirmed": "yes"}
            assert boss.post(f"/admin/{where}/", fields).status_code in (200, 302, 400)


# Actions


def test_a_deed_is_asked_about_first(boss: Client):
    session, _ = gather(2)
    answer = do(boss, "games/gamesession", "close_tables", [session.pk], index="0")
    assert "Close the chosen tables" in answer.content.decode()
    assert session.code in answer.content.decode()
    session.refresh_from_db()
    assert session.status == "open"
    do(boss, "games/gamesession", "close_tables", [session.pk], confirmed="yes")
    session.refresh_from_db()
    assert session.status == "closed"
    assert "Closed" in boss.get(f"/admin/games/gamesession/{session.pk}/history/").content.decode()


def test_closing_a_table_leaves_a_finished_match_as_it_is(boss: Client):
    session, users = dealt(2, "splitter")
    play_round(session, users)
    answer = do(boss, "games/gamesession", "close_tables", [session.pk], confirmed="yes")
    assert "Nothing you chose could be changed" in answer.content.decode()
    assert GameSession.objects.get().status == "over"


def test_people_are_suspended_and_readmitted_but_never_oneself(boss: Client):
    mia, me = person("Mia"), User.objects.get(name="Boss")
    do(boss, "accounts/user", "suspend", [mia.pk, me.pk], confirmed="yes")
    assert not User.objects.get(pk=mia.pk).is_active
    assert User.objects.get(pk=me.pk).is_active
    do(boss, "accounts/user", "readmit", [mia.pk])
    assert User.objects.get(pk=mia.pk).is_active


def test_a_helper_cannot_take_or_give_power(boss: Client):
    one = helper("view_user", "change_user")
    client = browser_of(one)
    mia = person("Mia")
    empty = {"memberships-TOTAL_FORMS": "0", "memberships-INITIAL_FORMS": "0"}
    fields = {"name": "Mia", "is_active": "on", "public_profile": "on", **empty}
    client.post(f"/admin/accounts/user/{mia.pk}/change/", fields | {"is_superuser": "on", "is_staff": "on"})
    mia.refresh_from_db()
    assert not mia.is_staff
    assert not mia.is_superuser
    chief = User.objects.get(name="Boss")
    assert client.post(f"/admin/accounts/user/{chief.pk}/change/", fields)["Location"] == "/admin/"
    assert "Boss" not in client.get("/admin/accounts/user/", follow=True).content.decode()
    do(client, "accounts/user", "suspend", [chief.pk], confirmed="yes")
    assert User.objects.get(pk=chief.pk).is_active


def test_who_may_only_look_has_no_deeds_to_do():
    session, _ = gather(2)
    client = browser_of(helper("view_gamesession"))
    do(client, "games/gamesession", "close_tables", [session.pk], confirmed="yes")
    assert GameSession.objects.get().status == "open"
    client = browser_of(User.objects.create_superuser("Boss"))
    do(client, "games/gamesession", "close_tables", [session.pk], confirmed="yes")
    assert GameSession.objects.get().status == "closed"


def test_a_person_is_renamed_by_the_rules_for_names(boss: Client):
    mia = person("Mia")
    empty = {"memberships-TOTAL_FORMS": "0", "memberships-INITIAL_FORMS": "0"}
    fields = {"is_active": "on", "public_profile": "on", **empty}
    boss.post(f"/admin/accounts/user/{mia.pk}/change/", fields | {"name": "  Maria   Luisa "})
    mia.refresh_from_db()
    assert mia.name == "Maria Luisa"
    answer = boss.post(f"/admin/accounts/user/{mia.pk}/change/", fields | {"name": "<b>"})
    assert "A name cannot contain the signs" in unescape(answer.content.decode())


def test_clubs_are_described_closed_and_handed_over(boss: Client):
    mia, tom = person("Mia"), person("Tom")
    linde = clubs.found(mia, name="Club Linde", place="Bern")
    place = Membership.objects.create(club=linde, user=tom)
    do(boss, "accounts/membership", "make_owner", [place.pk], confirmed="yes")
    assert linde.memberships.get(role="owner").user == tom
    do(
        boss,
        "accounts/membership",
        "remove_members",
        [m.pk for m in linde.memberships.all()],
        confirmed="yes",
    )
    assert [m.user for m in linde.memberships.all()] == [tom]
    fields = {"name": "Club Aare", "place": "Bern", "about": ""}
    empty = {"memberships-TOTAL_FORMS": "0", "memberships-INITIAL_FORMS": "0"}
    boss.post(f"/admin/accounts/club/{linde.pk}/change/", fields | empty)
    linde.refresh_from_db()
    assert linde.name == "Club Aare"
    do(boss, "accounts/club", "close_clubs", [linde.pk], confirmed="yes")
    linde.refresh_from_db()
    assert linde.closed_at is not None
    assert linde.invite_secret == ""


@pytest.fixture
def reported(db) -> Report:
    session, users = dealt(2, "splitter")
    play_round(session, users)
    services.say(session.pk, users[0], "Rude words")
    remark = Remark.objects.get()
    services.report(session.pk, users[1], remark.pk)
    services.mute(session.pk, users[1], remark.pk)
    return Report.objects.get()


def test_a_report_is_settled_with_or_without_removing(boss: Client, reported: Report):
    html = boss.get("/admin/games/report/?q=rude").content.decode()
    assert "Rude words" in html
    assert "Player 0" in html
    do(boss, "games/report", "settle", [reported.pk])
    reported.refresh_from_db()
    assert reported.settled_at is not None
    assert Remark.objects.get().removed_at is None
    do(boss, "games/report", "remove_remarks", [reported.pk], confirmed="yes")
    assert Remark.objects.get().removed_at is not None


def test_a_mute_can_be_lifted(boss: Client, reported: Report):
    do(boss, "games/mute", "lift", [Mute.objects.get().pk], confirmed="yes")
    assert not Mute.objects.exists()


def test_lists_can_be_searched_by_names(boss: Client, reported: Report):
    linde = clubs.found(person("Mia"), name="Club Linde", place="Bern")
    for where, words in {
        "accounts/user": "mia",
        "accounts/club": "mia",
        "accounts/membership": "linde",
        "games/gamesession": "player 1",
        "games/round": "player 1",
        "games/remark": "rude",
        "games/mute": "player",
    }.items():
        answer = boss.get(f"/admin/{where}/", {"q": words})
        assert answer.context["cl"].result_count == 1, where
    assert linde.members.count() == 1
