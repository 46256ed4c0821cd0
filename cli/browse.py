"""`deckwright browse`."""

from __future__ import annotations

import socket

import click

from deckwright.catalog.extras import how_to_install
from deckwright.cli.errors import CannotAnswer
from deckwright.cli.options import open_catalogue
from deckwright.cli.screen import say

HOST = "127.0.0.1"
"""The only address that the page is served on."""

_MISSING = "browse needs Datasette, the extra [web]: "


@click.command()
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8001, show_default=True, help="0 takes a free one."
)
@click.option("--open", "show", is_flag=True, help="Open it in the web browser.")
def browse(port: int, show: bool) -> None:
    """Serve the catalogue as a web page on this machine alone, to read.

    Ctrl-C ends it. Needs the extra [web].
    """
    try:
        import uvicorn

        from deckwright.catalog.browse.site import application
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "deckwright":
            raise
        raise CannotAnswer(_MISSING + how_to_install("datasette<1")) from None
    catalogue = open_catalogue()
    listening = _listening(port)
    served = listening.getsockname()[1]
    address = f"http://{HOST}:{served}/"
    say(f"the catalogue is at {address} (Ctrl-C ends it)")
    if show:
        click.launch(f"{address}catalogue/card")
    config = uvicorn.Config(application(catalogue, served), log_level="warning", server_header=False)
    uvicorn.Server(config).run(sockets=[listening])


def _listening(port: int) -> socket.socket:
    """A socket on this machine's own address."""
    made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((HOST, port))
        made.listen()  # now, so that whoever reads the address may go there at once
    except OSError as error:
        made.close()
        raise CannotAnswer(
            f"port {port} cannot be used ({error.strerror}); --port 0 takes a free one"
        ) from None
    return made
