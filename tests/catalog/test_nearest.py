"""The names that are told where a word is none: those it is but for a slip, shares words with, or is a word of."""

from __future__ import annotations

import pytest

from deckwright.catalog.nearest import meant, nearest, nearest_meanings

GAMES = ("Geopals", "GeoClash Twist", "Companion Quest", "Repello", "Garden Geckos")


@pytest.mark.parametrize(
    ("word", "near"),
    [
        ("geopels", ("Geopals",)),
        ("gekos", ("Garden Geckos",)),
        ("twits", ("GeoClash Twist",)),
        ("companions", ("Companion Quest",)),
        ("GARDEN  geckoes", ("Garden Geckos",)),
        ("clash twist", ("GeoClash Twist",)),
        ("repelo", ("Repello",)),
        ("chess", ()),
        ("", ()),
    ],
)
def test_the_names_nearest_to_a_word(word: str, near: tuple[str, ...]) -> None:
    assert nearest(word, GAMES) == near


def test_no_more_names_than_asked_for_however_many_have_the_word() -> None:
    names = [f"{kind} Terrain" for kind in ("Ice", "Ocean", "Forest", "Desert", "Mystic")]
    assert nearest("terain", names, 2) == nearest("terain", [*reversed(names)], 2)
    assert len(nearest("terain", names, 2)) == 2


def test_of_names_with_one_key_the_first() -> None:
    assert nearest("geko", ["Gecko", "GECKO"]) == ("Gecko",)


def test_words_that_mean_the_same_are_told_once() -> None:
    meanings = {"Garden Geckos": "g", "garden-geckos": "g", "Geopals": "p", "geopals": "p"}
    assert nearest("garden-gecko", meanings) == ("garden-geckos", "Garden Geckos")
    assert nearest_meanings("garden-gecko", meanings) == ("garden-geckos",)
    assert nearest_meanings("geopels", meanings) == ("Geopals",)


def test_a_word_of_a_name_is_looked_at_only_where_no_whole_name_is_near() -> None:
    names = ["Telesage", "Telesage [medal]"]
    assert nearest("telesge", names) == ("Telesage",)
    assert nearest("telesge", names[1:]) == ("Telesage [medal]",)


def test_the_sentence() -> None:
    assert meant(["a", "b", "a"]) == "; did you mean a or b?"
    assert meant([], none="; nothing") == "; nothing"
