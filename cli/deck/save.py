"""`deckwright deck save`."""

from __future__ import annotations

import click

from deckwright.catalog.catalogue import Catalogue
from deckwright.catalog.text import visible
from deckwright.cli.deck.reading import one_deck, tell_hidden
from deckwright.cli.options import complete_deck, complete_game, open_catalogue
from deckwright.decks.decklist import Decklist
from deckwright.decks.errors import DecklistError
from deckwright.decks.reader import DecklistReader
from deckwright.decks.saved import save as save_deck
from deckwright.decks.validator import Validator
from deckwright.decks.wording import tally


@click.command()
@click.argument("deck", shell_complete=complete_deck)
@click.option(
    "--as", "name", metavar="NAME", help="The name to save under; else the decklist's own, or the file's."
)
@click.option(
    "--game", metavar="NAME", shell_complete=complete_game, help="The game, if the decklist names none."
)
def save(deck: str, name: str | None, game: str | None) -> None:
    """Save a decklist under a name, as a new version.

    DECK is a file, a shipped sample, a saved name or - for standard input. No save destroys the one before.
    """
    catalogue = open_catalogue()
    given = one_deck(deck, DecklistReader(catalogue), game)
    path = given.source.path
    own = given.deck.headers.get("name") or (path.stem if path else deck.partition("@")[0])
    wanted = own if name is None else name
    saved, is_new = save_deck(catalogue, given.deck, given.text, wanted)
    if is_new:
        zones = dict.fromkeys(entry.zone for entry in given.deck.entries)
        held = ", ".join(f"{given.deck.size(zone)} {zone}" for zone in zones)
        judged = _verdict(catalogue, given.deck)
        click.echo(f"saved {visible(saved.name)}, version {saved.version}: {held}{judged}")
        if saved.version == 1:
            tell_hidden(saved.name)
    else:
        click.echo(f"{visible(saved.name)} is unchanged since version {saved.version}")


def _verdict(catalogue: Catalogue, deck: Decklist) -> str:
    """What is wrong with a decklist, in few words; nothing where it is legal."""
    try:
        verdict = Validator(catalogue).deck(deck)
    except DecklistError as error:
        return f"; not judged: {visible(str(error))}"
    return "" if verdict.legal else f"; {tally(verdict)}"
