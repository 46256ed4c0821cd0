"""What queries mean: the cards they select, how they are written back, and how they are said."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest

from deckwright.catalog.query import parse
from tests.catalog.query.samples import shelf

ORB, INJI, MEDAL, ZIPPO, ZIPPO21, GUGU, PIT, ELAN, REEF = (
    f"reef/S1-{number}" for number in ("1", "2", "10", "13", "21", "30", "B2", "B10", "77")
)
ORBIT, TENT, COIN = (f"dune/S1-{number}" for number in "123")
EVERY = {card.id for card in shelf().cards}


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    with closing(shelf().connection(tmp_path_factory.mktemp("shelf"))) as connection:
        yield connection


SELECTED = [
    # Names: a bare word is found in the folded name, ! asks for the whole of it.
    ("", EVERY),
    ("   ", EVERY),
    ("orb", {ORB, GUGU, ORBIT}),
    ("ORB -orbit", {ORB}),
    ("!orb", {ORB}),
    ('!"inji [MEDAL]"', {MEDAL}),
    ("!Inji[medal]", set()),
    ("Inji [medal]", {MEDAL}),
    ("elan", {ELAN}),
    ("élan/de", {ELAN}),
    ("gu’gu", {GUGU}),
    ("“reef of”", {REEF}),
    (r'"\"the\" orbiter"', {GUGU}),
    ("1996", {REEF}),
    ("name=zippo", {ZIPPO, ZIPPO21}),
    ("name:orb,pit", {ORB, GUGU, ORBIT, PIT}),
    ("name!=zippo", EVERY - {ZIPPO, ZIPPO21}),
    ("reef and of", {REEF}),
    ("pit OR coin", {PIT, COIN}),
    ("(pit)OR(coin)", {PIT, COIN}),
    ('pit or"coin"', {PIT, COIN}),
    ("pit or coin worth", {PIT}),
    ("(pit or coin) -t:trap", {COIN}),
    ("-(-pit)", {PIT}),
    ('"or"', {ORB, GUGU, ORBIT}),
    # Texts.
    ("o:draw", {ORB}),
    ("text:wait...", {ORB}),
    ("text:or/and", {PIT}),
    ('text="worth 1."', {COIN}),
    ("text!=worth", {ORB, PIT, COIN}),
    ("artist:o", {ORB}),
    ("has:text", {ORB, PIT, COIN}),
    # Codes: whole, in natural order.
    ("n:1", {ORB, ORBIT}),
    ("n:01", {ORB, ORBIT}),
    ("number:1..10 game:reef", {ORB, INJI, MEDAL}),
    ("n>=B2", {PIT, ELAN}),
    ("n>B2", {ELAN}),
    ("n:b2,b10", {PIT, ELAN}),
    ("n!=1,2,3 game:dune", set()),
    ("set:s1 t:trap", {PIT}),
    ("subtype:COLD-front", {ELAN}),
    ("subtype!=other", {ELAN}),
    ("code<A10", {ELAN}),
    ("code:A3..", {REEF}),
    ('code:".."', set()),
    # Enums: the value, else its only prefix.
    ("t:terrain", {ELAN, REEF}),
    ("t:terr", {ELAN, REEF}),
    ("t:swimmer stamina:..2", {ZIPPO21}),
    ("t:Fishes -r:ice -r:fire", {ZIPPO21, GUGU}),
    ("t=token", {COIN}),
    ("t:trap,rider", {PIT, ORBIT}),
    ("r:frost", {INJI, MEDAL}),
    ('region:"deep sea"', {ZIPPO21}),
    ("region:de", {ZIPPO21}),
    ("region:fire", {ZIPPO, TENT}),
    ("region:sand,ice", {ORBIT, INJI, MEDAL}),
    ("mood:'grim", set()),
    ('mood:"GRIM N"', {REEF}),
    ("game:dune t!=tent", {ORBIT, COIN}),
    ('g:"reef run" fire', set()),
    ("source:place", {PIT}),
    # Ordered enums.
    ("rarity:s", {INJI}),
    ("rarity:ss", {MEDAL}),
    ("rarity>=s", {INJI, MEDAL}),
    ("rarity>s", {MEDAL}),
    ("rarity:c..s", {INJI}),
    ("max:mid..", {TENT}),
    ("rank<high", {ORBIT}),
    # Sets.
    ("weak:ice", {GUGU}),
    ("weak=fire,ice", {GUGU}),
    ("weak=ice", set()),
    ("weak>=ice", {GUGU}),
    ("weak>ice", {GUGU}),
    ("weak<=ice,fire", {GUGU}),
    ("weak<ice,fire", set()),
    ('weak!="deep sea"', {GUGU}),
    ("weak!=ice", set()),
    ("tags:ete", {GUGU, TENT}),
    ("tags:a-b,x", {GUGU}),
    # Whole numbers, special values, and one field against another.
    ("stamina>2", {INJI, ZIPPO}),
    ("stamina:2..3", {INJI, ZIPPO21}),
    ("stamina:3..3", {INJI}),
    ("stamina:..2", {ZIPPO21}),
    ("stamina!=3", {ZIPPO, ZIPPO21}),
    ("game:reef cost:variable", {ZIPPO}),
    ("game:reef cost!=variable", {INJI, ZIPPO21}),
    ("game:reef cost>0", {INJI, ZIPPO21}),
    ("game:reef cost<9", {INJI, ZIPPO21}),
    ("game:reef cost>stamina", {ZIPPO21}),
    ("game:reef cost<stamina", {INJI}),
    ("game:reef cost!=stamina", {INJI, ZIPPO, ZIPPO21}),
    ("copies = 4", {ORB}),
    ("copies<4", {ORBIT}),
    ("stage=0", {ORBIT}),
    # Dates.
    ("caught:1850", {ELAN}),
    ("caught:1850-09", {ELAN}),
    ("caught:1850-10", set()),
    ("caught<1851", {ELAN}),
    ("caught<=1851", {ELAN, REEF}),
    ("caught>1850", {REEF}),
    ("caught>1850-09-08", {ELAN, REEF}),
    ("caught:1849..1850", {ELAN}),
    ("caught!=1850", {REEF}),
    # Flags, presence, provenance.
    ("is:holo", {INJI, COIN}),
    ("not:holo", EVERY - {INJI, COIN}),  # as -is:holo: of games that know the flag, every other card
    ("-is:holo", EVERY - {INJI, COIN}),
    ("has:holo", {INJI, ZIPPO, COIN}),
    ("has:max", {INJI, ZIPPO, ZIPPO21, ORBIT, TENT}),
    ("-has:region game:dune", {COIN}),
    ("is:assumed", {TENT, COIN}),
    ("not:assumed game:dune", {ORBIT}),
    ("is:placeholder", {PIT}),
    # A missing value makes every comparison false; a negation is true of all else.
    ("region!=ice game:reef", {ZIPPO, ZIPPO21}),
    ("-region:ice", EVERY - {INJI, MEDAL}),
    ("-region!=fire game:dune", {TENT, COIN}),
    # Cards.
    ("grows_from:13", {ZIPPO21}),
    ("grows_from:zippo", {ZIPPO21}),
    ("grows_from!=inji", {ZIPPO21}),
    ("identity:inji", {INJI, MEDAL}),
    ("id:S1-10", {MEDAL}),
    ("id:reef/S1-2", {INJI}),
    # Regexes read what is printed, in any case.
    ("/^INJI$/", {INJI}),
    ("/É/", {ELAN}),
    (r"/n\/d/", {ELAN}),
    ("/reef of/", {REEF}),
    ("o:/card|worth/", {ORB, COIN}),
    ("text!=/card/", {PIT, COIN}),
    ("name:/^orb$/,coin", {ORB, COIN}),
    ("region:/^f/", {ZIPPO, TENT}),
    ("code:/^a.$/", {ELAN}),
    ("text:/^$/", set()),
]


@pytest.mark.parametrize(("query", "selected"), SELECTED)
def test_selects(query: str, selected: set[str], database: sqlite3.Connection) -> None:
    read = parse(query, shelf())
    text, bound = read.clause()
    assert {row[0] for row in database.execute(f"SELECT id FROM card WHERE {text}", bound)} == selected
    assert {card.id for card in shelf().cards if read.match(card)} == selected
    assert parse(str(read), shelf()) == read


WRITTEN = [
    ("", "", "every card"),
    ("orb", "orb", 'name has "orb"'),
    ('"orb"', "orb", 'name has "orb"'),
    ("name:orb", "orb", 'name has "orb"'),
    ("name=orb", "!orb", 'name is "orb"'),
    ("name:orb,pit", "name:orb,pit", 'name has "orb" or "pit"'),
    ('name:a,"b c",/d/', 'name:a,"b c",/d/', 'name has "a", "b c" or fits /d/'),
    ("name:/d/,a", "name:/d/,a", 'name fits /d/ or has "a"'),
    ("a  AND b", "a b", 'name has "a" and name has "b"'),
    ("a or (b c)", "a or b c", 'name has "a" or (name has "b" and name has "c")'),
    ("(a OR b) c", "(a or b) c", '(name has "a" or name has "b") and name has "c"'),
    ("-(-(a b))", "a b", 'name has "a" and name has "b"'),
    ("-(a b)", "-(a b)", 'not (name has "a" and name has "b")'),
    (r"/a\/b/", r"/a\/b/", r"name fits /a\/b/"),
    ("n:3", "number:3", "number is 3"),
    ("n:3..5,9", "number:3..5,9", "number is from 3 to 5 or 9"),
    ("s!=s1,s2", "set!=s1,s2", "set is something other than s1 or s2"),
    ("t:trap,fish", "type:trap,fish", "type is trap or fish (reef only)"),
    ("r:FROST", "r:Ice", "region is Ice (reef only)"),
    ("region:fire", "region:Fire", "region is Fire"),
    ('region:"deep sea"', 'region:"deep sea"', "region is Deep Sea (reef only)"),
    ("region:fire,sand", "region:Fire,sand", "(reef: region is Fire; dune: region is Fire or Sand)"),
    (
        "game:reef region:dee",
        'game:reef region:"Deep Sea"',
        "game is reef and region is Deep Sea (reef only)",
    ),
    ("max>=4", "max>=4", "stamina is at least 4 (reef only)"),
    ("game:dune max>low", "game:dune rank>low", "game is dune and rank is more than low (dune only)"),
    ("weak>=fire,ice", "weak>=Fire,Ice", "weak to has all of Fire and Ice (reef only)"),
    ("caught<=1850-09", "caught<=1850-09", "caught is no later than 1850-09 (reef only)"),
    ("caught:1850", "caught:1850", "caught is in 1850 (reef only)"),
    ("game:reef cost>max", "game:reef cost>max", "game is reef and cost is more than stamina (reef only)"),
    (
        "game:reef cost=max",
        "game:reef cost=max",
        "game is reef and cost is the same as stamina (reef only)",
    ),
    (
        "game:reef cost!=max",
        "game:reef cost!=max",
        "game is reef and cost is something other than stamina (reef only)",
    ),
    ("IS:Holo", "is:holo", "holo is yes"),
    ("not:holo", "not:holo", "holo is not yes"),
    ("has:r", "has:r", "region is known (reef only)"),
    ("is:placeholder", "is:placeholder", "it is a placeholder"),
    ("-is:assumed", "-is:assumed", "not (something of it is assumed)"),
]


@pytest.mark.parametrize(("query", "written", "said"), WRITTEN)
def test_is_written_and_said(query: str, written: str, said: str) -> None:
    read = parse(query, shelf())
    assert (str(read), read.explain()) == (written, said)


def test_equal_questions_are_equal_and_others_are_not() -> None:
    assert parse("r:frost orb", shelf()) == parse('(r:Ice) AND "orb"', shelf())
    assert parse("r:frost", shelf()) != parse("r=fire", shelf())
    assert parse("a b", shelf()) != parse("a or b", shelf())


def test_the_conjuncts_are_the_terms() -> None:
    assert [str(term) for term in parse("a (b c) -d (e or f)", shelf()).terms] == [
        "a",
        "b",
        "c",
        "-d",
        "e or f",
    ]
    assert [str(term) for term in parse("a or b", shelf()).terms] == ["a or b"]
    assert parse("", shelf()).terms == ()


@pytest.mark.parametrize(
    ("query", "game", "selected"), [("max:..3", "reef", {INJI, ZIPPO21}), ("max:low", "dune", {ORBIT})]
)
def test_read_in_one_game_alone(
    query: str, game: str, selected: set[str], database: sqlite3.Connection
) -> None:
    read = parse(query, shelf(), game=game)
    assert {card.id for card in shelf().cards if card.game == game and read.match(card)} == selected
    assert "game" not in read.clause()[0]


@pytest.mark.parametrize(
    "query", ["t:fish", "rarity:s", "weak:ice,fire", "orb", "n:1", "stamina>3", "r:frost"]
)
def test_whole_values_read_alike(query: str) -> None:
    assert parse(query, shelf(), game="reef", whole=True) == parse(query, shelf(), game="reef")


def test_no_text_of_the_query_is_in_the_clause() -> None:
    word = "x') OR 1=1 --"
    for query in (
        f'"{word}"',
        f'o="{word}"',
        f'n:"{word}"',
        f'mood:"{word}"',
        f'tags:"{word}"',
        f'n>"{word}"',
    ):
        text, bound = parse(query, shelf()).clause()
        assert "1=1" not in text
        assert any("x')" in str(value) for value in bound)
