"""Build the wheel and the sdist, look inside, and run the wheel installed alone, as `.ci/run` does."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import tempfile
import venv
import zipfile
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("cli", "catalog", "schemas", "decks")


def main() -> None:
    """Check it all in a temporary folder; the first thing that is not so ends it."""
    with tempfile.TemporaryDirectory(prefix="deckwright-wheel-") as folder:
        place = Path(folder)
        dist = place / "dist"
        run(sys.executable, "-m", "build", "--outdir", str(dist), str(ROOT), place=place)
        wheel = only(dist.glob("*.whl"))
        check_wheel(wheel)
        sdist = only(dist.glob("*.tar.gz"))
        check_sdist(sdist)
        for made in (wheel, sdist):
            check_installed(made, place / made.suffix.lstrip("."))
    print("wheel and sdist are whole")


def check_wheel(wheel: Path) -> None:
    """One top-level name, and every tracked file of the packages is inside."""
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    tops = {name.split("/")[0] for name in names}
    bare = {top for top in tops if not top.endswith(".dist-info")}
    assert bare == {"deckwright"}, f"top-level names of the wheel: {sorted(tops)}"
    wanted = {f"deckwright/{name}" for name in tracked(FOLDERS)}
    assert wanted, "no file is tracked"
    assert wanted <= names, f"not in the wheel: {sorted(wanted - names)}"
    assert all(f"deckwright/{folder}/py.typed" in names for folder in FOLDERS), "a py.typed is missing"


def check_sdist(sdist: Path) -> None:
    """The packages, the tests and what is needed to build are inside."""
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    wanted = tracked((*FOLDERS, "tests", "pyproject.toml", "README.md", "LICENSE"))
    assert wanted <= names, f"not in the sdist: {sorted(wanted - names)}"


SMOKE = (
    (("--version",), "deckwright "),
    (("games",), "Card types"),
    (("cards", "t:item"), "Orb"),
    (("show", "Telesage"), "geopals/"),
    (("validate", "tide-and-sky"), "legal"),
    (("deal", "tide-and-sky", "--seed", "amber"), "seed amber"),
    (("odds", "tide-and-sky", "[t:stamina] >= 2"), "exact"),
    (("export", "--game", "repello"), "Repeller"),
    (("doctor",), "all is well"),
)
"""What is run of an installed package, and what it must say."""


def check_installed(package: Path, place: Path) -> None:
    """A wheel or an sdist, in an environment of its own and run from elsewhere, does its work."""
    home = place / "home"
    elsewhere = place / "elsewhere"
    elsewhere.mkdir(parents=True)
    venv.create(home, with_pip=True)
    scripts = home / ("Scripts" if os.name == "nt" else "bin")
    run(str(scripts / "python"), "-m", "pip", "install", "--quiet", str(package), place=elsewhere)
    catalogue = ("--catalog", str(place / "catalogue.db"))
    for words, wanted in SMOKE:
        said = run(str(scripts / "deckwright"), *catalogue, *words, place=elsewhere)
        assert wanted in said, f"{' '.join(words)} of {package.name} says {said!r}"


def tracked(paths: Iterable[str]) -> set[str]:
    """The files under these paths that git knows, by their path from the top."""
    listed = run(
        "git", "-C", str(ROOT), "-c", f"safe.directory={ROOT}", "ls-files", "-z", "--", *paths, place=ROOT
    )
    return {name for name in listed.split("\0") if name}


def only(found: Iterable[Path]) -> Path:
    """The one path there is."""
    paths = list(found)
    assert len(paths) == 1, f"one was expected: {paths}"
    return paths[0]


def run(*command: str, place: Path) -> str:
    """What the command wrote to stdout; it must succeed."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    done = subprocess.run(command, cwd=place, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command} ended with {done.returncode}:\n{done.stdout}{done.stderr}"
    return done.stdout


if __name__ == "__main__":
    main()
