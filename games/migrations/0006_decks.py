import django.db.models.deletion
from django.db import migrations, models

UNCHANGING = """
CREATE FUNCTION games_deck_never_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'A deck never changes.' USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER deck_never_changes BEFORE UPDATE OF hash, name, text ON games_deck
    FOR EACH ROW EXECUTE FUNCTION games_deck_never_changes();
"""
CHANGING = """
DROP TRIGGER deck_never_changes ON games_deck;
DROP FUNCTION games_deck_never_changes();
"""


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0005_revision"),
    ]

    operations = [
        migrations.CreateModel(
            name="Deck",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("hash", models.CharField(max_length=64, verbose_name="hash")),
                ("name", models.CharField(max_length=40, verbose_name="name")),
                ("text", models.TextField(verbose_name="goals")),
                ("created_at", models.DateTimeField(auto_now_add=True, verbose_name="first used")),
            ],
            options={
                "verbose_name": "deck",
                "verbose_name_plural": "decks",
                "constraints": [models.UniqueConstraint(fields=("hash", "name"), name="deck_once")],
            },
        ),
        migrations.RunSQL(UNCHANGING, CHANGING),
        migrations.AddField(
            model_name="round",
            name="deck",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="rounds",
                to="games.deck",
                verbose_name="deck",
            ),
        ),
        # Rounds that exist now keep the record of the first format; later ones have the second.
        migrations.AddField(
            model_name="round",
            name="record_format",
            field=models.PositiveSmallIntegerField(default=1, db_default=1),
        ),
        migrations.AlterField(
            model_name="round",
            name="record_format",
            field=models.PositiveSmallIntegerField(default=2, db_default=2),
        ),
    ]
