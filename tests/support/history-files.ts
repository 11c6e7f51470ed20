import type { NewComponent } from "@/lib/domain/components/component-input";

/** Translation files of five formats, written and read without Loquat's own readers. */

export type Texts = Record<string, string>;

interface HistoryFiles {
  settings: Pick<NewComponent, "filemask" | "fileFormat"> & { template?: string; newBase?: string };
  /** A file with these texts; `english` has those of the source language. */
  write(texts: Texts, english: Texts): string;
  read(file: string): Texts;
}

const json = (value: unknown) => `${JSON.stringify(value, null, 4)}\n`;
const lines = (file: string, pattern: RegExp): Texts =>
  Object.fromEntries([...file.matchAll(pattern)].map(([, key, text]) => [key as string, text as string]));

const PO_HEAD = `msgid ""
msgstr ""
"Language: cs\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
`;

export const FILES: Record<string, HistoryFiles> = {
  po: {
    settings: { filemask: "po/*.po", newBase: "po/app.pot", fileFormat: "po" },
    write: (texts, english) =>
      PO_HEAD +
      Object.keys(english)
        .map((key) => `\nmsgctxt "${key}"\nmsgid "${english[key]}"\nmsgstr "${texts[key]}"\n`)
        .join(""),
    read: (file) => lines(file, /^msgctxt "(.*)"\nmsgid ".*"\nmsgstr "(.*)"$/gm),
  },
  json: {
    settings: { filemask: "l10n/*.json", template: "l10n/en.json", fileFormat: "json" },
    write: (texts) => json(texts),
    read: (file) => JSON.parse(file),
  },
  "json-nested": {
    settings: { filemask: "l10n/*.json", template: "l10n/en.json", fileFormat: "json-nested" },
    write: (texts) => json({ app: { texts } }),
    read: (file) => JSON.parse(file).app?.texts ?? {},
  },
  aresource: {
    settings: {
      filemask: "res/values-*/strings.xml",
      template: "res/values-en/strings.xml",
      fileFormat: "aresource",
    },
    write: (texts) =>
      `<?xml version="1.0" encoding="utf-8"?>\n<resources>\n${Object.entries(texts)
        .map(([key, text]) => `    <string name="${key}">${text}</string>\n`)
        .join("")}</resources>\n`,
    read: (file) => lines(file, /<string name="(.*?)">(.*?)<\/string>/g),
  },
  yaml: {
    settings: { filemask: "l10n/*.yml", template: "l10n/en.yml", fileFormat: "yaml" },
    write: (texts) =>
      Object.entries(texts)
        .map(([key, text]) => `${key}: "${text}"\n`)
        .join(""),
    read: (file) => lines(file, /^(\w+): "?(.*?)"?$/gm),
  },
};
