"""Importing: columns to fields, what is new, changed and the same, the user's layer, sets that shrink."""

from __future__ import annotations

import csv
import json
import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from deckwright.catalog.card import Card
from deckwright.catalog.catalogue import Catalogue
from deckwright.catalog.errors import UnknownGame
from deckwright.catalog.exporting import as_csv, as_json
from deckwright.catalog.game import Game
from deckwright.catalog.importing.problems import ImportRefused, Shrinks
from deckwright.catalog.importing.report import Change
from deckwright.catalog.query import parse
from tests.catalog.importing.bench_game import CARDS, DOCUMENT, built, card, held, take, whole

GAME = Game.read(DOCUMENT)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return built(tmp_path)


def rows(path: Path, *found: Mapping[str, Any], name: str = "cards.json") -> Path:
    """A file of these rows: JSON, or CSV by the ending of its name."""
    file = path.parent / name
    if name.endswith(".csv"):
        columns = list(dict.fromkeys(key for row in found for key in row))
        with file.open("w", newline="", encoding="utf-8") as out:
            writer = csv.DictWriter(out, columns)
            writer.writeheader()
            writer.writerows(found)
    else:
        file.write_text(json.dumps(list(found)), encoding="utf-8")
    return file


def said(path: Path) -> dict[str, Any]:
    """What the catalogue keeps of the user's, apart."""
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute("SELECT id, document FROM user_card ORDER BY id").fetchall()
    return {card_id: json.loads(document) for card_id, document in found}


class TestColumns:
    @pytest.mark.parametrize(
        "name", ["cost", "Cost", "Play Cost", "play_cost", "playCost", "PLAY-COST", "c", "C"]
    )
    def test_a_field_is_found_whatever_case_and_separators(self, path: Path, name: str) -> None:
        take(path, rows(path, {"number": "1", name: 7}), game="moors")
        assert held(path, "moors/M1-1").fields["cost"] == 7

    @pytest.mark.parametrize("name", ["number", "Number", "cardNumber", "collector_number", "id", "#", "No"])
    def test_a_number_has_many_names(self, path: Path, name: str) -> None:
        take(path, rows(path, {name: "1", "cost": 7}), game="moors")
        assert held(path, "moors/M1-1").fields["cost"] == 7

    def test_a_column_goes_to_the_field_that_the_cards_type_has(self, path: Path) -> None:
        beast = {"number": "90", "name": "Toad", "type": "animal", "land": "swamp"}
        place = {"number": "91", "name": "Mere", "type": "place", "land": "Heath & Bog"}
        take(path, rows(path, beast, place), game="moors")
        assert held(path, "moors/M1-90").fields == {"land": "Bog"}
        assert held(path, "moors/M1-91").fields == {"lands": ("Bog", "Heath")}

    def test_a_card_that_is_there_needs_no_type_for_that(self, path: Path) -> None:
        take(path, rows(path, {"number": "5", "land": "Heath"}), game="moors")
        assert held(path, "moors/M1-5").fields == {"lands": ("Heath",)}

    def test_map_settles_the_rest(self, path: Path) -> None:
        file = rows(path, {"Nr": "1", "What You Pay": "3"})
        take(path, file, game="moors", mapping={"cost": "what you pay"})
        assert held(path, "moors/M1-1").fields["cost"] == 3

    def test_map_to_no_field_is_refused(self, path: Path) -> None:
        with pytest.raises(
            ImportRefused, match="coast: --map names a field that no card has; did you mean cost"
        ):
            take(path, rows(path, {"number": "1", "x": "3"}), game="moors", mapping={"coast": "x"})

    def test_map_to_a_column_that_no_file_has_is_refused(self, path: Path) -> None:
        one = rows(path, {"number": "1", "coast": "3"}, name="one.json")
        other = rows(path, {"number": "2", "price": "3"}, name="other.json")
        with pytest.raises(
            ImportRefused, match="--map: cost=cost2: no file has this column; did you mean coast"
        ):
            take(path, one, other, game="moors", mapping={"cost": "cost2"})
        assert take(path, one, other, game="moors", mapping={"cost": "Price"}).changed == 1

    def test_the_name_of_a_field_of_all_games_is_its_column_whatever_a_games_own_are_called(
        self, path: Path
    ) -> None:
        kind = {"id": "kind_of", "name": "Type", "type": "text", "about": "which"}
        document = {**DOCUMENT, "id": "fens", "fields": [kind]}
        file = rows(path, {"number": "1", "name": "Hare", "type": "beast", "kind_of": "Hare"})
        take(path, file, documents=[document])
        hare = held(path, "fens/M1-1")
        assert (hare.type, hare.fields) == ("beast", {"kind_of": "Hare"})

    @pytest.mark.parametrize(
        ("word", "place"),
        [
            ("moors/M1-1", "moors/M1-1"),
            ("moors/M-2-7b", "moors/M-2-7b"),
            ("moors/Z9-4", "moors/Z9-4"),
            ("77", "moors/M1-77"),
        ],
    )
    def test_an_id_says_which_card_a_row_is(self, path: Path, word: str, place: str) -> None:
        take(path, rows(path, {"id": word, "name": "Toad", "type": "beast"}), game="moors")
        assert held(path, place).name == "Toad"

    @pytest.mark.parametrize(
        ("word", "says"),
        [
            ("moors/21", "'moors/21' is no card id: moors/21-NUMBER"),
            ("moors/M1-", "is no card id: moors/M1-NUMBER"),
            ("moors/-1", "is no card id: moors/SET-NUMBER"),
            ("moors/M1-1/2", "'1/2' cannot be part of a card id"),
            ("A 1", "'A 1' cannot be part of a card id"),
            ("tides/M1-1", "'tides/M1-1' is a card of tides, and this is one of moors"),
        ],
    )
    def test_an_id_that_is_none_is_refused(self, path: Path, word: str, says: str) -> None:
        with pytest.raises(ImportRefused, match=f"row 1: id: .*{says}"):
            take(path, rows(path, {"id": word, "name": "Toad", "type": "beast"}), game="moors")

    def test_what_is_passed_over_is_counted(self, path: Path) -> None:
        toad = {
            "number": "90",
            "name": "Toad",
            "type": "beast",
            "lands": "Bog",
            "Picture": "a.jpg",
            "Note": "",
        }
        report = take(path, rows(path, toad), game="moors")
        passed = {(column, kind): count for (_, column, kind), count in report.passed.items()}
        assert passed == {("Picture", ""): 1, ("lands", "beast"): 1}


