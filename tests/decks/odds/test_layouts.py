"""What is known of every pile before any card is turned, held against real deals of every shipped setup."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from deckwright.catalog.catalogue import Catalogue
from tests.decks.deal.tables import dealer, everything
from tests.decks.odds.known import check_known

SETUPS = list(everything())


@pytest.mark.parametrize(
    ("decks", "given"), SETUPS, ids=[f"{' '.join(decks)} {dict(given)}" for decks, given in SETUPS]
)
def test_every_deal_is_as_was_known(
    decks: tuple[str, ...], given: Mapping[str, str], catalogue: Catalogue
) -> None:
    assert check_known(dealer(catalogue, *decks, **given))
