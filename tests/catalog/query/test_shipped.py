"""The laws of the query language over the shipped games: their fields, their values, their cards."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from functools import cache
from random import Random

import pytest

from deckwright.catalog.build import shipped
from tests.catalog.query.laws import check, pool
from tests.catalog.query.samples import Shelf


@cache
def _games() -> Shelf:
    found = list(shipped())
    return Shelf([game for game, _ in found], [card for _, cards in found for card in cards])


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    with closing(_games().connection(tmp_path_factory.mktemp("shipped"))) as connection:
        yield connection


def test_terms_of_the_shipped_fields_obey_the_laws(database: sqlite3.Connection) -> None:
    terms = pool(_games())
    assert len(terms) > 1_000
    for text in Random(1).sample(terms, 150):
        check(text, _games(), database)


@pytest.mark.long
def test_every_term_of_the_shipped_fields_obeys_the_laws(database: sqlite3.Connection) -> None:
    for text in pool(_games()):
        check(text, _games(), database)
