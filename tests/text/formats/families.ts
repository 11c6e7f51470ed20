import type { FileFormat } from "@/lib/text/formats/kernel/format";
import { offeredFormats } from "@/lib/text/formats/registry";

/** Formats that are tested in one file, so that the files of tests take about the same time. */
const FAMILIES = {
  gettext: /^(po|po-mono)$/,
  exchange: /xliff|^ts1?$|^tbx$/,
  resources: /resource|^(resx|flatxml|wxl|dtd)$/,
  apple: /^strings|^(xcstrings|appstore)$/,
  tables: /^(csv|xlsx|catkeys)/,
  json: /json|^(i18next|i18nextv4|webextension|arb|gotext)$/,
  trees: /yaml|toml|^fluent$|php|^laravel$/,
  documents: /^(html|markdown|mdx|asciidoc|txt|dokuwiki|mediawiki|odf|idml|docx|rc)$/,
} as const;

export type Family = keyof typeof FAMILIES | "others";

/** The offered formats of a family; `others` are those of no family. */
export function family(name: Family): FileFormat[] {
  if (name !== "others") return offeredFormats().filter((format) => FAMILIES[name].test(format.id));
  return offeredFormats().filter((format) => Object.values(FAMILIES).every((mask) => !mask.test(format.id)));
}
