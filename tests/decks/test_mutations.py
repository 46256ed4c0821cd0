"""Decklists damaged at random, byte by byte: no traceback, no hang, no line lost in silence."""

from __future__ import annotations

import gc
import random
import re
import time
from collections import Counter

import pytest

from deckwright.catalog.catalogue import Catalogue
from deckwright.catalog.errors import UnknownGame
from deckwright.decks.errors import DecklistError
from deckwright.decks.reader import decode, shape_of
from deckwright.decks.sources import sample_names, sample_text
from deckwright.decks.validator import Validator

SECONDS = 1.0
"""No decklist may take longer, in seconds of processor time."""

PIECES = (
    b"\0", b"\r", b"\n", b"\xff", b"\xfe\xff", b"\xef\xbb\xbf", b"x2", b"#", b"//", b"(", b"[S1]", b": ", b"=== ",
    b"deck", b"game: ", b"\xe2\x80\x8b", b"9999", b"99999999999", b"\x1b[31m", b"\t", b"\xc2\xa0", b"-", b"*",
    b"{", b"}", b",", b'"', b"name,card\n", b"sep=;\n", b"\xe2\x80\xae", b"  ",
)  # fmt: skip


def mutated(raw: bytes, chance: random.Random) -> bytes:
    """The bytes with one to eight pieces changed, put in, taken out, doubled or moved."""
    data = bytearray(raw)
    for _ in range(chance.randint(1, 8)):
        at = chance.randrange(len(data) + 1)
        end = min(len(data), at + chance.randint(1, 12))
        match chance.randrange(6):
            case 0:
                data[at:end] = bytes(chance.randrange(256) for _ in range(end - at))
            case 1:
                data[at:at] = chance.choice(PIECES)
            case 2:
                del data[at:end]
            case 3:
                data[at:at] = data[at:end]
            case 4:
                piece, data[at:end] = bytes(data[at:end]), b""
                data[:0] = piece
            case _:
                data[at:end] = chance.choice(PIECES)
    return bytes(data)


def said(error: Exception) -> str:
    """The name of a refusal, which must have something to say."""
    assert str(error)
    return type(error).__name__


def outcome(raw: bytes, validator: Validator) -> str:
    """What comes of the bytes; anything but a verdict or a refusal is an error of the test."""
    try:
        text = decode(raw, "damaged")
        decks = validator.reader.read_all(text, "damaged")
    except (DecklistError, UnknownGame) as error:
        return said(error)
    if shape_of(text) == "text":
        assert [row[1] for deck in decks for row in deck.rows] == re.split(r"\r\n|\r|\n", text)
    for deck in decks:
        try:
            validator.deck(deck)
        except DecklistError as error:
            return said(error)
    return "verdict"


def soak(count: int, catalogue: Catalogue, seed: int) -> Counter[str]:
    """What came of so many damaged samples."""
    chance = random.Random(seed)
    validator = Validator(catalogue)
    samples = [sample_text(name).encode() for name in sample_names() if "geopals" in sample_text(name)]
    samples += [
        sample_text("repello").encode(),
        b'{"deckwright": 1, "game": "repello", "zones": {"box": []}}',
    ]
    samples.append(b"Count,Name,Zone\n2,Orb,deck\n1,Ocean Terrain,terrain\n")
    found: Counter[str] = Counter()
    gc.freeze()  # what the tests before have left is not looked through on a decklist's time
    try:
        for _ in range(count):
            raw = mutated(chance.choice(samples), chance)
            start = time.process_time()
            found[outcome(raw, validator)] += 1
            assert time.process_time() - start < SECONDS, raw
    finally:
        gc.unfreeze()
    return found


def test_damaged_decklists_are_judged_or_refused(catalogue: Catalogue) -> None:
    found = soak(3_000, catalogue, seed=1)
    assert found["verdict"] > 500
    assert found["NotADecklist"] > 300


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 10))
def test_a_million_damaged_decklists_are_judged_or_refused(catalogue: Catalogue, seed: int) -> None:
    """In eight parts, so that every core has as much."""
    found = soak(125_000, catalogue, seed)
    assert found.total() == 125_000
    assert found["verdict"] > 25_000
