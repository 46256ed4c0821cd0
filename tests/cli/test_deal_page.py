"""The page of a deal, whatever is in the words that it shows."""

from __future__ import annotations

from deckwright.cli.deal_board import escape


def test_words_are_written_out_and_escaped() -> None:
    assert escape("<b>\x1b[31m\u202e\udcff") == r"&lt;b&gt;\x1b[31m\u202e\udcff"
