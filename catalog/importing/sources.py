"""The files of an import: opened, their encoding and shape found out, streams spooled so that they can be re-read."""

from __future__ import annotations

import codecs
import os
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import TextIOWrapper
from pathlib import Path
from typing import IO, Literal

from deckwright.catalog.importing.problems import ImportRefused, Problem

STDIN = "-"
LARGEST_STREAM = 4 << 30
"""So many bytes are read of what is no ordinary file."""

_HEAD = 1 << 16
_CHUNK = 1 << 20
_BOMS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))

Shape = Literal["delimited", "json", "lines"]


@dataclass(frozen=True, slots=True)
class Source:
    """An open file: its name for people, what it holds, and how far it has been read."""

    label: str
    file: IO[bytes]
    size: int
    shape: Shape
    encoding: str
    suffix: str

    @contextmanager
    def text(self) -> Iterator[TextIOWrapper]:
        """The text from the beginning. Bytes that are no text stand in it as lone surrogates, to be told later."""
        self.file.seek(0)
        errors = "strict" if self.encoding.startswith("utf-16") else "surrogateescape"
        text = TextIOWrapper(self.file, encoding=self.encoding, errors=errors, newline="")
        try:
            yield text
        finally:
            if not self.file.closed:
                text.detach()  # it would close the file, which is not its own

    def whole(self, most: int) -> str:
        """The whole text. Raises ImportRefused if it is more than `most` bytes, or no text."""
        if self.size > most:
            raise refusal(self.label, f"is over {most >> 20} MB; write one card a line (JSON lines) instead")
        self.file.seek(0)
        found = self.file.read()
        try:
            return found.decode(self.encoding)
        except UnicodeDecodeError as error:
            line = found.count(b"\n", 0, error.start) + 1
            raise refusal(self.label, self.no_text(error), line) from None

    def no_text(self, error: UnicodeError) -> str:
        """What is wrong with bytes that the encoding has no text for."""
        name = self.encoding.upper().removesuffix("-SIG")
        if not isinstance(error, UnicodeDecodeError):
            return f"is no {name} text ({error})"
        older = "; --encoding latin-1 reads older files" if self.encoding.startswith("utf-8") else ""
        byte = error.object[error.start]
        return f"the byte 0x{byte:02x} is no {name} text{older}"


@contextmanager
def opened(word: str, encoding: str | None = None) -> Iterator[Source]:
    """The file that a word names, `-` being standard input. Raises ImportRefused or OSError."""
    if word == STDIN:
        with _spooled(sys.stdin.buffer) as file:
            yield _source("standard input", file, encoding, "")
        return
    path = Path(word)
    mode = path.stat().st_mode
    if not (stat.S_ISREG(mode) or stat.S_ISFIFO(mode)):
        raise refusal(word, "is a folder" if stat.S_ISDIR(mode) else "is no ordinary file")
    with path.open("rb") as file:
        if stat.S_ISREG(mode):
            yield _source(word, file, encoding, path.suffix.lower())
            return
        with _spooled(file) as kept:
            yield _source(word, kept, encoding, path.suffix.lower())


def refusal(label: str, says: str, line: int = 0) -> ImportRefused:
    """The refusal of a whole file."""
    return ImportRefused([Problem(label, line, "", says, "line")], 1)


def counted(lines: Iterator[str], source: Source, progress: Callable[[int], None] | None) -> Iterator[str]:
    """The lines, with `progress` told now and then how many bytes have been read."""
    for at, line in enumerate(lines):
        if progress is not None and not at % 1000:
            progress(source.file.tell())
        yield line


@contextmanager
def _spooled(stream: IO[bytes]) -> Iterator[IO[bytes]]:
    """The stream as a file that can be read twice, on disk where it is large."""
    with tempfile.SpooledTemporaryFile(max_size=_CHUNK) as kept:
        while chunk := stream.read(_CHUNK):
            kept.write(chunk)
            if kept.tell() > LARGEST_STREAM:
                raise refusal("standard input", "is endless, or nearly")
        kept.flush()
        yield kept


def _source(label: str, file: IO[bytes], encoding: str | None, suffix: str) -> Source:
    size = file.seek(0, os.SEEK_END)
    file.seek(0)
    head = file.read(_HEAD)
    found = encoding or next((name for bom, name in _BOMS if head.startswith(bom)), "utf-8")
    return Source(label, file, size, _shape(head.decode(found, "replace"), suffix), found, suffix)


def _shape(head: str, suffix: str) -> Shape:
    """What the text holds: JSON, one JSON object a line, or cells with something between them."""
    text = head.lstrip("\ufeff \t\r\n")
    if suffix in (".jsonl", ".ndjson"):
        return "lines"
    if text[:1] == "{" and suffix != ".json":
        first, _, rest = text.partition("\n")
        if first.rstrip().endswith("}") and rest.lstrip()[:1] == "{":
            return "lines"
    if suffix in (".csv", ".tsv"):
        return "delimited"
    return "json" if suffix == ".json" or text[:1] in ("{", "[") else "delimited"
