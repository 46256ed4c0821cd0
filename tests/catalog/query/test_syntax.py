"""The grammar has no conflicts, and costs nothing until a query needs it."""

from __future__ import annotations

import logging
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest
from lark import Lark, logger

from deckwright.catalog.query import syntax

ROOT = Path(__file__).parents[3]


def test_the_grammar_has_no_conflicts(caplog: pytest.LogCaptureFixture) -> None:
    text = files("deckwright.catalog.query").joinpath("grammar.lark").read_text(encoding="utf-8")
    with caplog.at_level(logging.DEBUG, logger=logger.name):
        Lark(text, parser="lalr", lexer="contextual", start="query", debug=True)
    assert "conflict" not in caplog.text.lower()


def test_the_parser_is_built_once() -> None:
    assert syntax.grammar() is syntax.grammar()


LOADED = """
import sys
from deckwright.catalog.query import parse
from tests.catalog.query.samples import shelf
games = shelf()
for name in [name for name in sys.modules if name.split(".")[0] in {heavy!r}]:
    del sys.modules[name]
{ask}
print(sorted({heavy!r} & {{name.split(".")[0] for name in sys.modules}}))
"""


@pytest.mark.parametrize(
    ("ask", "loaded"),
    [
        ("", []),
        ("parse('', games)", []),
        ("parse('t:fish stamina>=3 -(orb or pit)', games)", ["lark"]),
        ("parse('/orb/', games)", ["lark", "regex"]),
        ("try: parse('regoin:x', games)\nexcept ValueError: pass", ["lark", "rapidfuzz"]),
    ],
)
def test_only_what_a_query_needs_is_imported(ask: str, loaded: list[str]) -> None:
    heavy = {"lark", "regex", "rapidfuzz", "interegular", "sqlmodel", "jsonschema", "numpy"}
    script = LOADED.format(ask=ask, heavy=heavy)
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": f"{ROOT / '.dev'}:{ROOT}"},
    )
    assert done.stdout.strip() == str(loaded)


def test_kept_tables_are_those_of_the_grammar() -> None:
    """Tables that another grammar made would never be read; `keep_tables` writes them anew."""
    from importlib.resources import files

    folder = files("deckwright.catalog.query")
    for names, starts in syntax._GRAMMARS:
        text = "\n".join((folder / name).read_text("utf-8") for name in names)
        head, _, tables = (folder / f"{starts[-1]}.tables").read_bytes().partition(b"\n")
        assert head.split()[-1] == syntax.stamp(text).split()[-1]
        assert tables


@pytest.mark.parametrize("text", ["t:trap -(orb or pit)", 'o:"a b" n:1..3', "-x"])
def test_kept_tables_and_the_grammar_itself_read_alike(text: str) -> None:
    from lark import Lark

    grammar = files("deckwright.catalog.query").joinpath("grammar.lark").read_text("utf-8")
    fresh = Lark(grammar, parser="lalr", lexer="contextual", start=["query"])
    kept = syntax._built(*syntax._GRAMMARS[0])
    assert kept.parse(text, start="query") == fresh.parse(text, start="query")


def test_tables_of_another_lark_or_grammar_are_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = syntax._package_file

    def older(name: str) -> bytes:
        return b"lark 0.1 grammar 00000000\nno tables" if name.endswith(".tables") else kept(name)

    monkeypatch.setattr(syntax, "_package_file", older)
    assert syntax._built(*syntax._GRAMMARS[0]).parse("t:trap -orb", start="query")
