"""The page of the catalogue, asked by Datasette's own client; and the server, from outside."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import re
import shlex
import shutil
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
import warnings
from collections.abc import Iterator
from contextlib import closing, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from deckwright.catalog.build import build
from deckwright.catalog.catalogue import Catalogue
from deckwright.catalog.query import parse
from deckwright.catalog.shelf import SavedEntry, store
from deckwright.catalog.shipped import shipped_games

pytestmark = [
    pytest.mark.skipif(find_spec("datasette") is None, reason="the extra [web]"),
    pytest.mark.filterwarnings("ignore:unclosed database:ResourceWarning"),  # Datasette's own, to memory
]

GAME = shipped_games()[0]
ENTRY = "from deckwright.cli.main import main; main()"


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A catalogue on a path that an address would have to quote, with a saved decklist."""
    place = tmp_path_factory.mktemp("browse") / "my #1 cards?.db"
    assert build(place)
    entries = [
        SavedEntry("deck", f"{GAME}/S1-6", "Nilgie", 1, (3,)),
        SavedEntry("deck", None, "Kraken", 2, (4,)),
    ]
    store(place, "Tide", GAME, "game: <b>\n\n1 Nilgie\n2 Kraken\n", entries)
    return place


@pytest.fixture(scope="module", autouse=True)
def collected() -> Iterator[None]:
    """What Datasette leaves open goes with these tests, not with any later one."""
    yield
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()


@contextmanager
def served(path: Path) -> Iterator[Any]:
    """The page of a catalogue, whose connections are closed in the end."""
    from deckwright.catalog.browse.site import site

    with Catalogue.open(path) as catalogue:
        made = site(catalogue)
    try:
        yield made
    finally:
        made.executor.shutdown()
        for database in made.databases.values():
            database.close()


@pytest.fixture(scope="module")
def client(path: Path) -> Iterator[Any]:
    with served(path) as made, closing(asyncio.new_event_loop()) as loop:

        def get(address: str, **more: Any) -> Any:
            return loop.run_until_complete(made.client.get(address, **more))

        loop.run_until_complete(made.invoke_startup())
        yield get


