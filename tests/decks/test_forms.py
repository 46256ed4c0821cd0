"""Every form of a decklist's line, and the names that bite."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from deckwright.catalog.build import build
from deckwright.catalog.catalogue import Catalogue
from deckwright.decks.decklist import (
    Blank,
    CardLine,
    Comment,
    DeckBreak,
    Header,
    Heading,
    Reading,
    Refused,
    Section,
)
from deckwright.decks.forms import FORMS
from deckwright.decks.lines import LineReader
from deckwright.decks.writer import card_text
from tests.decks.biting import CARDS, shipment


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LineReader]:
    path = tmp_path_factory.mktemp("biting") / "catalogue.db"
    assert build(path, [shipment()])
    with Catalogue.open(path) as catalogue:
        yield LineReader(catalogue.game("biting"), catalogue)


def said(reading: Reading) -> object:
    """A reading as the tables below write it."""
    match reading:
        case CardLine(count, name, card, candidates, comment):
            known = card.name if card else ([one.id for one in candidates] if candidates else None)
            return (count, known if known is not None else f"?{name}", *([f"# {comment}"] if comment else []))
        case Comment(text):
            return "#" + text
        case Section(zone):
            return f"[{zone}]"
        case DeckBreak(name):
            return f"==={name}"
        case Header(key, value, known):
            return f"{key}={value}" + ("" if known else " (unread)")
        case Heading(kind):
            return f"({kind})"
        case Refused():
            return "refused"
        case Blank():
            return ""
    raise AssertionError(reading)


TWINS = ["biting/S1-101", "biting/S1-102", "biting/S2-5"]

BELOW = [
    ("", ""),
    ("   \t ", ""),
    # quantities
    ("three Inji", (3, "Inji")),
    ("Twelve inji", (12, "Inji")),
    ("- two Inji", (2, "Inji")),
    ("three Injy", (1, "?three Injy")),
    ("-2 Inji", "refused"),
    ("-2x Inji", "refused"),
    ("- 2 Inji", (2, "Inji")),
    ("2 Inji", (2, "Inji")),
    ("2x Inji", (2, "Inji")),
    ("2X Inji", (2, "Inji")),
    ("2 x Inji", (2, "Inji")),
    ("2× Inji", (2, "Inji")),
    ("x2 Inji", (2, "Inji")),
    ("Inji x2", (2, "Inji")),
    ("Inji ×2", (2, "Inji")),
    ("Inji x 2", (2, "Inji")),
    ("Inji (x2)", (2, "Inji")),
    ("Inji [x 2]", (2, "Inji")),
    ("Inji: 2", (2, "Inji")),
    ("Inji: x2", (2, "Inji")),
    ("Inji: 0", "refused"),
    ("[2] Inji", (2, "Inji")),
    ("(2) Inji", (2, "Inji")),
    ("Inji", (1, "Inji")),
    ("9999 Inji", (9999, "Inji")),
    ("0 Inji", "refused"),
    ("10000 Inji", "refused"),
    ("99999999999999999999 Nobody", "refused"),
    ("Ragnaros, Lightlord x1", (1, "Ragnaros, Lightlord")),
    # blanks and widths
    ("2\tInji", (2, "Inji")),
    ("2\u00a0Inji", (2, "Inji")),
    ("2\u3000Inji", (2, "Inji")),
    ("２ Inji", (2, "Inji")),
    ("\ufeff2 In\u200bji", (2, "Inji")),
    ("  2   Inji  ", (2, "Inji")),
    # names by their folded key, never by part of one
    ("INJI", (1, "Inji")),
    ("cafe", (1, "Café")),
    ("Café Noir", (1, "Cafe\u0301 Noir")),
    ("l'apostrophe", (1, "L’Apostrophe")),
    ('Curly "Quotes"', (1, "Curly “Quotes”")),
    ("wide", (1, "Ｗｉｄｅ")),
    ("Ærøskøbing", (1, "Ærøskøbing")),
    ("כרטיס", (1, "כרטיס")),
    ("World", (1, "?World")),
    ("Tyrran", (1, "?Tyrran")),
    ("Continue", (1, "Continue")),
    ("Continue?", (1, "Continue?")),
    # names that look like something else
    ("Tyrranax Rex", (1, "Tyrranax Rex")),
    ("1996 World Champion", (1, "1996 World Champion")),
    ("1 1996 World Champion", (1, "1996 World Champion")),
    ("2 World Champion", (2, "World Champion")),
    ("1 Deck", (1, "Deck")),
    ("1 maybe", (1, "maybe")),
    ("Beasts", (1, "Beasts")),
    ("Side Kick", (1, "Side Kick")),
    ("1 // Slashed", (1, "// Slashed")),
    ("1 # Hashed", (1, "# Hashed")),
    ("1 #13", (1, "#13")),
    ("Rock #9", (1, "Rock #9")),
    ("Front // Back", (1, "Front // Back")),
    ("SP//dr, Piloted by Peni", (1, "SP//dr, Piloted by Peni")),
    ("2x4", (1, "2x4")),
    ("3 2x4", (3, "2x4")),
    ("Rex x2", (1, "Rex x2")),
    ("3 Rex x2", (3, "Rex x2")),
    ("x2 Engine", (1, "x2 Engine")),
    ("[Bracketed]", (1, "[Bracketed]")),
    ("Inji [medal]", (1, "Inji [medal]")),
    ("2 Inji [medal]", (2, "Inji [medal]")),
    ("(Round)", (1, "(Round)")),
    ("Shadow (Old Set)", (1, "Shadow (Old Set)")),
    ("1 === Banner ===", (1, "=== Banner ===")),
    ("- Dash", (1, "- Dash")),
    ("* Star", (1, "* Star")),
    ("12", (1, "12")),
    ("12 12", (12, "12")),
    ("=1+1", (1, "=1+1")),
    ("Ends in S1", (1, "Ends in S1")),
    ("author: Nobody", (1, "author: Nobody")),
    # hints
    ("2 Twin #101", (2, "Twin")),
    ("2 Twin (S2) 5", (2, "Twin")),
    ("2 Twin (S2)", (2, "Twin")),
    ("2 Twin [S2]", (2, "Twin")),
    ("2 Twin [S1-101]", (2, "Twin")),
    ("2 Twin (biting/S2-5)", (2, "Twin")),
    ("2 Twin (red)", (2, "Twin")),
    ("2 Twin (blue)", (2, ["biting/S1-102", "biting/S2-5"])),
    ("2 Twin", (2, TWINS)),
    ("2 Twin (blue) (S1)", (2, "Twin")),
    ("7 Inji (331)", (7, "Inji")),
    ("2 biting/S1-102", (2, "Twin")),
    ("2 other/S1-102", (2, "?other/S1-102")),
    ("4 Reprinted", (4, "Reprinted")),
    ("4 Reprinted (S2) 7", (4, "Reprinted")),
    # bullets and remarks
    ("- 2 Inji", (2, "Inji")),
    ("* Inji x2", (2, "Inji")),
    ("• Inji", (1, "Inji")),
    ("2 Inji # for the start", (2, "Inji", "# for the start")),
    ("2 Inji #for", (2, "Inji")),
    ("- 2 Inji # a # b", (2, "Inji", "# a # b")),
    ("2 Rock #9 # mine", (2, "Rock #9", "# mine")),
    ("2 Twin # 101", (2, TWINS, "# 101")),
    ("1 Inji # x0", (1, "Inji", "# x0")),
    ("1 Inji   // start", (1, "Inji", "# start")),
    ("- Inji x2 //start", (2, "Inji", "# start")),
    ("2x Inji - great for awakening", (2, "Inji", "# great for awakening")),
    ("2 Inji — great // really # yes", (2, "Inji", "# great // really # yes")),
    ("1 Rock #9, 1 Twin #101", (1, "?Rock #9, 1 Twin #101")),
    ("1 Twin #101, Inji # mine", (1, "?Twin #101, Inji", "# mine")),
    ("2 Inji # Rex, World Champion", (2, "Inji", "# Rex, World Champion")),
    ("1 Front // Back // both", (1, "Front // Back", "# both")),
    ("1 Front // Other", (1, "?Front // Other")),
    ("1 Inji//start", (1, "?Inji//start")),
    ("Inji - 2", (1, "?Inji - 2")),
    ("2 Nobody - why", (2, "?Nobody - why")),
    # Markdown
    ("- [ ] 2 Inji", (2, "Inji")),
    ("* [x] Inji x2", (2, "Inji")),
    ("- 2 [Inji](https://example.org/inji)", (2, "Inji")),
    ("2 **Inji**", (2, "Inji")),
    ("- 2 Inji \\[medal\\]", (2, "Inji [medal]")),
    ("2x[[Inji]]", (2, "Inji")),
    ("4 [[Inji [medal]]]", (4, "?[[Inji [medal]]]")),
    ("[b]2 Inji[/b]", (2, "Inji")),
    ("[url=https://example.org]Inji[/url] x2", (2, "Inji")),
    ("[b] Inji", (1, "?[b] Inji")),
    ("1. Inji", (1, "Inji")),
    ("12) 3 Inji # last", (3, "Inji", "# last")),
    ("2. Nobody", (1, "?2. Nobody")),
    ("| 2 | Inji |", (2, "Inji")),
    ("| Inji | x2 | mine |", (2, "Inji", "# mine")),
    ("| 2 Inji |", (2, "Inji")),
    ("| 1 | [Inji](https://example.org) |", (1, "Inji")),
    ("| 1 | Nobody |", (1, "?Nobody")),
    ("| 0 | Inji |", "refused"),
    ("| Count | Card |", ""),
    ("| Zone | **Qty** | Card name | Why it is in |", ""),
    ("| Zone | Qty | Card name | Why it is in |", ""),
    ("| Zone | Why it is in |", (1, "?| Zone | Why it is in |")),
    ("|---|:---:|", ""),
    ("| Inji | red |", (1, "?| Inji | red |")),
    ("## Deck (60)", "[deck]"),
    ("**Deck**", "[deck]"),
    # sections
    ("deck", "[deck]"),
    ("Deck:", "[deck]"),
    ("DECK (60)", "[deck]"),
    ("[Deck]", "[deck]"),
    ("[Deck] (60):", "[deck]"),
    ("== Main ==", "[deck]"),
    ("=== main ===", "[deck]"),
    ("--- Deck ---", "[deck]"),
    ("Main - 60 cards", "[deck]"),
    ("Main: 60", "[deck]"),
    ("Main (60 cards):", "[deck]"),
    ("[b]Main[/b]", "[deck]"),
    ("# deck", "[deck]"),
    ("// Side (15):", "[side]"),
    ("maybe", "[maybe]"),
    ("# Maybe:", "[maybe]"),
    # others
    ("# a remark", "#a remark"),
    ("// a remark", "#a remark"),
    ("#", "#"),
    ("=== Second ===", "===Second"),
    ("=== Banner ===", "===Banner"),
    ("Beasts (3)", (1, "Beasts")),
    ("beast (3)", "(beast)"),
    ("Place (3):", "(place)"),
    ("Places:", "(place)"),
    ("place (1):", "(place)"),
    ("Places: 4", "(place)"),
    ("Place cards (4)", "(place)"),
    ("Places & Beast cards:", "(place and beast)"),
    ("--- Places ---", "(place)"),
    ("**Places (4)**", "(place)"),
    ("Places", (1, "?Places")),
    ("Places & others:", (1, "?Places & others:")),
    # unknown names stay whole
    ("2 Nobody", (2, "?Nobody")),
    ("Net Quarantine", (1, "?Net Quarantine")),
    ("2 Nobody # why", (2, "?Nobody", "# why")),
    ("2 &#39;Quoted&#39;", (2, "?&#39;Quoted&#39;")),
    ("+2 Mace", (1, "?+2 Mace")),
]


@pytest.mark.parametrize(("raw", "expected"), BELOW)
def test_a_line_below_the_headers(lines: LineReader, raw: str, expected: object) -> None:
    assert said(lines.read(raw, above=False)) == expected


ABOVE = [
    ("name: Foo: bar", "name=Foo: bar"),
    ("AUTHOR:Ana", "AUTHOR=Ana"),
    ("author:", "author="),
    ("colour: blue", "colour=blue (unread)"),
    ("odds two: [Inji] >= 2", "odds two=[Inji] >= 2"),
    ("author: Nobody", (1, "author: Nobody")),
    ("Places:", "(place)"),
    ("Places: 4", "(place)"),
    ("Inji: 2", (2, "Inji")),
    ("colour: 2", "colour=2 (unread)"),
    ("2: Inji", (1, "?2: Inji")),
    ("deck:", "[deck]"),
]


@pytest.mark.parametrize(("raw", "expected"), ABOVE)
def test_a_line_above_the_cards(lines: LineReader, raw: str, expected: object) -> None:
    assert said(lines.read(raw, above=True)) == expected


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_each_form_reads_something_of_the_tables(lines: LineReader, form: object) -> None:
    from deckwright.decks.forms import Form
    from deckwright.decks.lines import clean

    assert isinstance(form, Form)
    tables = [(raw, False) for raw, _ in BELOW] + [(raw, True) for raw, _ in ABOVE]
    first = [next(row for row in FORMS if row.read(clean(raw), lines, above)) for raw, above in tables]
    assert form in first


@pytest.mark.parametrize(
    ("raw", "warning"),
    [
        ("1996 World Champion", "read as 1 1996 World Champion; World Champion is a card too"),
        ("2 Twin #999", "no Twin is #999; the name was taken"),
        ("7 Inji (331)", "no Inji is (331); the name was taken"),
        ("2 Inji", None),
        ("1. Inji", None),
        ("2. Inji", "read as item 2 of a list: 1 Inji"),
        ("2. 1 Inji", None),
        ("2. two Inji", None),
        ("2 Twin [S9-101]", "no Twin is (S9-101); the name was taken"),
        ("2 Twin #101", None),
        ("Inji [medal]", None),
    ],
)
def test_what_a_line_warns_of(lines: LineReader, raw: str, warning: str | None) -> None:
    reading = lines.read(raw, above=False)
    assert isinstance(reading, CardLine)
    assert [text.split(" (biting")[0] for text in reading.warnings] == ([warning] if warning else []) or (
        warning is not None and reading.warnings[0].startswith(warning)
    )


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
@pytest.mark.parametrize("count", [1, 2, 1996])
def test_every_card_has_a_text_that_reads_back(lines: LineReader, card: object, count: int) -> None:
    from deckwright.catalog.card import Card

    assert isinstance(card, Card)
    reading = lines.read(f"{count} {card_text(card, lines, count)}", above=False)
    assert isinstance(reading, CardLine)
    assert (reading.count, reading.card) == (count, card)
