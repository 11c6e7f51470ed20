import { DEMO_LANGUAGES, DESKTOP, type DemoString, PHONE, WEBSITE } from "./strings";

/** The files of Orchard, as its developers would have written them. */

const quote = (text: string) => `"${text.replace(/\\/g, "\\\\").replace(/"/g, '\\"')}"`;

const androidText = (text: string) => text.replace(/\\/g, "\\\\").replace(/'/g, "\\'").replace(/"/g, '\\"');

export interface DemoComponent {
  slug: string;
  name: string;
  filemask: string;
  template: string;
  newBase: string;
  fileFormat: string;
  files: Record<string, string>;
}

/** The three repositories of Orchard with all their files. */
export function demoComponents(): DemoComponent[] {
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
