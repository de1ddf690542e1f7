"""Gives every round from before decks were kept the deck it was played with."""

from django.db import migrations

from games.engine import catalogue
from games.engine.contract import Refused, deck_of, replay

AT_ONCE = 500


def keep_decks(apps, schema_editor):
    for game in catalogue.names():
        if catalogue.find(game).deck:
            _keep(apps, game)


def _keep(apps, game):
    """The usual deck never comes from outside, so it is what it was; another one must fit the choices."""
    rounds = apps.get_model("games", "Round").objects.filter(deck=None, session__game=game)
    rules = catalogue.find(game)
    usual = {option.name: option.usual for option in rules.OPTIONS}["deck"]
    at_usual = rounds.filter(session__options__deck=usual) | rounds.exclude(session__options__has_key="deck")
    if at_usual.exists():
        pks = at_usual.values("pk")  # an update cannot join
        apps.get_model("games", "Round").objects.filter(pk__in=pks).update(
            deck=_stored(apps, deck_of(rules, {"deck": usual}))
        )
    for round in rounds.select_related("session").iterator(chunk_size=AT_ONCE):
        for name in (round.session.options["deck"], usual):
            if kept := _fitting(rules, round, name):
                apps.get_model("games", "Round").objects.filter(pk=round.pk).update(deck=_stored(apps, kept))
                break
        else:
            _give_up(round)


def _stored(apps, kept):
    return apps.get_model("games", "Deck").objects.get_or_create(
        hash=kept.hash, name=kept.name, defaults={"text": kept.text}
    )[0]


def _fitting(rules, round, name):
    """The deck of this name, if all choices of the round are possible with it."""
    log = [[] for _ in range(round.turn)]
    for turn, move in (
        round.choices.filter(turn__lt=round.turn).order_by("turn", "seat").values_list("turn", "move")
    ):
        log[turn].append(move)
    options = round.session.options | {"deck": name}
    try:
        replay(rules, options, len(round.seating), bytes(round.seed), log=log)
        return deck_of(rules, options)
    except Refused:
        return None


def _give_up(round):
    """Nobody can go on with a round whose deck is lost: its table is closed."""
    session = round.session
    if round.finished_at is None and session.status == "playing":
        session.status = "closed"
        session.save(update_fields=["status"])
        round.deadline = round.alarm = None
        round.thinking = False
        round.save(update_fields=["deadline", "alarm", "thinking"])


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0006_decks"),
    ]

    operations = [migrations.RunPython(keep_decks, migrations.RunPython.noop)]
