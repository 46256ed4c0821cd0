"""The page of `browse` answers this machine alone: a foreign name that points here is refused."""

from __future__ import annotations

import http.client
import re
import select
import signal
import subprocess
import sys
import urllib.parse
from collections.abc import Iterator
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(find_spec("datasette") is None, reason="the extra [web]")

SLOW = r"o:/^(?:(?:\w|\w\w| |\W)+)+\d{9}$/"


@pytest.fixture(scope="module")
def port(shipped: Path) -> Iterator[int]:
    """A served catalogue, which a Ctrl-C ends well."""
    program = "from deckwright.cli.main import main; main()"
    command = [sys.executable, "-c", program, "--catalog", str(shipped), "browse", "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as served:
        assert served.stderr is not None
        assert select.select([served.stderr], [], [], 60)[0]
        found = re.search(r"127\.0\.0\.1:(\d+)/", served.stderr.readline())
        assert found
        yield int(found[1])
        served.send_signal(signal.SIGINT)
        assert "Traceback" not in served.stderr.read()
        assert served.wait(30) in (0, 130)


def asked(port: int, path: str, *hosts: str) -> tuple[int, str]:
    """The status and the text that a request with these Host headers is answered."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=30)) as connection:
        connection.putrequest("GET", path, skip_host=True)
        for host in hosts:
            connection.putheader("Host", host.format(port=port))
        connection.endheaders()
        answer = connection.getresponse()
        return answer.status, answer.read().decode()


@pytest.mark.parametrize("host", ["127.0.0.1:{port}", "localhost:{port}", "LOCALHOST:{port}"])
def test_this_machine_is_answered(host: str, port: int) -> None:
    status, text = asked(port, "/catalogue/card", host)
    assert status == 200
    assert "card" in text


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:{port}",
        "127.0.0.1",
        "127.0.0.1:1",
        "127.0.0.1.evil.example:{port}",
        "",
        "[::1]:{port}",
    ],
)
@pytest.mark.parametrize("path", ["/catalogue/card", "/catalogue.json?sql=select+1", "/-/static/app.css"])
def test_a_foreign_name_is_refused(host: str, path: str, port: int) -> None:
    status, text = asked(port, path, host)
    assert status == 421
    assert "card" not in text


def test_two_names_are_refused(port: int) -> None:
    assert asked(port, "/catalogue/card", "127.0.0.1:{port}", "evil.example")[0] in (400, 421)


def test_a_slow_regex_is_refused(port: int) -> None:
    """Without a traceback where the page is served from, as the fixture sees in the end."""
    status, _ = asked(port, f"/catalogue/card.json?_q={urllib.parse.quote(SLOW)}", "127.0.0.1:{port}")
    assert status == 400
