"""What a table's row, or an entry of a JSON decklist, says of a card: its name, its id, or both."""

from __future__ import annotations

from dataclasses import replace

from deckwright.decks.decklist import CardLine
from deckwright.decks.hints import Found, Hint, best_reading, named_by
from deckwright.decks.lines import LineReader, clean


def card_line(
    count: int, name: str, card_id: str, reader: LineReader, hints: tuple[Hint, ...] = ()
) -> CardLine:
    """The line that a name, an id and hints say; where they contradict each other the id is taken, with a warning."""
    if cards := reader.by_id(card_id):
        line = reader.card_line(Found(count, cards[0].name, cards, hints))
        if not name or cards[0] in (reader.named(name) or named_by(clean(name), reader)):
            return line
        return _warned(line, f"{card_id} is {cards[0].name}, not {name}; the id was taken", name)
    line = _by_name(count, name or card_id, reader, hints)
    if not (name and card_id):
        return line
    taken = "; the name was taken" if line.card or line.candidates else ""
    return _warned(line, f"no card of {reader.game.name} has the id {card_id}{taken}", card_id)


def _by_name(count: int, name: str, reader: LineReader, hints: tuple[Hint, ...]) -> CardLine:
    """The line of a name; one that is no card keeps its hints, written as a line would write them."""
    if cards := reader.named(name):
        return reader.card_line(Found(count, name, cards, hints))
    found = best_reading(((count, clean(name)),), reader)
    if found:
        return reader.card_line(replace(found, hints=(*found.hints, *hints)))
    sets = [f"({hint.word})" for hint in hints if hint.kind == "set"]
    numbers = [hint.word if sets else f"#{hint.word}" for hint in hints if hint.kind == "number"]
    return CardLine(count, " ".join((clean(name), *sets, *numbers)))


def _warned(line: CardLine, warning: str, lost: str) -> CardLine:
    """The line with a warning of what it says and its card does not."""
    unmatched = " ".join(filter(None, (line.unmatched, lost)))
    return replace(line, warnings=(*line.warnings, warning), unmatched=unmatched)
