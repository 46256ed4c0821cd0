"""import and export at the command line: what is said, exit statuses, games and cards together."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from deckwright.catalog.shipped import cards_document, shipped_games
from deckwright.schemas import problems

GAME = shipped_games()[0]
CARD = cards_document(GAME)["cards"][0]


@pytest.fixture
def own(
    run: Callable[..., Any], tmp_path: Path, catalogue: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Any]:
    """Runs on a catalogue of this test's own, in a folder of its own."""
    copy = tmp_path / "own.db"
    copy.write_bytes(catalogue.read_bytes())
    monkeypatch.setenv("DECKWRIGHT_CATALOG", str(copy))
    monkeypatch.chdir(tmp_path)
    return run


def written(name: str, *rows: dict[str, Any]) -> str:
    Path(name).write_text(json.dumps(rows), encoding="utf-8")
    return name


NEW = {"number": "MY-1", "name": "My Card", "type": CARD["type"], "set": "S1"}
CHANGED = {"number": CARD["number"], "name": CARD["name"], "set": "S1", "text": "Mine"}
UNKNOWN = {"number": CARD["number"], "set": "S1", "image": "a.jpg"}


BAD_MIN = (
    '\'min\' must be a whole number, or {"option": …}, or {"field": …}, or {"share": …},'
    ' or {"list": …}, or {"by": …}, found "many"'
)


class TestImport:
    def test_one_table_says_what_was_new_changed_and_passed_over(self, own: Any) -> None:
        done = own("import", written("a.json", NEW, CHANGED | {"image": "a.jpg"}), "--game", GAME)
        assert done.status == 0
        assert done.err == "a.json: no field is called 'image' (1 cell passed over)\n"
        head, _, *lines = done.out.splitlines()
        assert head == "2 cards read: 1 new, 1 changed"
        cells = [line.split("  ") for line in lines]
        assert [row[0].strip() for row in cells] == ["", "new", "changed"]
        assert "Mine" in lines[2]
        again = own("import", "a.json", "--game", GAME)
        assert again.out.startswith("2 cards read: nothing changed")

    def test_a_column_that_is_no_field_is_told_with_the_nearest(self, own: Any) -> None:
        own("game", "new", "My", "Tale")
        text = Path("my-tale.csv").read_text()
        Path("my-tale.csv").write_text(text.replace("points", "pionts", 1))
        done = own("import", "my-tale.json", "my-tale.csv")
        said = "no field is called 'pionts'; did you mean points? (20 cells passed over)"
        assert f"my-tale.csv: {said}\n" in done.err
        assert own("game", "remove", "my-tale", "--yes").status == 0
        rows = json.loads(own("import", "my-tale.json", "my-tale.csv", "--json").out)["rows"]
        (passed,) = [row for row in rows if row["what"] == "passed over"]
        assert passed["after"] == "no field is called so; did you mean points?"
        checked = own("game", "check", "my-tale.json")
        assert f"my-tale.csv: {said}\n" in checked.out
        assert "1 warning" in checked.out

    def test_a_dry_run(self, own: Any) -> None:
        dry = own("import", written("a.json", NEW), "--game", GAME, "--dry-run")
        assert dry.out.startswith("1 card read: 1 new  (a dry run: nothing was written)")
        assert own("show", "My Card").status == 2

    def test_json_is_by_the_schema_of_tables(self, own: Any) -> None:
        done = own("import", written("a.json", NEW, CHANGED), "--game", GAME, "--json")
        document = json.loads(done.out)
        assert problems("table", document) == []
        assert [document[key] for key in ("read", "new", "changed", "same", "dry_run")] == [2, 1, 1, 0, False]

    def test_problems_are_told_all_at_once(self, own: Any) -> None:
        file = written("a.json", NEW | {"type": "none"}, {"number": "a b"}, NEW)
        done = own("import", file, "--game", GAME)
        assert (done.status, done.out) == (2, "")
        assert done.err.startswith("deckwright: a.json, row 1: type: 'none' is none of its values")
        assert "a.json, row 2: number: 'a b' cannot be part of a card id" in done.err
        assert done.err.endswith("nothing was imported\n")

    def test_the_sound_rows_if_wished(self, own: Any) -> None:
        done = own("import", written("a.json", NEW, {"number": "a b"}), "--game", GAME, "--skip-bad")
        assert done.status == 1
        assert done.out.startswith("2 cards read: 1 new")
        assert done.err.endswith("1 problem; the rows with them were left out\n")

    def test_from_standard_input(self, own: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps([NEW]).encode())))
        assert own("import", "-", "--game", GAME).out.startswith("1 card read: 1 new")

    @pytest.mark.parametrize(
        ("args", "says"),
        [
            (("none.csv",), "none.csv: no such file or directory"),
            (("a.json", "--map", "name"), "--map takes FIELD=COLUMN, not 'name'"),
            (
                ("a.json", "--map", "name=a", "--map", "name=b"),
                "--map names two columns for name; a field has one",
            ),
            (("a.json", "--encoding", "klingon"), "no encoding is called 'klingon'"),
            (("a.json", "--encoding", "base64"), "no encoding is called 'base64'"),
            (("a.json", "--game", "chess"), "no game is called 'chess'"),
            ((), "Missing argument 'FILE...'"),
        ],
    )
    def test_what_cannot_be_done_is_said_in_a_line(self, own: Any, args: tuple[str, ...], says: str) -> None:
        written("a.json", NEW)
        done = own("import", *args)
        assert (done.status, done.out) == (2, "")
        assert says in done.err

    def test_a_set_that_shrinks(self, own: Any) -> None:
        many = [{**NEW, "set": "X", "number": str(number)} for number in range(10)]
        own("import", written("a.json", *many), "--game", GAME)
        done = own("import", written("a.json", *many[:8]), "--game", GAME, "--replace")
        assert (done.status, done.out) == (1, "")
        assert "set X would lose 2 of its 10 cards" in done.err
        assert own("import", "a.json", "--game", GAME, "--replace", "--yes").out.startswith(
            "8 cards read: 2 removed"
        )

    def test_control_characters_are_seen_not_obeyed(self, own: Any) -> None:
        done = own(
            "import", written("a.json", NEW | {"name": "\x1b[31mred", "Pict\x1bure": "x"}), "--game", GAME
        )
        assert "\\x1b[31mred" in done.out
        assert "\x1b" not in done.out


