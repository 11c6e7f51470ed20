import { type ConversionHead, type ConvertedUnit, type Converter, isTranslated, textWriter } from "./converter";
import { xmlAttribute, xmlText } from "./xml-text";

/** Formats for exchange with other tools: terminology (TBX) and translation memories (TMX). */

export const tbxConverter: Converter = {
  id: "tbx",
  name: "TermBase eXchange",
  extension: "tbx",
  mimeType: "application/x-tbx",
  suits: () => true,
  write: textWriter({
    head: (head) => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE martif PUBLIC "ISO 12200:1999A//DTD MARTIF core (DXFcdV04)//EN" "TBXcdv04.dtd">
<martif type="TBX"${xmlAttribute("xml:lang", head.sourceLanguage)}>
  <martifHeader>
    <fileDesc>
      <titleStmt>
        <title>${xmlText(`${head.project} / ${head.component}`)}</title>
      </titleStmt>
      <sourceDesc>
        <p>${xmlText(head.url)}</p>
      </sourceDesc>
    </fileDesc>
  </martifHeader>
  <text>
    <body>`,
    unit: termEntry,
    tail: "\n    </body>\n  </text>\n</martif>\n",
  }),
};

function languageSet(language: string, term: string, inside = ""): string {
  return `
        <langSet${xmlAttribute("xml:lang", language)}>
          <tig>
            <term>${xmlText(term)}</term>${inside}
          </tig>
        </langSet>`;
}

/** One entry for each string; of plural strings the first form, since terms have none. */
function termEntry(unit: ConvertedUnit, head: ConversionHead): string {
  const note = unit.note && `\n        <descrip>${xmlText(unit.note)}</descrip>`;
  const forbidden = /(?:^|,)\s*forbidden\s*(?:,|$)/.test(unit.flags)
    ? '\n            <termNote type="administrativeStatus">forbidden</termNote>'
    : "";
  const remark = unit.explanation && `\n            <note from="translator">${xmlText(unit.explanation)}</note>`;
  const about = forbidden + (remark ?? "");
  const target = isTranslated(unit) ? languageSet(head.targetLanguage, unit.targets[0] ?? "", about) : "";
  return `
      <termEntry${xmlAttribute("id", unit.context)}>${note}${languageSet(head.sourceLanguage, unit.sources[0] ?? "")}${target}
      </termEntry>`;
}

/** Pairs of a string: one, or its first and its last form. */
function pairsOf(unit: ConvertedUnit): [string, string][] {
  const first: [string, string] = [unit.sources[0] ?? "", unit.targets[0] ?? ""];
  if (!unit.plural || unit.sources[1] === undefined) return [first];
  return [first, [unit.sources[1], unit.targets.at(-1) ?? ""]];
}

function translationUnits(unit: ConvertedUnit, head: ConversionHead): string {
  if (unit.state === "needs-editing") return "";
  return pairsOf(unit)
    .filter(([source, target]) => source !== "" && target !== "")
    .map(([source, target]) => {
      const context = unit.context && `\n      <prop type="x-context">${xmlText(unit.context)}</prop>`;
      return `
    <tu>${context}
      <tuv${xmlAttribute("xml:lang", head.sourceLanguage)}><seg>${xmlText(source)}</seg></tuv>
      <tuv${xmlAttribute("xml:lang", head.targetLanguage)}><seg>${xmlText(target)}</seg></tuv>
    </tu>`;
    })
    .join("");
}

/** A memory of what is translated; drafts and gaps are left out. */
export const tmxConverter: Converter = {
  id: "tmx",
  name: "Translation Memory eXchange",
  extension: "tmx",
  mimeType: "application/x-tmx",
  suits: () => true,
  write: textWriter({
    head: (head) => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE tmx SYSTEM "tmx14.dtd">
<tmx version="1.4">
  <header creationtool="Loquat" creationtoolversion="1" segtype="block" o-tmf="Loquat" adminlang="en"${xmlAttribute("srclang", head.sourceLanguage)} datatype="plaintext"/>
  <body>`,
    unit: translationUnits,
    tail: "\n  </body>\n</tmx>\n",
  }),
};
