import { composeHeader, PAGE, pluralForms, wrapField } from "@/lib/text/formats/gettext/gettext";
import { storable } from "@/lib/text/formats/kernel/encoding";
import { type ConversionHead, type ConvertedUnit, type Converter, textWriter } from "./converter";

const oneLine = (text: string): string => text.replace(/[\r\n\u2028\u2029]+/g, " ").trim();

/** Fields of the header of a converted catalogue, in the usual order. */
export function catalogueHeader(head: ConversionHead): string {
  const fields = new Map([
    ["Project-Id-Version", `${head.project} ${head.component}`],
    ["PO-Revision-Date", `${head.at.toISOString().slice(0, 16).replace("T", " ")}+0000`],
    ["Language-Team", `${head.targetLanguage} <${head.url}>`],
    ["Language", head.targetLanguage],
    ["MIME-Version", "1.0"],
    ["Content-Type", "text/plain; charset=UTF-8"],
    ["Content-Transfer-Encoding", "8bit"],
    ["Plural-Forms", pluralForms(head.plural)],
    ["X-Generator", "Loquat"],
  ]);
  if (head.author) fields.set("Last-Translator", head.author);
  return composeHeader(new Map([...fields].map(([name, value]) => [name, oneLine(value)])));
}

/** `#:` lines of a list of places; names with blanks stand between isolates, as gettext writes them. */
function locationLines(location: string): string[] {
  const lines: string[] = [];
  let line = "#:";
  for (const place of oneLine(location).split(", ").filter(Boolean)) {
    const name = /\s/.test(place) ? `\u2068${place}\u2069` : place;
    if (line.length > 2 && line.length + 1 + name.length > 79) {
      lines.push(line);
      line = "#:";
    }
    line += ` ${name}`;
  }
  return line === "#:" ? lines : [...lines, line];
}

function commentLines(mark: string, text: string): string[] {
  return text === "" ? [] : text.split(/\r\n|[\r\n]/).map((line) => `${mark} ${line}`.trimEnd());
}

/** Forms as many as the language has. */
export function formsFor(targets: readonly string[], count: number): string[] {
  return Array.from({ length: Math.max(1, count) }, (_, form) => targets[form] ?? "");
}

function message(unit: ConvertedUnit, head: ConversionHead): string {
  const [id = "", pluralId] = unit.sources;
  // A message without id and context is the header.
  if (id === "" && unit.context === "") return "";
  const fuzzy = unit.state === "needs-editing";
  const flags = oneLine(unit.flags)
    .split(",")
    .map((flag) => flag.trim())
    .filter((flag) => flag !== "" && flag !== "fuzzy");
  const joined = flags.join(", ");
  const lines = [...commentLines("#.", unit.note), ...locationLines(unit.location)];
  if (fuzzy || flags.length) lines.push(`#, ${[...(fuzzy ? ["fuzzy"] : []), ...flags].join(", ")}`);
  if (fuzzy && unit.previousSource) lines.push(...wrapField("#| msgid", unit.previousSource, PAGE, joined));
  if (unit.context !== "") lines.push(...wrapField("msgctxt", unit.context, PAGE, joined));
  lines.push(...wrapField("msgid", id, PAGE, joined));
  if (unit.plural) {
    lines.push(...wrapField("msgid_plural", pluralId ?? id, PAGE, joined));
    formsFor(unit.targets, head.plural.number).forEach((target, form) => {
      lines.push(...wrapField(`msgstr[${form}]`, target, PAGE, joined));
    });
  } else {
    lines.push(...wrapField("msgstr", unit.targets[0] ?? "", PAGE, joined));
  }
  return storable(`\n${lines.join("\n")}\n`);
}

/** A gettext catalogue. A monolingual string has its key as context and the source text as id. */
export const poConverter: Converter = {
  id: "po",
  name: "gettext PO",
  extension: "po",
  mimeType: "text/x-po",
  suits: () => true,
  write: textWriter({
    head: (head) =>
      `# ${oneLine(`${head.project} / ${head.component}`)}\n${wrapField("msgid", "", PAGE).join("\n")}\n${wrapField("msgstr", catalogueHeader(head), PAGE).join("\n")}\n`,
    unit: message,
  }),
};