class TestGames:
    def test_a_column_says_the_game(self, path: Path) -> None:
        assert take(path, rows(path, {"game": "The Moors", "number": "1", "cost": 8})).changed == 1

    def test_a_game_that_there_is_not(self, path: Path) -> None:
        with pytest.raises(ImportRefused, match=r"row 1: game: no game is called 'The Mors'; did you mean"):
            take(path, rows(path, {"game": "The Mors", "number": "1", "cost": 8}))
        with pytest.raises(UnknownGame):
            take(path, rows(path, {"number": "1"}), game="mors")

    def test_the_names_say_the_game(self, path: Path) -> None:
        assert take(path, rows(path, {"number": "1", "name": "HARE", "cost": 8})).changed == 1

    def test_ids_say_the_game(self, path: Path) -> None:
        assert take(path, rows(path, {"id": "moors/M1-2", "cost": 8})).changed == 1

    def test_names_that_no_game_knows(self, path: Path) -> None:
        with pytest.raises(ImportRefused, match="has no card that a game knows; say --game moors"):
            take(path, rows(path, {"number": "1", "name": "Kraken", "cost": 8}))


class TestComparing:
    def test_new_changed_the_same(self, path: Path) -> None:
        file = rows(
            path,
            {"number": "1", "name": "Hare", "cost": "1", "foil": "yes"},
            {"number": "2", "name": "Old Hare", "cost": "2"},
            {"number": "90", "name": "Toad", "type": "beast"},
        )
        report = take(path, file, game="moors")
        assert (report.read, report.new, report.changed, report.same) == (3, 1, 1, 1)
        assert report.new_cards == [("moors/M1-90", "Toad")]
        assert report.changes == [Change("moors/M1-1", "Hare", "foil", False, True)]

    def test_again_changes_nothing(self, path: Path) -> None:
        file = rows(path, {"number": "1", "foil": "yes"}, {"number": "90", "name": "Toad", "type": "beast"})
        take(path, file, game="moors")
        before = whole(path)
        report = take(path, file, game="moors")
        assert (report.same, report.touched) == (2, False)
        assert whole(path) == before

    def test_a_dry_run_says_the_same_and_writes_nothing(self, path: Path) -> None:
        before = whole(path)
        file = rows(path, {"number": "1", "foil": "yes"}, {"number": "90", "name": "Toad", "type": "beast"})
        dry = take(path, file, game="moors", dry_run=True)
        assert whole(path) == before
        assert dry == take(path, file, game="moors")

    def test_an_empty_cell_says_nothing_unless_it_clears(self, path: Path) -> None:
        file = rows(path, {"number": "1", "cost": "", "land": None})
        assert take(path, file, game="moors").same == 1
        report = take(path, file, game="moors", clear=True)
        assert [(one.field, one.before, one.after) for one in report.changes] == [
            ("cost", 1, None),
            ("land", "Bog", None),
        ]
        assert held(path, "moors/M1-1").fields == {"foil": False}

    def test_a_name_alone_is_enough_where_it_is_one_cards(self, path: Path) -> None:
        take(path, rows(path, {"name": "OLD hare", "cost": 5}), game="moors")
        assert held(path, "moors/M1-2").fields["cost"] == 5

    def test_sound_rows_are_taken_and_bad_ones_told_if_wished(self, path: Path) -> None:
        file = rows(path, {"number": "1", "cost": "many"}, {"number": "2", "cost": "7"}, name="a.csv")
        report = take(path, file, game="moors", skip_bad=True)
        assert [str(one) for one in report.problems] == [f"{file}, row 2: cost: 'many' is no whole number"]
        assert (held(path, "moors/M1-1").fields["cost"], held(path, "moors/M1-2").fields["cost"]) == (1, 7)

    def test_two_files_are_one_import(self, path: Path) -> None:
        good = rows(path, {"number": "1", "cost": "7"}, name="good.csv")
        bad = rows(path, {"number": "1", "cost": "8"}, name="bad.csv")
        with pytest.raises(
            ImportRefused, match=r"bad.csv, row 2: number: moors/M1-1 stands in row 2 of .*good.csv"
        ):
            take(path, good, bad, game="moors")
        assert held(path, "moors/M1-1").fields["cost"] == 1

    def test_more_rows_than_a_batch(self, path: Path) -> None:
        many = [
            {"number": str(number), "name": f"Gnat {number}", "type": "beast"} for number in range(100, 3400)
        ]
        assert take(path, rows(path, *many), game="moors").new == 3300
        again = [*many, {"number": "100", "name": "Gnat 100", "type": "beast"}]
        with pytest.raises(ImportRefused, match="row 3301: number: moors/M1-100 stands in row 1 too"):
            take(path, rows(path, *again), game="moors")

    def test_a_card_of_another_type_keeps_no_field_that_the_type_lacks(self, path: Path) -> None:
        report = take(path, rows(path, {"number": "1", "type": "place", "motto": "Here"}), game="moors")
        assert held(path, "moors/M1-1").fields == {"cost": 1, "foil": False, "motto": "Here"}
        assert Change("moors/M1-1", "Hare", "land", "Bog", None) in report.changes
        again = take(path, exported(path, "json", [held(path, "moors/M1-1")]), game="moors")
        assert (again.same, dict(again.passed)) == (1, {})

    def test_a_field_comes_with_the_type_that_has_it(self, path: Path) -> None:
        take(path, rows(path, {"number": "1", "type": "place", "land": "Heath"}), game="moors")
        assert held(path, "moors/M1-1").fields == {"cost": 1, "foil": False, "lands": ("Heath",)}


