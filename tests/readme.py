"""The README's examples and tables, made by running them. `python tests/readme.py` writes them into the README.

A `console` block's commands run one after another in one folder, in a shell, as a reader would type them; what they
print, on either stream, stands below each. A `python` block runs too. A table between `<!-- table: NAME -->` and
`<!-- end -->` is made from the code.
"""

from __future__ import annotations

import inspect
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
BLOCK = re.compile(r"^```(console|python|sh-file [\w.-]+)\n(.*?)^```$", re.M | re.S)
FILE = re.compile(r"^```([\w-]+) file=([\w.-]+)\n(.*?)^```$", re.M | re.S)
TABLE = re.compile(r"(<!-- table: ([\w-]+) -->\n)(.*?)(<!-- end -->)", re.S)
SHIM = '#!/bin/sh\nexec {python} -m deckwright.cli.main "$@"\n'


class Shell:
    """A folder with the README's files, in which its commands are run."""

    def __init__(self, folder: Path, text: str) -> None:
        self.folder = folder / "play"
        self.folder.mkdir()
        shims = folder / "bin"
        shims.mkdir()
        (shims / "deckwright").write_text(SHIM.format(python=sys.executable))
        (shims / "deckwright").chmod(0o755)
        self.environment = {
            **{key: value for key, value in os.environ.items() if not key.startswith("DECKWRIGHT")},
            "PATH": f"{shims}{os.pathsep}{os.environ['PATH']}",
            "DECKWRIGHT_CATALOG": str(folder / "catalogue.db"),
            "COLUMNS": "100",
            "LC_ALL": "C.UTF-8",
        }
        for _, name, body in FILE.findall(text):
            (self.folder / name).write_text(body, "utf-8")
        self.run("deckwright games")

    def run(self, command: str) -> str:
        """What a command prints, on either stream."""
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=120,
            check=False,
        )
        return done.stdout

    def python(self, body: str) -> str:
        """What a Python block prints."""
        return self.run(f"{sys.executable} - <<'BLOCK'\n{body}\nBLOCK")


def commands(body: str) -> Iterator[tuple[str, str]]:
    """The commands of a console block, each with what stands below it."""
    parts = re.split(r"^\$ ", body, flags=re.M)
    for part in parts[1:]:
        command, _, output = part.partition("\n")
        while command.endswith("\\"):
            more, _, output = output.partition("\n")
            command += "\n" + more
        yield command, output


def rerun(kind: str, body: str, shell: Shell) -> str:
    """The block with what its commands print now."""
    if kind == "python":
        code, _, _ = body.partition("# prints:\n")
        printed = shell.python(code)
        shown = "".join(f"# {line}".rstrip() + "\n" for line in printed.splitlines())
        return f"{code}# prints:\n{shown}" if printed else code
    return "".join(f"$ {command}\n{shell.run(command)}" for command, _ in commands(body))


def made(text: str) -> str:
    """The README's text with every example run and every table made anew."""
    with tempfile.TemporaryDirectory(prefix="deckwright-readme-") as folder:
        shell = Shell(Path(folder), text)
        ran = BLOCK.sub(lambda block: f"```{block[1]}\n{rerun(block[1], block[2], shell)}```", text)
    return TABLE.sub(lambda table: f"{table[1]}{TABLES[table[2]]()}{table[4]}", ran)


def _markdown(head: tuple[str, ...], rows: Iterator[tuple[str, ...]]) -> str:
    def line(cells: tuple[str, ...]) -> str:
        return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |\n"

    return line(head) + line(tuple("---" for _ in head)) + "".join(map(line, rows))


def _commands() -> str:
    from deckwright.cli.main import COMMANDS

    return _markdown(
        ("command", "does"), ((f"`deckwright {name}`", says) for name, (_, says) in COMMANDS.items())
    )


def _deck_commands() -> str:
    from deckwright.cli.deck import COMMANDS

    rows = ((f"`deckwright deck {name}`", says) for name, (_, says) in COMMANDS.items())
    return _markdown(("command", "does"), rows)


