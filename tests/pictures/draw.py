"""The README's pictures: what a terminal shows, coloured as it is, and a plot. Needs the extra `dev`.

    python -m tests.pictures.draw

writes them anew beside this file.
"""

from __future__ import annotations

import io
import os
import pty
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

from tests.readme import README, Shell

FOLDER = Path(__file__).resolve().parent
WIDTH = 104
TERMINALS: Mapping[str, str] = {
    "verdict": "deckwright validate --no-advice mine.deck",
    "deal": "deckwright deal repello --players 4 --seed amber",
}
"""The command of each picture of a terminal, run among the README's files."""

PLOT = 'deckwright odds tide-and-sky "[t:stamina]" --plot odds.svg'
"""The command whose plot is the third picture."""

# As rich's own frame, but with the fonts that a reader has: nothing is fetched from elsewhere.
FRAME = """\
<svg class="terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
text {{ font-family: "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: {char_height}px; white-space: pre }}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal"><rect width="{terminal_width}" height="{terminal_height}"/></clipPath>
{lines}</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g>{matrix}</g>
</g>
</svg>
"""


class Terminal(Shell):
    """The README's folder, with a terminal to run its commands in."""

    def show(self, command: str) -> str:
        """What the terminal is written, colours and all."""
        ours, theirs = pty.openpty()
        environment = {**self.environment, "TERM": "xterm-256color", "COLUMNS": str(WIDTH)}
        environment.pop("NO_COLOR", None)
        running = subprocess.Popen(
            ["bash", "-c", command], cwd=self.folder, env=environment, stdout=theirs, stderr=theirs
        )
        os.close(theirs)
        written = b""
        try:
            while piece := os.read(ours, 65536):
                written += piece
        except OSError:  # Linux says so when the other side has closed
            pass
        finally:
            os.close(ours)
        running.wait()
        return written.decode().replace("\r\n", "\n")


def terminal(folder: Path) -> Terminal:
    """A terminal in a folder with the README's files."""
    return Terminal(folder, README.read_text("utf-8"))


def picture(command: str, shown: str) -> str:
    """A command and what it shows, as SVG."""
    from rich.console import Console
    from rich.text import Text

    text = Text.from_ansi(f"\x1b[1m$ {command}\x1b[0m\n{shown.rstrip()}")
    console = Console(record=True, width=WIDTH + 2, file=io.StringIO(), color_system="truecolor")
    console.print(text, no_wrap=True, crop=False)
    drawn: str = console.export_svg(title="deckwright", code_format=FRAME, unique_id="deckwright")
    return "\n".join(line.rstrip() for line in drawn.splitlines()) + "\n"


def main() -> None:
    """Write every picture."""
    with tempfile.TemporaryDirectory(prefix="deckwright-pictures-") as name:
        screen = terminal(Path(name))
        for stem, command in TERMINALS.items():
            (FOLDER / f"{stem}.svg").write_text(picture(command, screen.show(command)), "utf-8")
        screen.run(PLOT)
        (FOLDER / "odds.svg").write_bytes((screen.folder / "odds.svg").read_bytes())


if __name__ == "__main__":
    main()
