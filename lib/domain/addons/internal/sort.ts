import { z } from "zod";
import type { FileFormat } from "@/lib/text/formats/kernel/format";
import { sortProperties } from "@/lib/text/formats/properties/properties";
import { findFormatWith } from "@/lib/text/formats/registry";
import { refusal } from "@/lib/text/messages/refusal";
import type { ComponentRow } from "../../components/components";
import type { Addon, AddonFiles, AddonTools, FileChange } from "../addon";
import { flag } from "./fields";
import { namedFirst } from "./said";

/** Properties files in the order of their keys. */

const settings = z.object({
  case_sensitive: flag({
    title: "Tell upper case from lower case",
    description: "Keys in upper case then come before all others.",
    initial: false,
  }),
});

const FORMATS = new Set(["properties", "properties-utf8", "properties-utf16"]);

function formatOf(component: ComponentRow): FileFormat {
  const format = findFormatWith(component.fileFormat, component.fileFormatParams);
  if (!format) throw new Error(`The file format ${component.fileFormat} is not known.`);
  return format;
}

function sorted(component: ComponentRow, content: Uint8Array, caseSensitive: boolean): Uint8Array | undefined {
  const format = formatOf(component);
  const text = format.decode(content);
  const after = sortProperties(text, caseSensitive);
  return after === text ? undefined : format.encode(after, content);
}

export const sortKeys: Addon<z.infer<typeof settings>> = {
  id: "weblate.properties.sort",
  aliases: ["loquat.properties.sort"],
  name: "Sort properties files",
  description:
    "Sorts the properties files of languages by key with each commit, and removes blank lines, comments and repeated keys. The base file stays as it is.",
  settings,
  multiple: false,
  scopes: ["component", "project"],
  wholeRepository: false,
  unfit: (component) =>
    FORMATS.has(component.fileFormat) ? undefined : refusal("addonNoProperties", { name: component.name }),
  on: ["installed", "configured"],
  async perform({ settings: given, component, tools }) {
    const changes: FileChange[] = [];
    await tools.withFiles((files) =>
      files.commitTexts(async () => {
        changes.push(...(await unsorted(component, given, tools, files)));
        return changes;
      }),
    );
    if (changes.length === 0) return "";
    return refusal("runSorted", { count: changes.length });
  },
  async preview({ settings: given, component, tools }) {
    const changes = await tools.withFiles((files) => unsorted(component, given, tools, files));
    return changes.length === 0 ? [] : [refusal("planSorted", { names: namedFirst(changes.map(({ path }) => path)) })];
  },
  async beforeCommit({ settings: given, component, translation, content }) {
    const after = translation.isSource ? undefined : sorted(component, content, given.case_sensitive);
    return after ? [{ path: translation.filename, content: after }] : [];
  },
};

/** Files of languages that are not in order, as they would be. */
async function unsorted(
  component: ComponentRow,
  given: z.infer<typeof settings>,
  tools: AddonTools,
  files: AddonFiles,
): Promise<FileChange[]> {
  const changes: FileChange[] = [];
  for (const { filename: path, isSource } of await tools.translations()) {
    const content = isSource || path === "" ? undefined : await files.bytes(path);
    const after = content && sorted(component, content, given.case_sensitive);
    if (after) changes.push({ path, content: after });
  }
  return changes;
}
