"""A small game of our own, its cards, and ways to break files, for the tests of the catalogue."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree
from typing import Any

from deckwright.catalog.build import Shipment, build
from deckwright.catalog.card import Card
from deckwright.catalog.game import Game

NOBODY = 65534

DOCUMENT: dict[str, Any] = {
    "deckwright": 1,
    "id": "tides",
    "name": "High Tides",
    "types": [{"id": "fish", "plural": "Fish"}, {"id": "rock"}, {"id": "wreck"}],
    "fields": [
        {"id": "fins", "name": "Fins", "type": "integer", "about": "how many"},
        {"id": "seas", "name": "Seas", "type": "set", "about": "where it swims"},
        {"id": "size", "name": "Size", "type": "ordered", "about": "how big", "values": ["small", "big"]},
        {"id": "motto", "name": "Motto", "type": "text", "about": "what it says"},
    ],
    "zones": [{"id": "deck"}],
    "formats": [{"id": "standard"}],
}


def card(number: str, name: str, kind: str = "fish", **facts: Any) -> Card:
    """A card of the small game, its own first printing unless told otherwise."""
    own = f"tides/S1-{number}"
    usual = {"game": "tides", "type": kind, "set": "S1", "number": number, "name": name}
    told: dict[str, Any] = {"id": own, "identity": own, **usual, **facts}
    return Card(**told)


CARDS = [
    card("10", "Hai", fields={"fins": 5, "seas": ("Süd", "nord"), "size": "big", "motto": "Ça VA"}),
    card("2", "Öl-Fisch", subtype="b2", text="“Glitters”", copies=3, source="assumed", assumed=("fins",)),
    card("82", "Hai", identity="tides/S1-10"),
    card("1", "Riff", "rock", copies=4, fields={"size": "none such"}),
]


def shipment(cards: list[Card] | None = None, **changed: Any) -> Shipment:
    """The small game and its cards, to build a catalogue of."""
    return Game.read({**DOCUMENT, **changed}), CARDS if cards is None else cards


def built(path: Path) -> Path:
    """A catalogue of the small game at `path`."""
    assert build(path, [shipment()])
    return path


def beside(path: Path) -> list[str]:
    """What stands in a file's folder beside it."""
    return sorted(found.name for found in path.parent.iterdir() if found.name != path.name)


@contextmanager
def open_folder() -> Iterator[Path]:
    """A folder that every user can reach, as pytest's own cannot."""
    folder = Path(tempfile.mkdtemp(prefix="deckwright-test-"))
    try:
        folder.chmod(0o755)
        yield folder
    finally:
        rmtree(folder, ignore_errors=True)


def forked(work: Callable[[], object], user: int | None = None) -> str:
    """What `work` returned or raised, as text, in a process of its own, as another user where we may."""
    out, into = os.pipe()
    child = os.fork()
    if child == 0:
        answer = "nothing"
        try:
            if user is not None and os.getuid() == 0:
                os.setgroups([])
                os.setgid(user)
                os.setuid(user)
            answer = str(work())
        except BaseException as error:
            answer = f"{type(error).__name__}: {error}"
        finally:
            os.write(into, answer.encode())
            os._exit(0)
    os.close(into)
    with os.fdopen(out, "rb") as answers:
        said = answers.read().decode()
    os.waitpid(child, 0)
    return said