class TestPointers:
    @pytest.mark.parametrize("word", ["1", "moors/M1-1", "3", "Hare", "hare of the fair"])
    def test_a_pointer_is_a_number_an_id_or_a_name(self, path: Path, word: str) -> None:
        take(
            path,
            rows(path, {"number": "90", "name": "Toad", "type": "beast", "grows from": word}),
            game="moors",
        )
        assert held(path, "moors/M1-90").fields["grows_from"] == "moors/M1-1"

    def test_cards_point_at_those_that_come_later(self, path: Path) -> None:
        file = rows(
            path,
            {"number": "90", "name": "Frog", "type": "beast", "grows_from": "91"},
            {"number": "91", "name": "Tadpole", "type": "beast", "identity": "92"},
            {"number": "92", "name": "Spawn", "type": "beast"},
            {"number": "93", "name": "Newt", "type": "beast", "grows_from": "Spawn"},
        )
        take(path, file, game="moors")
        assert held(path, "moors/M1-91").identity == "moors/M1-92"
        assert held(path, "moors/M1-93").fields["grows_from"] == "moors/M1-92"
        assert held(path, "moors/M1-90").fields["grows_from"] in ("moors/M1-91", "moors/M1-92")
        assert said(path)["moors/M1-93"]["fields"]["grows_from"] == "moors/M1-92"

    @pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 0, 2), (1, 2, 0)], ids=str)
    @pytest.mark.parametrize("at_once", [True, False], ids=["at once", "one by one"])
    def test_all_printings_of_a_card_are_those_of_its_first(
        self, path: Path, order: tuple[int, ...], at_once: bool
    ) -> None:
        said_of = [
            {"number": "2", "identity": "4"},
            {"number": "4", "identity": "5"},
            {"number": "6", "identity": "2"},
        ]
        chosen = [said_of[at] for at in order]
        for some in [chosen] if at_once else [[row] for row in chosen]:
            take(path, rows(path, *some), game="moors")
        first = {at: held(path, f"moors/M1-{at}").identity for at in (2, 4, 5, 6)}
        assert first == dict.fromkeys((2, 4, 5, 6), "moors/M1-5")
        assert said(path)["moors/M1-6"]["identity"] == "moors/M1-5"

    def test_a_card_that_others_are_printings_of_takes_them_along(self, path: Path) -> None:
        report = take(path, rows(path, {"number": "1", "identity": "5"}), game="moors")
        assert held(path, "moors/M1-3").identity == "moors/M1-5"
        assert said(path)["moors/M1-3"] == {"identity": "moors/M1-5", "fields": {}}
        changes = [(one.id, one.before, one.after) for one in report.changes]
        assert changes == [(f"moors/M1-{at}", "moors/M1-1", "moors/M1-5") for at in (1, 3)]
        assert (report.read, report.changed, report.same) == (1, 2, 0)

    def test_a_card_becomes_its_own_first_printing_again(self, path: Path) -> None:
        assert held(path, "moors/M1-3").identity == "moors/M1-1"
        take(path, rows(path, {"number": "3", "identity": "3"}), game="moors")
        assert held(path, "moors/M1-3").identity == "moors/M1-3"

    @pytest.mark.parametrize("skip_bad", [False, True])
    def test_printings_of_each_other_are_refused(self, path: Path, skip_bad: bool) -> None:
        before = whole(path)
        file = rows(path, {"number": "2", "identity": "4"}, {"number": "4", "identity": "2"})
        with pytest.raises(
            ImportRefused, match="row 1: identity: moors/M1-4 is said to be a printing of moors/M1-2"
        ):
            take(path, file, game="moors", skip_bad=skip_bad)
        assert whole(path) == before

    def test_a_pointer_at_no_card_is_not_taken_where_bad_rows_are_left_out(self, path: Path) -> None:
        take(path, rows(path, {"number": "3", "identity": "2", "motto": "Go"}), game="moors")
        before, kept = whole(path), said(path)
        file = rows(
            path,
            {"number": "2", "grows_from": "999", "cost": 5},
            {"number": "3", "identity": "999"},
            {"number": "90", "name": "Toad", "type": "beast", "grows_from": "999", "identity": "998"},
        )
        with pytest.raises(
            ImportRefused, match="row 1: grows_from: no card has the number, id or name '999'"
        ):
            take(path, file, game="moors")
        assert (whole(path), said(path)) == (before, kept)
        report = take(path, file, game="moors", skip_bad=True)
        assert (report.bad, report.pointing_nowhere) == (4, 4)
        assert (report.new, report.changed, report.same) == (1, 1, 1)
        assert report.changes == [Change("moors/M1-2", "Old Hare", "cost", 2, 5)]
        old, fair, toad = (held(path, f"moors/M1-{number}") for number in (2, 3, 90))
        assert old.fields == {"cost": 5, "grows_from": "moors/M1-1"}
        assert (fair.identity, toad.identity) == ("moors/M1-2", "moors/M1-90")
        assert "grows_from" not in toad.fields
        after = said(path)
        assert after["moors/M1-2"] == {"fields": {"cost": 5}}
        assert after["moors/M1-3"] == kept["moors/M1-3"]
        assert "grows_from" not in after["moors/M1-90"]["fields"]

    def test_nothing_is_kept_of_a_card_of_which_only_that_was_said(self, path: Path) -> None:
        take(path, rows(path, {"number": "2", "grows_from": "999"}), game="moors", skip_bad=True)
        assert said(path) == {}