def _forms() -> str:
    from deckwright.decks.forms import FORMS

    rows = ((form.name, f"`{form.example}`" if form.example else "", form.means) for form in FORMS)
    return _markdown(("form", "for example", "means"), rows)


def _shared_fields() -> str:
    from deckwright.catalog.fields import SHARED

    rows = (
        (f"`{row.id}`" + (f", `{row.short}`" if row.short else ""), row.type, row.about)
        for row in SHARED.values()
    )
    return _markdown(("field", "kind", "what it is"), rows)


def _outputs() -> str:
    from deckwright.decks.outputs import OUTPUTS

    return _markdown(("output", "is"), ((f"`{name}`", says) for name, (_, says) in OUTPUTS.items()))


def _limits() -> str:
    from deckwright.catalog.browse import bounded
    from deckwright.catalog.query import outline, patterns, syntax
    from deckwright.decks import decklist, judge, lines, reader
    from deckwright.decks.deal import dealing, start
    from deckwright.decks.odds import states
    from deckwright.schemas import excess, limits

    rows = (
        (
            "a decklist",
            f"{reader.LARGEST:,} bytes, {reader.MOST_LINES:,} lines of {lines.LONGEST_LINE:,} characters, "
            f"{reader.MOST_DECKS:,} decks",
        ),
        ("copies on one line", f"{decklist.MOST_COPIES:,}"),
        (
            "a query",
            f"{syntax.LONGEST:,} characters, {outline.MOST_TERMS} terms, brackets {outline.DEEPEST} deep",
        ),
        (
            "a regular expression",
            f"{patterns.LONGEST} characters, {patterns.CARD_SECONDS} s a card,"
            f" {patterns.SEARCH_SECONDS:.0f} s a search",
        ),
        ("JSON", f"{limits.DEEPEST} deep, numbers of 64 bits"),
        (
            "a game document",
            f"{excess.MOST_ENTRIES:,} entries, {excess.MOST_VALUES:,} values,"
            f" texts of {excess.LONGEST_TEXT:,} characters,"
            f" {excess.MOST_REGEXES} regular expressions, {excess.MOST_PLAYERS} players",
        ),
        ("rules that compare each card with each", f"{judge.MOST_PAIRS:,} pairs of a deck"),
        ("an answer of the page", f"{bounded.MOST:,} bytes"),
        ("a deal", f"{start.MOST_PIECES:,} pieces, {dealing.MOST_MOVES:,} moves"),
        (
            "an exact answer",
            f"{states.MOST_WORK // states.work(1, 0):,} steps from one state of the counts to another, fewer for many"
            " counts or cards; then it is refused and simulation offered",
        ),
    )
    return _markdown(("what", "at most"), iter(rows))


PUBLIC = (
    "deckwright.decks",
    "deckwright.decks.odds",
    "deckwright.decks.deal",
    "deckwright.catalog",
    "deckwright.schemas",
)
"""The modules whose `__all__` is for programs to build on."""


def public_names() -> dict[str, Any]:
    """What programs may build on, by its full name."""
    modules = {name: import_module(name) for name in PUBLIC}
    return {
        f"{name}.{one}": getattr(module, one) for name, module in modules.items() for one in module.__all__
    }


def _api() -> str:
    rows = (
        (f"`{name}`", (inspect.getdoc(value) or "").partition("\n")[0])
        for name, value in public_names().items()
    )
    return _markdown(("name", "is"), rows)


TABLES: Mapping[str, Callable[[], str]] = {
    "commands": _commands,
    "deck-commands": _deck_commands,
    "forms": _forms,
    "fields": _shared_fields,
    "outputs": _outputs,
    "api": _api,
    "limits": _limits,
}


def main() -> None:
    """Write what the examples print, and the tables, into the README."""
    README.write_text(made(README.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    sys.path[:0] = [str(ROOT), str(ROOT / ".dev")]
    main()