class TestGames:
    def test_from_the_first_file_to_the_deal(self, own: Any) -> None:
        made = own("game", "new", "My", "Tale")
        assert made.out.splitlines()[0].startswith("my-tale.json")
        assert own("game", "check", "my-tale.json").out == (
            "my-tale.json: sound  (3 card types, 4 fields, 5 rules, 20 cards)\n"
        )
        taken = own("import", "my-tale.json", "my-tale.csv")
        assert taken.out.startswith("my-tale  a new game\n20 cards read: 20 new\n")
        assert own("import", "my-tale.json", "my-tale.csv").out.startswith(
            "my-tale  the game is unchanged\n20 cards read: nothing changed\n"
        )
        assert own("cards", "--game", "my-tale", "p>=4", "--count").out == "4\n"
        assert "Heroes" not in own("rules", "my-tale").out
        deck = (
            "game: my-tale\n\ndeck\n" + "".join(f"2 {name}\n" for name in HEROES) + "relics\n1 Tide Glass\n"
        )
        Path("a.deck").write_text(deck)
        assert own("validate", "a.deck", "--on", "2026-02-28").status == 0
        banned = own("validate", "a.deck", "--on", "2026-03-01")
        assert banned.status == 1
        assert "R-5" in banned.out
        assert own("deal", "a.deck", "--seed", "x").status == 0

    def test_nothing_is_overwritten(self, own: Any) -> None:
        Path("my-tale.csv").write_text("mine")
        done = own("game", "new", "My", "Tale")
        assert (done.status, Path("my-tale.csv").read_text()) == (2, "mine")
        assert not Path("my-tale.json").exists()
        taken = own("game", "new", GAME)
        assert "already; take another name" in taken.err

    def test_what_is_wrong_is_told_with_a_caret(self, own: Any) -> None:
        own("game", "new", "My", "Tale")
        text = Path("my-tale.json").read_text()
        Path("my-tale.json").write_text(text.replace('"where": "tier:epic"', '"where": "tier:epc"'))
        done = own("game", "check", "my-tale.json")
        assert done.status == 1
        assert "/rules/2/count/where" in done.out
        assert "^^^" in done.out
        assert done.out.endswith("my-tale.json: 1 error  (3 card types, 4 fields, 5 rules, 20 cards)\n")
        refused = own("import", "my-tale.json", "my-tale.csv")
        assert (refused.status, own("game", "my-tale").status) == (2, 2)
        assert "my-tale.json: 1 problem" in refused.err

    def test_every_mistake_of_document_and_cards_is_told_at_once_with_its_line(self, own: Any) -> None:
        own("game", "new", "My", "Tale")
        text = Path("my-tale.json").read_text()
        lines = text.splitlines()
        wrong = {
            '"min": 12, "max": 20': '"min": "many", "max": 20, "where": "t:heor"',
            '"where": "tier:epic"': '"where": "tier:epc"',
            '"accepts": "t:relic"': '"accept": "t:relic"',
        }
        at = {key: next(number for number, line in enumerate(lines, 1) if key in line) for key in wrong}
        for key, value in wrong.items():
            text = text.replace(key, value)
        Path("my-tale.json").write_text(text)
        cards = Path("my-tale.csv").read_text().replace("Lamplighter,hero,1", "Lamplighter,hero,one")
        Path("my-tale.csv").write_text(cards)
        done = own("game", "check", "my-tale.json")
        size, epic, relics = at.values()
        assert [line for line in done.out.splitlines() if line.startswith("error")] == [
            f"error    line {relics}  /zones/1/accept (relics): unknown key 'accept'; did you mean 'accepts'?",
            f"error    line {size}  /rules/0/count/min (size.deck): {BAD_MIN}",
            f"error    line {size}  /rules/0/count/where (size.deck): unknown type 'heor'",
            f"error    line {epic}  /rules/2/count/where (group.epic): unknown tier 'epc'",
            "error    my-tale.csv, row 2: points: 'one' is no whole number",
        ]
        assert "nothing was imported" not in done.out + done.err
        rows = json.loads(own("game", "check", "my-tale.json", "--json").out)["rows"]
        assert (rows[0]["line"], rows[0]["entry"], rows[-1]["file"]) == (relics, "relics", "my-tale.csv")

    def test_a_trailing_comma_is_told_with_its_line(self, own: Any) -> None:
        Path("a.json").write_text('{\n "id": "a",\n "types": [1, 2,]\n}\n')
        done = own("game", "check", "a.json")
        assert (done.status, done.err) == (2, "")
        assert done.out.startswith("error    line 3: is no JSON: a comma before ] or }")

    def test_a_table_of_no_cards_is_odd(self, own: Any) -> None:
        own("game", "new", "My", "Tale")
        Path("my-tale.csv").write_text("number,name,type\n")
        done = own("game", "check", "my-tale.json")
        assert (done.status, done.out.startswith("warning  my-tale.csv: holds no cards")) == (0, True)

    def test_a_card_type_is_renamed_with_its_cards(self, own: Any) -> None:
        own("game", "new", "My", "Tale")
        own("import", "my-tale.json", "my-tale.csv")
        for name in ("my-tale.json", "my-tale.csv"):
            text = Path(name).read_text().replace("t:relic", "t:charm").replace('"relic"', '"charm"')
            Path(name).write_text(text.replace(",relic,", ",charm,").replace('"Relic"', '"Charm"'))
        alone = own("import", "my-tale.json")
        assert alone.status == 2
        assert "'relic' is gone from the types, but 3 cards are of it" in alone.err
        assert "deckwright game remove my-tale" in alone.err
        assert own("game", "check", "my-tale.json").status == 0
        both = own("import", "my-tale.json", "my-tale.csv")
        assert both.out.startswith("my-tale  the game's document changed\n20 cards read: 3 changed")
        assert own("cards", "--game", "my-tale", "t:charm", "--count").out == "3\n"

    def test_a_game_that_extends_another_has_the_lines_of_its_own_file(self, own: Any) -> None:
        rule = {"id": "mine", "says": "One", "count": {"in": ["deck"], "where": "t:nothing", "max": 1}}
        document = {"deckwright": 1, "id": "house", "name": "House", "extends": "geopals", "rules": [rule]}
        Path("house.json").write_text(json.dumps(document, indent=1))
        (line,) = [
            at for at, row in enumerate(Path("house.json").read_text().splitlines(), 1) if "nothing" in row
        ]
        said = own("game", "check", "house.json").out
        assert f"error    line {line}  " in said
        assert "(mine): unknown type 'nothing'" in said
        assert f"line {line}  " in own("import", "house.json").err

    def test_an_unknown_key_has_a_nearest_right_one(self, own: Any) -> None:
        own("game", "new", "My", "Tale")
        text = Path("my-tale.json").read_text()
        Path("my-tale.json").write_text(text.replace('"zones"', '"zonse"'))
        done = own("game", "check", "my-tale.json", "--json")
        document = json.loads(done.out)
        assert problems("table", document) == []
        assert any("zones" in str(row["says"]) for row in document["rows"])

    def test_only_a_game_that_is_not_there_may_be_started(self, own: Any) -> None:
        own("game", "new", "My", "Tale")
        own("import", "my-tale.json")
        assert "a game has the id my-tale already" in own("game", "new", "My", "Tale").err

    def test_remove_asks(self, own: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        own("game", "new", "My", "Tale")
        own("import", "my-tale.json", "my-tale.csv")
        monkeypatch.setattr(sys, "stdin", io.StringIO("n\n"))
        assert own("game", "remove", "my-tale").status != 0
        assert own("game", "my-tale").status == 0
        assert (
            own("game", "remove", "my-tale", "--yes").out
            == "My Tale: the game and its 20 cards are removed\n"
        )
        assert own("game", "my-tale").status == 2

    @pytest.mark.parametrize("args", [(GAME,), ("show", GAME), ("--json", GAME)])
    def test_a_games_name_stands_for_showing_it(self, own: Any, args: tuple[str, ...]) -> None:
        done = own("game", *args)
        assert done.status == 0
        assert GAME in done.out

    def test_help_names_the_commands(self, own: Any) -> None:
        done = own("game", "--help")
        assert all(f"  {name} " in done.out for name in ("new", "check", "remove"))


HEROES = ("Lamplighter", "Reed Skipper", "Spark", "Undertow", "Second Sun", "Mossback")


class TestExport:
    def test_csv_is_what_is_written_unasked(self, own: Any) -> None:
        done = own("export", "--game", GAME, "n:1")
        assert done.out.startswith("game,set,number,name,type,")
        assert done.out.count(f"\n{GAME},") == 1

    @pytest.mark.parametrize(
        ("name", "begins"), [("a.csv", "game,"), ("a.json", "{"), ("a.md", "# "), ("a", "game,")]
    )
    def test_the_ending_decides(self, own: Any, name: str, begins: str) -> None:
        done = own("export", "--game", GAME, "-o", name)
        assert (done.status, done.out) == (0, "")
        assert f"cards to {name}" in done.err
        assert Path(name).read_text(encoding="utf-8").startswith(begins)
        assert [path.name for path in Path().iterdir() if path.name.startswith(".")] == []

    def test_several_games_come_in_again(self, own: Any) -> None:
        for shape in ("--json", "--csv"):
            Path("all").write_text(own("export", shape).out, encoding="utf-8", newline="")
            assert "nothing changed" in own("import", "all").out

    def test_markdown_is_to_read(self, own: Any) -> None:
        out = own("export", "--markdown", "--game", GAME, "n:1").out
        assert out.startswith(f"# {own('game', GAME).out.split('  ')[0]}\n\n| Name")
        assert CARD["name"] in out

    def test_a_document_comes_in_again(self, own: Any) -> None:
        own("game", "new", "My", "Tale")
        own("import", "my-tale.json", "my-tale.csv")
        own("export", "--document", "--game", "my-tale", "-o", "again.json")
        assert own("import", "again.json").out == "my-tale  the game is unchanged\n"
        assert "--document needs --game" in own("export", "--document").err

    def test_what_is_no_file_is_written_to_not_replaced(self, own: Any) -> None:
        assert own("export", "--game", GAME, "-o", "/dev/null").status == 0
        assert not Path("/dev/null").is_file()

    def test_a_folder_that_is_not_there(self, own: Any) -> None:
        done = own("export", "-o", "none/a.csv")
        assert (done.status, done.out) == (2, "")
        assert "no such file" in done.err

    def test_nothing_found(self, own: Any) -> None:
        done = own("export", "name:qqqqq")
        assert (done.status, done.out.count("\n"), done.err) == (0, 1, "0 cards\n")