class TestLayer:
    def test_what_is_said_of_a_shipped_card_is_kept_apart(self, path: Path) -> None:
        take(path, rows(path, {"number": "1", "name": "Hare", "cost": 7, "foil": "no"}), game="moors")
        assert said(path) == {"moors/M1-1": {"fields": {"cost": 7}}}
        take(path, rows(path, {"number": "1", "motto": "Run"}), game="moors")
        assert said(path) == {"moors/M1-1": {"fields": {"cost": 7, "motto": "Run"}}}

    def test_a_users_card_of_a_shipped_game_is_kept_whole(self, path: Path) -> None:
        take(path, rows(path, {"number": "90", "name": "Toad", "type": "beast", "cost": 2}), game="moors")
        kept = said(path)["moors/M1-90"]
        assert kept["new"] is True
        assert (kept["name"], kept["type"], kept["fields"]) == ("Toad", "beast", {"cost": 2})

    def test_a_field_that_is_said_is_assumed_no_more(self, path: Path) -> None:
        take(path, rows(path, {"number": "4", "name": "Heron", "cost": "9"}), game="moors")
        heron = held(path, "moors/M1-4")
        assert (heron.name, heron.source, heron.assumed) == ("Heron", "user", ("cost",))
        take(path, rows(path, {"number": "4", "cost": "8"}), game="moors")
        assert held(path, "moors/M1-4").assumed == ()

    def test_the_searches_find_what_was_said(self, path: Path) -> None:
        take(
            path,
            rows(path, {"number": "1", "text": "Übers Moor", "rank": "high", "calls": "Süße; b"}),
            game="moors",
        )
        with Catalogue.open(path) as catalogue:
            for query in ('o:"uber"', "rank>=high", "calls:susse"):
                assert [one.id for one in catalogue.search(parse(query, catalogue))] == ["moors/M1-1"]


