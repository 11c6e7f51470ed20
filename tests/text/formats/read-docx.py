"""Reads Word documents with python-docx, as a second opinion for the tests of the formats: each line of the input is a
file in base64, each line of the output the texts of its paragraphs, in all parts that have some."""

import base64
import io
import json
import sys

import docx
from docx.oxml.ns import qn
from docx.text.run import Run

PARAGRAPH, RUN, DELETED = qn("w:p"), qn("w:r"), qn("w:del")


def own_runs(paragraph):
    for run in paragraph.iter(RUN):
        around = [one.tag for one in run.iterancestors()]
        inside = around[: around.index(PARAGRAPH)]
        if next(run.iterancestors(PARAGRAPH)) is paragraph and DELETED not in inside:
            yield run


def texts(element):
    for paragraph in element.iter(PARAGRAPH):
        text = "".join(Run(run, None).text for run in own_runs(paragraph))
        if text.strip():
            yield text


for line in sys.stdin:
    document = docx.Document(io.BytesIO(base64.b64decode(line)))
    parts = [part for part in document.part.package.iter_parts() if hasattr(part, "element")]
    print(json.dumps(sorted({text for part in parts for text in texts(part.element)})))
