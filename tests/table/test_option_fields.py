"""The options of any game in the form that makes a table."""

from games import words
from games.engine.contract import Option
from games.table.forms import option_field


def test_a_number_stays_a_number_and_is_called_what_the_game_calls_it():
    field = option_field(Option("hand_size", lambda: (5, 7)), "splito")
    assert (str(field.label), field.clean("7"), field.clean("")) == ("Hand size", 7, "")
    assert (
        option_field(Option("short", lambda: (False, True), label="Short game"), "splito").label
        == "Short game"
    )


def test_settings_in_words_leave_out_switches_that_are_off():
    assert words.option_words("splitter", {"sheet": "B"}) == [("Sheet", "B")]
    assert words.option_words("splito", {"deck": "classic", "promo42": True})[1] == ("Promo42", "")
    assert len(words.option_words("splito", {"deck": "classic", "promo42": False})) == 1


def test_words_of_a_game_without_translations_are_marked_as_english_elsewhere(settings):
    from django.utils import translation

    assert words.said("Last card", "splito") == "Last card"
    with translation.override("de"):
        assert words.said("Last <b>", "splito") == '<span lang="en">Last &lt;b&gt;</span>'
        assert words.said("12", "splito") == "12"
        assert words.all_titles() == "Splito und Splitter"