class TestReplacing:
    def files(self, path: Path, count: int) -> Path:
        own = [
            {"set": "X", "number": str(number), "name": f"Gnat {number}", "type": "beast"}
            for number in range(count)
        ]
        return rows(path, *own)

    def test_cards_that_a_file_lacks_stay(self, path: Path) -> None:
        take(path, self.files(path, 40), game="moors")
        assert take(path, self.files(path, 2), game="moors").removed == 0

    def test_a_file_that_replaces_takes_the_others_away(self, path: Path) -> None:
        take(path, self.files(path, 40), game="moors")
        report = take(path, self.files(path, 38), game="moors", replace=True)
        assert report.removals == [("moors/X-38", "Gnat 38"), ("moors/X-39", "Gnat 39")]
        assert report.stays == {}
        assert {*said(path)} == {f"moors/X-{number}" for number in range(38)}

    def test_cards_whose_rows_are_bad_are_not_taken_away(self, path: Path) -> None:
        take(path, self.files(path, 40), game="moors")
        before = whole(path)
        bad = [{"set": "X", "number": str(at), "name": f"Gnat {at}", "type": "beast"} for at in range(40)]
        bad[7]["type"] = "gnat"
        with pytest.raises(ImportRefused, match=r"row 8: type: .*\nnothing was imported: with --replace"):
            take(path, rows(path, *bad), game="moors", replace=True, skip_bad=True)
        assert whole(path) == before

    @pytest.mark.parametrize(("kept", "refused"), [(36, False), (35, True)])
    def test_a_set_does_not_lose_more_than_a_tenth_unasked(
        self, path: Path, kept: int, refused: bool
    ) -> None:
        take(path, self.files(path, 40), game="moors")
        before = whole(path)
        if refused:
            with pytest.raises(Shrinks, match=r"set X would lose 5 of its 40 cards\n.*--yes"):
                take(path, self.files(path, kept), game="moors", replace=True)
            assert whole(path) == before
        report = take(path, self.files(path, kept), game="moors", replace=True, yes=refused)
        assert (report.removed, dict(report.stays)) == (40 - kept, {})

    def test_shipped_cards_stay(self, path: Path) -> None:
        report = take(path, rows(path, {"number": "1", "name": "Hare"}), game="moors", replace=True)
        assert (report.removed, dict(report.stays)) == (0, {"M1": len(CARDS) - 1})


