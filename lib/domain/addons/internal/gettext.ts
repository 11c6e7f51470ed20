import { z } from "zod";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import type { ComponentRow } from "../../components/components";
import { Failed } from "../../errors";
import type { Addon, AddonEvent, AddonTranslation, FileChange } from "../addon";
import { unlessPo } from "./said";

/** Add-ons that keep a gettext project's lists of languages up to date. */

const NONE = z.object({});
const LANGUAGES_CHANGE: readonly AddonEvent[] = [
  "installed",
  "daily",
  "component-updated",
  "language-added",
  "language-removed",
];

const encode = (text: string) => new TextEncoder().encode(text);

/** A LINGUAS file with these languages; comments stay, and a file that lists them in one line keeps doing so. */
export function writeLinguas(text: string, codes: readonly string[]): string {
  const lines = text.split("\n");
  const comments = lines.filter((line) => line.trimStart().startsWith("#"));
  const listed = lines.filter((line) => line.trim() !== "" && !line.trimStart().startsWith("#"));
  const present = listed.flatMap((line) => line.trim().split(/\s+/));
  if (present.length === codes.length && [...present].sort().every((code, at) => code === codes[at])) return text;
  const inOneLine = listed.length === 1 && /\s/.test(listed[0]?.trim() ?? "");
  const written = inOneLine ? [codes.join(" ")] : codes;
  return `${[...comments, ...written].join("\n")}\n`;
}

const linguasOf = (component: ComponentRow): string => `${poFolder(component)}LINGUAS`;
const noLinguas = (component: ComponentRow): Refusal => refusal("linguasMissing", { path: linguasOf(component) });

export const linguas: Addon<z.infer<typeof NONE>> = {
  id: "weblate.gettext.linguas",
  aliases: ["loquat.gettext.linguas"],
  name: "Update the LINGUAS file",
  description:
    "Lists the languages of the component in the file LINGUAS next to its PO files whenever a language is added or removed.",
  settings: NONE,
  multiple: false,
  scopes: ["component", "project"],
  wholeRepository: false,
  unfit: unfitForPo,
  needs: (component) => ({ oneOf: [linguasOf(component)], otherwise: noLinguas(component) }),
  on: LANGUAGES_CHANGE,
  async perform({ component, tools }) {
    const path = linguasOf(component);
    const codes = codesOf(await tools.translations());
    return tools.withFiles(async (files) => {
      const text = await files.read(path);
      if (text === undefined) throw new Failed(noLinguas(component));
      const written = writeLinguas(text, codes);
      if (written === text) return "";
      return (await files.commit([{ path, content: encode(written) }])) ? refusal("runUpdated", { names: path }) : "";
    });
  },
  async preview({ component, tools }) {
    const path = linguasOf(component);
    const codes = codesOf(await tools.translations());
    const text = await tools.withFiles((files) => files.read(path));
    if (text === undefined) throw new Failed(noLinguas(component));
    return writeLinguas(text, codes) === text ? [] : [refusal("planLists", { path, codes: codes.join(" ") })];
  },
};

/** Folder of a mask that names files after their language, as `po/*.po`; undefined for any other. */
function poFolder(component: ComponentRow): string | undefined {
  return /^((?:[^*]*\/)?)\*\.po$/.exec(component.filemask)?.[1];
}

function unfitForPo(component: ComponentRow): Refusal | undefined {
  if (component.fileFormat !== "po") return unlessPo(component);
  if (poFolder(component) === undefined) return refusal("addonPoMask");
  return undefined;
}

/** Codes in the repository, sorted as plain text. */
function codesOf(translations: readonly AddonTranslation[]): string[] {
  const codes = translations.filter((one) => !one.isSource && one.filename !== "").map((one) => one.fileCode);
  return [...new Set(codes)].sort();
}

const CONFIGURE_FILES = ["configure", "configure.in", "configure.ac"];
const ALL_LINGUAS = /^([ \t]*ALL_LINGUAS=)(["'])[^"'\n]*\2/gm;

/** The text with `ALL_LINGUAS` set to these languages; undefined when it sets no such variable. */
export function writeAllLinguas(text: string, codes: readonly string[]): string | undefined {
  if (text.search(ALL_LINGUAS) < 0) return undefined;
  return text.replace(ALL_LINGUAS, (_, head: string, quote: string) => head + quote + codes.join(" ") + quote);
}

export const configure: Addon<z.infer<typeof NONE>> = {
  id: "weblate.gettext.configure",
  aliases: ["loquat.gettext.configure"],
  name: "Update ALL_LINGUAS in the configure file",
  description:
    "Updates ALL_LINGUAS in configure, configure.in or configure.ac whenever a language is added or removed.",
  settings: NONE,
  multiple: false,
  scopes: ["component", "project"],
  wholeRepository: false,
  unfit: unfitForPo,
  needs: () => ({
    oneOf: CONFIGURE_FILES,
    otherwise: refusal("repositoryNone", { names: CONFIGURE_FILES.join(", ") }),
  }),
  on: LANGUAGES_CHANGE,
  async perform({ tools }) {
    const codes = codesOf(await tools.translations());
    return tools.withFiles(async (files) => {
      const changes: FileChange[] = [];
      let found = false;
      for (const path of CONFIGURE_FILES) {
        const text = await files.read(path);
        const written = text === undefined ? undefined : writeAllLinguas(text, codes);
        found ||= written !== undefined;
        if (written !== undefined && written !== text) changes.push({ path, content: encode(written) });
      }
      if (!found) throw new Failed(refusal("noLinguas", { names: CONFIGURE_FILES.join(", ") }));
      const names = changes.map((change) => change.path).join(", ");
      return (await files.commit(changes)) ? refusal("runUpdated", { names }) : "";
    });
  },
  async preview({ tools }) {
    const codes = codesOf(await tools.translations());
    return tools.withFiles(async (files) => {
      const lines: Refusal[] = [];
      for (const path of CONFIGURE_FILES) {
        const text = await files.read(path);
        const written = text === undefined ? undefined : writeAllLinguas(text, codes);
        if (written !== undefined && written !== text)
          lines.push(refusal("planLinguas", { path, codes: codes.join(" ") }));
      }
      return lines;
    });
  },
};