def rows(client: Any, address: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client(address).json()
    return found


def test_it_begins_with_the_catalogue(client: Any) -> None:
    first = client("/")
    assert (first.status_code, first.headers["location"]) == (302, "/catalogue")
    page = client("/catalogue").text
    assert "The catalogue" in page
    assert all(f'href="/catalogue/{name}"' in page for name in ("card", "game", "deck"))
    assert "subtype_key" not in page


SEARCHES = [
    "",
    "t:item",
    "orb",
    "stage:basic -r:ice",
    "o:/draw|discard/",
    "weak_to>=ocean,ice",
    'name:"heat b"',
    "is:holo",
]


@pytest.mark.parametrize("text", SEARCHES)
def test_the_search_is_that_of_the_command_line(client: Any, path: Path, text: str) -> None:
    found = client("/catalogue/card.json", params={"_q": text, "_shape": "array", "_size": 1000}).json()
    with Catalogue.open(path) as catalogue:
        expected = {card.id for card in catalogue.search(parse(text, catalogue))}
    assert {row["id"] for row in found} == expected
    assert expected


def test_a_search_that_cannot_be_read_is_told(client: Any) -> None:
    page = client("/catalogue/card", params={"_q": "colr<red"})
    assert page.status_code == 200
    assert "unknown field &#39;colr&#39;" in page.text
    assert "^^^^" in page.text
    assert "No card is found." in page.text


def test_facets_count_and_narrow(client: Any) -> None:
    page = client("/catalogue/card.json", params={"_q": f"g:{GAME}", "_size": 0}).json()
    facets = page["facet_results"]
    assert list(facets) == ["game", "type", "region", "rarity"] or {
        "game",
        "type",
        "region",
        "rarity",
    } <= set(facets)
    region = {one["value"]: one for one in facets["region"]["results"]}
    assert sum(one["count"] for one in region.values()) > 50
    ice = region["Ice"]
    narrowed = client(ice["toggle_url"].replace("http://localhost", "")).json()
    assert narrowed["filtered_table_rows_count"] == ice["count"]
    chosen = {one["value"]: one for one in narrowed["facet_results"]["region"]["results"]}["Ice"]
    assert chosen["selected"]
    back = client(chosen["toggle_url"].replace("http://localhost", "")).json()
    assert back["filtered_table_rows_count"] == page["filtered_table_rows_count"]
    assert page["suggested_facets"] == []


def test_facets_that_take_too_long_are_left_out(path: Path) -> None:
    with served(path) as made:
        made._settings["facet_time_limit_ms"] = 0.001
        answer = asyncio.run(made.client.get("/catalogue/card"))
    assert answer.status_code == 200
    assert "These facets timed out: " in answer.text


def test_a_list_of_cards_reads_well(client: Any) -> None:
    page = client("/catalogue/card", params={"_q": "Nilgie"}).text
    assert f'href="/catalogue/card/{GAME}~2FS1-6"' in page
    assert "Region Mountain · Stage 0" in page
    assert re.findall(r"<th>(.*?)</th>", page) == ["Name", "Number", "Game", "Type", "Facts and text"]


def test_a_cards_page_reads_well(client: Any) -> None:
    page = client(f"/catalogue/card/{GAME}~2FS1-7").text
    assert "<h1>Toadtem</h1>" in page
    assert "Guardian: " in page
    assert re.search(r"<dt>Stage</dt><dd>1", page)
    assert re.search(r'<dt>Awakens from</dt><dd><a href="/catalogue/card/[^"]+S1-6">Nilgie #6</a>', page)
    assert re.search(r"(?s)<h2>Leads to</h2>.*Mechaglyph", page)
    assert "Decks that use it" in client(f"/catalogue/card/{GAME}~2FS1-6").text


def test_no_such_card(client: Any) -> None:
    assert client(f"/catalogue/card/{GAME}~2Fnone").status_code == 404


def test_saved_decklists(client: Any) -> None:
    assert ">Tide</a>" in client("/catalogue/deck").text
    page = client("/catalogue/deck/1").text
    assert "<h1>Tide</h1>" in page
    assert "game: &lt;b&gt;" in page
    assert f'<a href="/catalogue/card/{GAME}~2FS1-6">Nilgie</a>' in page
    assert "Kraken" in page


def test_games(client: Any) -> None:
    page = client("/catalogue/game").text
    assert all(f"game={game}" in page for game in shipped_games())


QUERIES = [
    ("cards_by_name?word=orb", "card"),
    ("decks_with_a_card?word=nilgie", "deck"),
    ("cards_by_game_and_type?", "pieces"),
    ("not_from_a_source?", "assumed"),
    ("saved_decklists?", "version"),
]


@pytest.mark.parametrize(("address", "column"), QUERIES)
def test_canned_searches(client: Any, address: str, column: str) -> None:
    name, _, query = address.partition("?")
    found = rows(client, f"/catalogue/{name}.json?{query}&_shape=array")
    assert found
    assert column in found[0]
    page = client(f"/catalogue/{address}")
    assert page.status_code == 200
    if column == "card":
        assert re.search(r'<a href="/catalogue/card/[^"]+">', page.text)


def test_it_cannot_be_written(client: Any, path: Path) -> None:
    found = client("/catalogue.json", params={"sql": "delete from card"})
    assert found.status_code == 400
    assert not found.json()["ok"]
    with Catalogue.open(path) as catalogue:
        assert len(catalogue.cards(GAME)) > 50


@pytest.fixture
def sealed(path: Path, tmp_path: Path) -> Iterator[Path]:
    """The catalogue on a disk that cannot be written to."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = ["mount", "-t", "tmpfs", "tmpfs", str(disk)]
    if os.geteuid() != 0 or subprocess.run(mounted, capture_output=True, check=False).returncode:
        pytest.skip("no disk may be mounted here")
    try:
        shutil.copyfile(path, disk / "catalogue.db")
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        yield disk / "catalogue.db"
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=True)


def test_a_catalogue_that_cannot_be_written_beside_is_served_too(sealed: Path) -> None:
    with served(sealed) as made, closing(asyncio.new_event_loop()) as loop:
        loop.run_until_complete(made.invoke_startup())
        found = loop.run_until_complete(made.client.get("/catalogue/game.json?_shape=array"))
    assert {row["id"] for row in found.json()} == {*shipped_games()}


def test_text_is_shown_not_obeyed(tmp_path: Path) -> None:
    path = tmp_path / "c.db"
    assert build(path)
    with closing(sqlite3.connect(path)) as connection, connection:
        evil = "<script>alert(1)</script>"
        connection.execute("UPDATE card SET name = ?, text = ? WHERE id = ?", [evil, evil, f"{GAME}/S1-6"])
    places = (
        "/catalogue/card?_q=n:6",
        f"/catalogue/card/{GAME}~2FS1-6",
        "/catalogue/cards_by_name?word=nilg",
    )

    async def pages(client: Any) -> str:
        return "".join([(await client.get(place)).text for place in places])

    with served(path) as made:
        text = asyncio.run(pages(made.client))
    assert "&lt;script&gt;alert" in text
    assert "<script>alert" not in text


def test_a_name_makes_no_link(tmp_path: Path) -> None:
    path = tmp_path / "c.db"
    assert build(path)
    evil = '{"href":"//evil.example/phish","label":"Orb"}'
    store(path, "Tide", GAME, "1 Nilgie\n", [SavedEntry("deck", f"{GAME}/S1-6", "Nilgie", 1, (1,))])
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE card SET name = ? WHERE id = ?", [evil, f"{GAME}/S1-6"])
    with served(path) as made:
        found = asyncio.run(made.client.get("/catalogue/decks_with_a_card?word=nilgie")).text
        asked = asyncio.run(
            made.client.get("/catalogue", params={"sql": "select name as card from card"})
        ).text
    assert f'<a href="/catalogue/card/{GAME}~2FS1-6">{{&#34;href&#34;' in found
    assert "//evil.example/phish" in asked
    assert 'href="//evil' not in found + asked


ADDRESSES = [
    ("/nope", 404),
    ("/catalogue/nope", 404),
    ("/catalogue/card?_col=name", 200),
    ("/catalogue/card?_nocol=game", 200),
    ("/catalogue/card?_nocol=fields", 200),
    ("/catalogue/deck?_nocol=saved_at", 200),
    ("/catalogue/game?_col=name", 200),
    ("/catalogue/card?_facet_field=region", 200),
    ("/catalogue/card?_facet_field=x')--", 400),
    ('/catalogue/card?_facet_field={"a":1}', 400),
    ("/catalogue/card?_facet={bad", 400),
    ("/catalogue/card?_facet=nope", 400),
    ("/catalogue/card?_col=nope", 400),
    ("/catalogue/card.json?_sort=nope", 400),
    ("/catalogue?sql=select length(hex(zeroblob(400000000)))", 400),
]


@pytest.mark.parametrize(("address", "status"), ADDRESSES)
def test_every_address_is_answered_in_silence(
    client: Any, address: str, status: int, capfd: pytest.CaptureFixture[str]
) -> None:
    assert client(address).status_code == status
    assert capfd.readouterr() == ("", "")


MANY = "with recursive n(i) as (select 1 union all select i + 1 from n where i < 900)"


@pytest.mark.parametrize(("each", "fits"), [(20_000, True), (25_000, False)])
@pytest.mark.parametrize(
    "value",
    ["hex(zeroblob({} / 2))", "zeroblob({})", "replace(hex(zeroblob({} / 8)), '0', char(128512))"],
    ids=["text", "bytes", "of four bytes"],
)
def test_an_answer_is_bounded(client: Any, each: int, value: str, fits: bool) -> None:
    sql = f"{MANY} select {value.format(each)} as it from n"
    found = client("/catalogue.json", params={"sql": sql, "_shape": "arrays"}).json()
    assert fits == (len(found["rows"]) == 900), found.get("error")
    assert fits or "more than 20,000,000 bytes" in found["error"]


@pytest.mark.parametrize(
    ("site", "status"), [("none", 302), ("same-origin", 302), ("same-site", 403), ("cross-site", 403)]
)
def test_no_other_page_may_ask(path: Path, site: str, status: int) -> None:
    from deckwright.catalog.browse.site import application

    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def ask() -> None:
        with Catalogue.open(path) as catalogue:
            app = application(catalogue, 8001)
        headers = [(b"host", b"127.0.0.1:8001"), (b"sec-fetch-site", site.encode())]
        await app({"type": "http", "path": "/", "headers": headers}, None, send)

    asyncio.run(ask())
    assert sent[0]["status"] == status


class TestCommand:
    def test_it_serves_on_this_machine_alone(self, path: Path) -> None:
        args = [sys.executable, "-c", ENTRY, "--catalog", str(path), "browse", "--port", "0"]
        process = subprocess.Popen(args, stderr=subprocess.PIPE, text=True)
        assert process.stderr is not None
        try:
            said = process.stderr.readline()
            address = re.search(r"http://127\.0\.0\.1:\d+/", said)
            assert address, said
            page = _waited(f"{address[0]}catalogue/card.json?_q=orb&_shape=array")
            assert [row["name"] for row in json.loads(page)] == ["Orb"]
        finally:
            process.terminate()
            process.wait()
            process.stderr.close()

    def test_a_port_that_is_taken(self, path: Path) -> None:
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            port = str(taken.getsockname()[1])
            args = [sys.executable, "-c", ENTRY, "--catalog", str(path), "browse", "--port", port]
            done = subprocess.run(args, capture_output=True, text=True, check=False)
        assert done.returncode == 1
        assert f"port {port} cannot be used" in done.stderr

    def test_without_the_extra_one_line_says_how_to_get_it(self, path: Path) -> None:
        hide = "import sys; sys.modules['datasette'] = None; sys.modules['uvicorn'] = None; "
        args = [sys.executable, "-c", hide + ENTRY, "--catalog", str(path), "browse"]
        done = subprocess.run(args, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (1, "")
        assert (
            done.stderr == "deckwright: browse needs Datasette, the extra [web]:"
            f" python3 -m pip --python {shlex.quote(sys.executable)} install 'datasette<1'\n"
        )


def _waited(address: str) -> str:
    for _ in range(100):
        try:
            with urllib.request.urlopen(address) as answer:
                return str(answer.read().decode())
        except urllib.error.URLError:
            time.sleep(0.1)
    raise AssertionError("the server does not answer")
