import { applyPatches, type FormatOptions } from "../kernel/format";
import { lineEnding, PatchList } from "../kernel/splice";
import { clearFuzzy, composeMessage, identifyingFields, wrapStyle } from "./fields";
import { composeHeader, patchHeader, pluralForms } from "./header";
import { isHeader } from "./identity";
import { scanMessages } from "./tokens";
import { wrapField } from "./wrap";

/**
 * A new language file from a template: texts emptied, as many plural forms as the language has, header filled in.
 * Without a base a monolingual file starts with a header alone; a bilingual one needs its base (undefined).
 */
export function createFile(base: string | undefined, options: FormatOptions, monolingual: boolean): string | undefined {
  if (base === undefined) {
    if (!monolingual) return undefined;
    const fields = new Map([
      ["Language", options.languageCode],
      ["MIME-Version", "1.0"],
      ["Content-Type", "text/plain; charset=UTF-8"],
      ["Content-Transfer-Encoding", "8bit"],
      ["Plural-Forms", pluralForms(options.plural)],
      ["X-Generator", "Loquat"],
    ]);
    const layout = { style: wrapStyle("", [], options.params), eol: "\n" };
    return `${composeMessage({ note: "", flags: "", context: undefined, id: "", plural: undefined, targets: [composeHeader(fields)] }, layout)}\n`;
  }
  return fromBase(withoutUnwanted(base, options.params), options);
}

/** Header fields of every new language file; always UTF-8, since the language may need it. */
function newLanguageFields(options: FormatOptions): Map<string, string> {
  return new Map([
    ["Last-Translator", "Automatically generated"],
    ["Language-Team", "none"],
    ["Language", options.languageCode],
    ["MIME-Version", "1.0"],
    ["Content-Type", "text/plain; charset=UTF-8"],
    ["Content-Transfer-Encoding", "8bit"],
    ["Plural-Forms", pluralForms(options.plural)],
  ]);
}

/** A template without what new files are not to have: obsolete entries, places in the source. */
function withoutUnwanted(base: string, params: FormatOptions["params"]): string {
  const noPlaces = params.po_no_location === true;
  const noObsolete = params.po_remove_obsolete === true;
  if (!noPlaces && !noObsolete) return base;
  const patches = new PatchList(base);
  for (const message of scanMessages(base)) {
    const text = base.slice(message.start, message.end);
    if (message.obsolete && noObsolete) {
      const blank = /^(?:[ \t]*(?:\r\n|[\r\n]|$))+/.exec(base.slice(message.end))?.[0] ?? "";
      patches.replace(message.start, message.end + blank.length, "");
    } else if (noPlaces && message.references.length > 0)
      patches.replace(message.start, message.end, text.replace(/^#:[^\r\n]*(?:\r\n|[\r\n]|$)/gm, ""));
  }
  return applyPatches(base, patches.finish());
}

function fromBase(base: string, options: FormatOptions): string {
  const messages = scanMessages(base);
  const layout = { style: wrapStyle(base, messages.flatMap(identifyingFields), options.params), eol: lineEnding(base) };
  const patches = new PatchList(base);
  const fields = newLanguageFields(options);
  let seen = false;
  for (const message of messages) {
    if (message.obsolete) continue;
    clearFuzzy(patches, base, message);
    if (isHeader(message)) {
      if (!seen) patchHeader(patches, base, message, fields, layout);
      seen = true;
      continue;
    }
    const first = message.strings[0]!;
    const last = message.strings.at(-1)!;
    const forms = message.plural ? Math.max(1, options.plural.number) : 1;
    const lines: string[] = [];
    for (let form = 0; form < forms; form++) {
      lines.push(...wrapField(message.plural ? `msgstr[${form}]` : "msgstr", "", layout.style));
    }
    patches.replace(first.start, last.end, lines.join(layout.eol));
  }
  const text = applyPatches(base, patches.finish());
  if (seen) return text;
  const header = wrapField("msgstr", composeHeader(fields), layout.style);
  const bom = text.startsWith("\ufeff") ? 1 : 0;
  const start = ['msgid ""', ...header, "", ""].join(layout.eol);
  return text.slice(0, bom) + start + text.slice(bom);
}
