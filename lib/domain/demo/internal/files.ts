import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { DEMO_LANGUAGES, DESKTOP, type DemoString, type DemoTerm, PHONE, TERMS, WEBSITE } from "./strings";

/** The files of the demo, those of Orchard as its developers would have written them. */

const quote = (text: string) => `"${text.replace(/\\/g, "\\\\").replace(/"/g, '\\"')}"`;

const androidText = (text: string) => text.replace(/\\/g, "\\\\").replace(/'/g, "\\'").replace(/"/g, '\\"');

export interface DemoComponent {
  /** In the demo's folder of repositories, too. */
  slug: string;
  name: string;
  filemask: string;
  template: string;
  newBase: string;
  fileFormat: string;
  /** Flags of all strings. */
  checkFlags?: string;
  files: Record<string, string>;
}

export interface DemoProject {
  /** What the database knows it by, whatever it is called. */
  key: string;
  slug: string;
  name: string;
  instructions: string;
  /** Who committed the files. */
  author: { name: string; email: string };
  components(): Promise<DemoComponent[]>;
  /** What its glossary begins with. */
  terms: readonly DemoTerm[];
}

/** The projects of the demo: an application that does not exist, and Loquat's own interface. */
export const DEMO_PROJECTS: readonly DemoProject[] = [
  {
    key: "orchard",
    slug: "orchard",
    name: "Orchard",
    instructions: "Orchard is a fictional application for trying out Loquat. You can change anything.",
    author: { name: "Orchard Developers", email: "developers@orchard.example" },
    components: async () => orchardComponents(),
    terms: TERMS,
  },
  {
    key: "loquat",
    slug: "loquat",
    name: "Loquat",
    instructions:
      "The interface of this installation. Commit and push, and take the file of your language from the repository: app/messages/README.md tells how to see it.",
    author: { name: "Loquat Developers", email: "developers@loquat.example" },
    components: async () => [await interfaceComponent()],
    terms: [],
  },
];

/** Loquat's own catalogues, as they lie in this installation. */
async function interfaceComponent(): Promise<DemoComponent> {
  const folder = join(/*turbopackIgnore: true*/ process.cwd(), "app", "messages");
  const names = (await readdir(folder)).filter((name) => name.endsWith(".json")).sort();
  const files = await Promise.all(
    names.map(async (name) => [`app/messages/${name}`, await readFile(join(folder, name), "utf8")] as const),
  );
  return {
    slug: "interface",
    name: "Interface",
    filemask: "app/messages/*.json",
    template: "app/messages/en.json",
    newBase: "",
    fileFormat: "json-nested",
    checkFlags: "icu-message-format, icu-flags:xml",
    files: Object.fromEntries(files),
  };
}

/** The three repositories of Orchard with all their files. */
function orchardComponents(): DemoComponent[] {
  const languages = Object.keys(DEMO_LANGUAGES);
  return [
    {
      slug: "desktop",
      name: "Desktop",
      filemask: "po/*.po",
      template: "",
      newBase: "po/orchard.pot",
      fileFormat: "po",
      files: {
        "README.md": "# Orchard for the desktop\n",
        "po/orchard.pot": po(undefined),
        ...Object.fromEntries(languages.map((code) => [`po/${code}.po`, po(code)])),
      },
    },
    {
      slug: "website",
      name: "Website",
      filemask: "locales/*.json",
      template: "locales/en.json",
      newBase: "locales/en.json",
      fileFormat: "json-nested",
      files: {
        "README.md": "# Orchard on the web\n",
        "locales/en.json": json(undefined),
        ...Object.fromEntries(languages.map((code) => [`locales/${code}.json`, json(code)])),
      },
    },
    {
      slug: "phone",
      name: "Phone",
      filemask: "app/src/main/res/values-*/strings.xml",
      template: "app/src/main/res/values/strings.xml",
      newBase: "app/src/main/res/values/strings.xml",
      fileFormat: "aresource",
      files: {
        "README.md": "# Orchard for phones\n",
        "app/src/main/res/values/strings.xml": android(undefined),
        ...Object.fromEntries(
          languages.map((code) => [
            `app/src/main/res/values-${DEMO_LANGUAGES[code]?.android}/strings.xml`,
            android(code),
          ]),
        ),
      },
    },
  ];
}

function poEntry(string: DemoString, forms: readonly string[] | undefined, count: number): string {
  const lines = [...(string.note ? [`#. ${string.note}`] : []), `#: src/${string.key}.c`];
  const formatted = string.source.includes("%") ? ["#, c-format"] : [];
  const target = (index: number) => quote(forms?.[index] ?? "");
  if (string.plural === undefined)
    return [...lines, ...formatted, `msgid ${quote(string.source)}`, `msgstr ${target(0)}`].join("\n");
  const targets = Array.from({ length: count }, (_, index) => `msgstr[${index}] ${target(index)}`);
  return [
    ...lines,
    ...formatted,
    `msgid ${quote(string.source)}`,
    `msgid_plural ${quote(string.plural)}`,
    ...targets,
  ].join("\n");
}

function po(language: string | undefined): string {
  const rule = language ? (DEMO_LANGUAGES[language]?.plural ?? "") : "nplurals=INTEGER; plural=EXPRESSION;";
  const count = Number(/nplurals=(\d+)/.exec(rule)?.[1] ?? 2);
  const header = [
    'msgid ""',
    'msgstr ""',
    '"Project-Id-Version: orchard 1.0\\n"',
    '"POT-Creation-Date: 2026-09-01 12:00+0000\\n"',
    `"Language: ${language ?? ""}\\n"`,
    '"MIME-Version: 1.0\\n"',
    '"Content-Type: text/plain; charset=UTF-8\\n"',
    '"Content-Transfer-Encoding: 8bit\\n"',
    `"Plural-Forms: ${rule}\\n"`,
  ].join("\n");
  return `${[header, ...DESKTOP.map((string) => poEntry(string, language ? string.texts[language] : undefined, count))].join("\n\n")}\n`;
}

function json(language: string | undefined): string {
  const tree: Record<string, unknown> = {};
  for (const string of WEBSITE) {
    const text = language ? string.texts[language]?.[0] : string.source;
    if (text === undefined) continue;
    const path = string.key.split(".");
    let at = tree;
    for (const part of path.slice(0, -1)) {
      at[part] ??= {};
      at = at[part] as Record<string, unknown>;
    }
    at[path.at(-1) as string] = text;
  }
  return `${JSON.stringify(tree, null, 2)}\n`;
}

function android(language: string | undefined): string {
  const categories = language ? (DEMO_LANGUAGES[language]?.categories ?? []) : ["one", "other"];
  const lines = PHONE.flatMap((string) => {
    const forms = language ? string.texts[language] : [string.source, ...(string.plural ? [string.plural] : [])];
    if (!forms) return [];
    const note = string.note && !language ? [`    <!-- ${string.note} -->`] : [];
    if (string.key === "app_name")
      return [`    <string name="app_name" translatable="false">${string.source}</string>`];
    if (string.plural === undefined)
      return [...note, `    <string name="${string.key}">${androidText(forms[0] ?? "")}</string>`];
    const items = forms.map(
      (form, index) => `        <item quantity="${categories[index] ?? "other"}">${androidText(form)}</item>`,
    );
    return [...note, `    <plurals name="${string.key}">`, ...items, "    </plurals>"];
  });
  return ['<?xml version="1.0" encoding="utf-8"?>', "<resources>", ...lines, "</resources>", ""].join("\n");
}
