"""The names that programs build on, and what their functions take: none changes unnoticed."""

from __future__ import annotations

import inspect

import pytest

from tests.readme import README, public_names

TAKEN = {
    "deckwright.decks.own_catalogue": "",
    "deckwright.decks.read": "source *game *catalogue",
    "deckwright.decks.validate": "source *game *format *options *on *catalogue",
    "deckwright.decks.write": "deck *catalogue",
    "deckwright.decks.odds.of": "source *game *catalogue *format *given *pile *seen *allow_empty",
    "deckwright.decks.odds.report": "odds",
    "deckwright.decks.deal.of": "deck others *game *catalogue *format *given",
    "deckwright.decks.deal.sample_hands": "dealer seed count seat pile first",
    "deckwright.decks.deal.document": "deal",
    "deckwright.catalog.Catalogue.open": "path announce",
    "deckwright.catalog.Catalogue.query": "self text game_id whole",
    "deckwright.catalog.Catalogue.search": "self query order limit offset",
    "deckwright.schemas.problems": "kind document",
    "deckwright.schemas.schema": "kind",
}
"""Of each function its parameters; those after a star are named."""


def taken(function: object) -> str:
    assert callable(function)
    parameters = inspect.signature(function).parameters.values()
    return " ".join(("*" if one.kind is one.KEYWORD_ONLY else "") + one.name for one in parameters)


@pytest.mark.parametrize("name", TAKEN)
def test_a_function_takes_what_it_took(name: str) -> None:
    names = public_names()
    owner, _, member = name.rpartition(".")
    function = names[name] if name in names else getattr(names[owner], member)
    assert taken(function) == TAKEN[name]


def test_every_public_name_is_in_the_readme_and_documented() -> None:
    text = README.read_text("utf-8")
    for name, value in public_names().items():
        assert f"| `{name}` |" in text
        assert inspect.getdoc(value), name