def exported(path: Path, shape: str, cards: Iterable[Card]) -> Path:
    """A file of the cards, as an export writes it."""
    with Catalogue.open(path) as catalogue:
        games = {game.id: game for game in catalogue.games()}
    pieces = as_csv(cards, games) if shape == "csv" else as_json(cards, games)
    file = path.parent / f"out.{shape}"
    file.write_bytes("".join(pieces).encode())
    return file


def test_an_export_knows_no_order_in_which_fields_came(path: Path) -> None:
    one = {"number": "90", "name": "Toad", "type": "beast", "calls": ["a"], "cost": 3}
    take(path, rows(path, one, dict(reversed([*(one | {"number": "91"}).items()]))), game="moors")
    written = [exported(path, "json", [held(path, f"moors/M1-{at}")]).read_text() for at in (90, 91)]
    assert written[0].replace('"90"', '"91"') == written[1]
    assert written[0].index("cost") < written[0].index("calls")


NASTY = [
    'Say "when", said he',
    "One, two\nthree\r\nfour\rfive",
    "=1+1",
    "'=1+1",
    "-1",
    "@here",
    "\tindented",
    "🦎 gecko 👩‍🚀",
    "שלום \u202eעולם",
    "\x1b[31mred\x1b[0m",
    " blanks kept ",
    "; ; [",
    "NA ",
    "a" * 1000,
    "\u2028line",
]


@pytest.mark.parametrize("shape", ["csv", "json"])
@pytest.mark.parametrize("name", NASTY)
def test_a_name_is_stored_as_it_is_and_comes_back_unchanged(path: Path, shape: str, name: str) -> None:
    row = {"number": "90", "name": name, "type": "beast", "text": name, "motto": name, "calls": [name, "b;c"]}
    take(path, rows(path, row), game="moors")
    toad = held(path, "moors/M1-90")
    assert (toad.name, toad.text, toad.fields["motto"]) == (name, name, name)
    assert take(path, exported(path, shape, [toad])).same == 1
    folder = path.parent / shape
    folder.mkdir()
    fresh = built(folder)
    assert take(fresh, exported(path, shape, [toad])).new == 1
    assert held(fresh, "moors/M1-90") == toad


texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=30)
words = texts.map(str.strip).filter(bool)


@st.composite
def new_cards(draw: st.DrawFn) -> Card:
    fields: dict[str, Any] = {
        "cost": draw(st.none() | st.integers(-(2**53), 2**53) | st.just("x")),
        "rank": draw(st.none() | st.sampled_from(["low", "high"])),
        "land": draw(st.none() | st.sampled_from(["Bog", "Salt & Sand"])),
        "calls": draw(st.none() | st.lists(words, min_size=1, max_size=3, unique=True).map(tuple)),
        "motto": draw(st.none() | texts.filter(lambda text: text != "NA")),
        "seen": draw(st.none() | st.dates().map(str)),
        "foil": draw(st.none() | st.booleans()),
        "grows_from": draw(st.none() | st.just("moors/M1-1")),
    }
    kept = {name: value for name, value in fields.items() if value is not None}
    return card(
        "90",
        draw(texts.filter(lambda text: bool(text.strip()))),
        source=draw(st.sampled_from(["user", "derived"])),
        text=draw(st.just("") | texts),
        copies=draw(st.none() | st.integers(1, 99)),
        subtype=draw(st.none() | words),
        fields=kept,
    )


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(toad=new_cards(), shape=st.sampled_from(["csv", "json"]))
def test_any_card_survives_the_round_trip(
    tmp_path_factory: pytest.TempPathFactory, toad: Card, shape: str
) -> None:
    folder = tmp_path_factory.mktemp("trip")
    path = built(folder)
    assert take(path, exported(path, shape, [toad]), game="moors").new == 1
    assert held(path, "moors/M1-90") == toad
    assert take(path, exported(path, shape, [toad]), game="moors").same == 1
