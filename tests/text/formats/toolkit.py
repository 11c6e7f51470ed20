"""
Reads translation files with the translate toolkit, as a second opinion for the tests of the formats.

Each line of the input is a job: {"store": "module.Class", "language": "cs", "data": base64}. Each line of the output
is what the toolkit found in that file: {"units": [...]} or {"error": "..."}.
"""

import base64
import importlib
import json
import logging
import sys


def forms(text):
    """A text, or the list of its forms where it has several; None where there is none."""
    if text is None:
        return None
    if hasattr(text, "strings"):
        return [str(form) for form in text.strings]
    return str(text)


def unit_row(unit):
    return {
        "id": unit.getid(),
        "context": unit.getcontext(),
        "source": forms(unit.source),
        "target": forms(unit.target),
        "notes": unit.getnotes(),
        "locations": [str(location) for location in unit.getlocations()],
        "fuzzy": unit.isfuzzy(),
        "translatable": unit.istranslatable(),
        "header": unit.isheader(),
        "obsolete": unit.isobsolete(),
    }


def read(job):
    module, name = job["store"].split(".")
    store = getattr(importlib.import_module("translate.storage." + module), name)(*job.get("arguments", []))
    # Some stores learn from the language which forms a plural has while they read; for others it is a header.
    if "language" in job:
        store.settargetlanguage(job["language"])
    # Where a store would guess the encoding from a few letters, it is told.
    if "encoding" in job:
        store.detect_encoding = lambda text, default_encodings=None: (text.decode(job["encoding"]), job["encoding"])
    store.parse(base64.b64decode(job["data"]))
    return [unit_row(unit) for unit in store.units]


def main():
    logging.disable(logging.CRITICAL)
    answers = sys.stdout
    # Some stores print what they find odd.
    sys.stdout = sys.stderr
    for line in sys.stdin:
        try:
            answer = {"units": read(json.loads(line))}
        except Exception as error:  # Whatever a store throws says that it cannot read the file.
            answer = {"error": type(error).__name__ + ": " + str(error)[:300]}
        answers.write(json.dumps(answer) + "\n")
    answers.flush()


main()
