import { type ConversionHead, type ConvertedUnit, type Converter, textWriter } from "./converter";
import { formsFor } from "./po";
import { xmlAttribute, xmlText } from "./xml-text";

const shared = { extension: "xlf", mimeType: "application/x-xliff+xml", suits: () => true } as const;

/** XLIFF 1.2; plural strings are groups as gettext's extension has them. */
export const xliffConverter: Converter = {
  ...shared,
  id: "xliff",
  name: "XLIFF 1.2 with gettext extensions",
  write: writer("1.2"),
};

function locations(unit: ConvertedUnit): string {
  return unit.location
    .split(", ")
    .filter(Boolean)
    .map((place) => {
      const [, file = place, line = ""] = /^([\s\S]*):(\d{1,9})$/.exec(place) ?? [];
      const number = line && `<context context-type="linenumber">${line}</context>`;
      return `\n        <context-group name="po-reference" purpose="location"><context context-type="sourcefile">${xmlText(file)}</context>${number}</context-group>`;
    })
    .join("");
}

/** What follows source and target: notes and places. */
function remarks(unit: ConvertedUnit): string {
  const note = unit.note && `\n        <note from="developer">${xmlText(unit.note)}</note>`;
  return locations(unit) + note;
}

function transUnit(unit: ConvertedUnit, id: string, source: string, target: string): string {
  const approved = unit.state === "approved" ? "yes" : "";
  const state =
    unit.state === "needs-editing" ? "needs-translation" : unit.state === "approved" ? "final" : "translated";
  const written = target && `\n        <target state="${state}">${xmlText(target)}</target>`;
  const locked = unit.state === "read-only" ? ' translate="no"' : "";
  return `
      <trans-unit id="${xmlText(id)}" xml:space="preserve"${xmlAttribute("resname", unit.context)}${xmlAttribute("approved", approved)}${locked}>
        <source>${xmlText(source)}</source>${written}${remarks(unit)}
      </trans-unit>`;
}

/** One unit, or a group with one unit for each form. */
function transUnits(unit: ConvertedUnit, head: ConversionHead): string {
  if (!unit.plural) return transUnit(unit, unit.id, unit.sources[0] ?? "", unit.targets[0] ?? "");
  const forms = formsFor(unit.targets, head.plural.number).map((target, form) => {
    const source = unit.sources[Math.min(form, unit.sources.length - 1)] ?? "";
    return transUnit(unit, `${unit.id}[${form}]`, source, target);
  });
  return `\n      <group id="${xmlText(unit.id)}"${xmlAttribute("resname", unit.context)} restype="x-gettext-plurals">${forms.join("")}\n      </group>`;
}

function writer(version: "1.1" | "1.2"): Converter["write"] {
  return textWriter({
    head: (head) => `<?xml version="1.0" encoding="UTF-8"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:${version}" version="${version}">
  <file${xmlAttribute("original", head.component)}${xmlAttribute("source-language", head.sourceLanguage)}${xmlAttribute("target-language", head.targetLanguage)} datatype="${version === "1.2" ? "po" : "plaintext"}">
    <body>`,
    unit: transUnits,
    tail: "\n    </body>\n  </file>\n</xliff>\n",
  });
}

/** The same in version 1.1, for older tools. */
export const xliff11Converter: Converter = { ...shared, id: "xliff11", name: "XLIFF 1.1", write: writer("1.1") };
