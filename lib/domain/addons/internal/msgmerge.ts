import { z } from "zod";
import { gettextPo, type MergedFile, mergeTemplate } from "@/lib/text/formats/gettext/gettext";
import { FormatError } from "@/lib/text/formats/kernel/format";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import type { ComponentRow } from "../../components/components";
import { Failed, sentenceOf } from "../../errors";
import type { Addon, AddonEvent, AddonFiles, AddonTools, FileChange } from "../addon";
import { flag } from "./fields";
import { noFile, together, unlessPo } from "./said";

/** Merging the template of a gettext project into the files of its languages. */

const settings = z.object({
  fuzzy: flag({
    title: "Fuzzy matching",
    description: "A new string takes the translation of one that is much like it, and is marked as needing editing.",
    initial: true,
  }),
  previous: flag({
    title: "Keep previous source texts",
    description: "Strings that were marked like this tell the source text that their translation was made for.",
    initial: true,
  }),
  no_location: flag({
    title: "Leave out locations",
    description: "The files do not tell where in the source code a string is used.",
    initial: false,
  }),
});
type Settings = z.infer<typeof settings>;

const ON: readonly AddonEvent[] = ["installed", "configured", "component-updated", "language-added"];

export const msgmerge: Addon<Settings> = {
  id: "weblate.gettext.msgmerge",
  aliases: ["loquat.gettext.msgmerge"],
  name: "Update PO files to match the template",
  description:
    "Merges the template (POT) into the PO files of all languages whenever it has changed: new strings come, strings that are gone become obsolete, reworded ones keep their translations for a look.",
  settings,
  multiple: false,
  scopes: ["component", "project"],
  wholeRepository: false,
  unfit(component) {
    if (component.fileFormat !== "po") return unlessPo(component);
    return component.newBase === "" ? refusal("addonNoTemplate", { name: component.name }) : undefined;
  },
  needs: ({ newBase }) => ({ oneOf: [newBase], otherwise: noFile(newBase) }),
  on: ON,
  async perform({ settings: given, component, tools }) {
    const done: Merged[] = [];
    const problems: Refusal[] = [];
    await tools.withFiles((files) =>
      files.commitTexts(async () => {
        const merged = await mergeAll(given, component, tools, files, problems);
        done.push(...merged);
        return merged.map(({ path, content }): FileChange => ({ path, content }));
      }),
    );
    if (problems.length > 0) throw new Failed(together(problems));
    if (done.length === 0) return "";
    const merged = { path: component.newBase, count: done.length };
    const figures = counts(sum(done));
    return figures ? refusal("runMergedFigures", { ...merged, figures }) : refusal("runMerged", merged);
  },
  async preview({ settings: given, component, tools }) {
    const problems: Refusal[] = [];
    const merged = await tools.withFiles((files) => mergeAll(given, component, tools, files, problems));
    const lines = merged.map((one) =>
      refusal("readMember", { name: one.path, why: counts(one) ?? refusal("planOrder") }),
    );
    return [...lines, ...problems];
  },
};

type Counts = Pick<MergedFile, "added" | "fuzzy" | "obsolete">;

interface Merged extends Counts {
  path: string;
  content: Uint8Array;
}

/** The files that the template changes. Those that cannot be read are told of in `problems`. */
async function mergeAll(
  given: Settings,
  component: ComponentRow,
  tools: AddonTools,
  files: AddonFiles,
  problems: Refusal[],
): Promise<Merged[]> {
  const bytes = await files.bytes(component.newBase);
  if (!bytes) throw new Failed(noFile(component.newBase));
  const template = gettextPo.decode(bytes);
  const params = component.fileFormatParams;
  const merged: Merged[] = [];
  for (const { filename: path, plural } of await tools.translations()) {
    const content = path === "" || path === component.newBase ? undefined : await files.bytes(path);
    if (!content) continue;
    try {
      const text = gettextPo.decode(content);
      const { text: after, ...counts } = mergeTemplate(text, template, {
        fuzzyMatching: given.fuzzy && params.po_fuzzy_matching !== false,
        keepPrevious: given.previous && params.po_keep_previous !== false,
        locations: !given.no_location && params.po_no_location !== true,
        forms: plural.number,
        params,
      });
      if (after !== text) merged.push({ path, content: gettextPo.encode(after, content), ...counts });
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      problems.push(refusal("fileLineWhy", { path, line: error.line, why: sentenceOf(error) }));
    }
  }
  return merged;
}

const sum = (all: readonly Counts[]): Counts =>
  all.reduce((a, b) => ({ added: a.added + b.added, fuzzy: a.fuzzy + b.fuzzy, obsolete: a.obsolete + b.obsolete }), {
    added: 0,
    fuzzy: 0,
    obsolete: 0,
  });

/** Numbers as words; those that are nothing are left out. */
function counts({ added, fuzzy, obsolete }: Counts): Refusal | undefined {
  const parts = [
    ...(added > 0 ? [refusal("planNew", { count: added })] : []),
    ...(fuzzy > 0 ? [refusal("planLook", { count: fuzzy })] : []),
    ...(obsolete > 0 ? [refusal("planObsolete", { count: obsolete })] : []),
  ];
  const [first, ...others] = parts;
  return first && others.reduce((before, next) => refusal("listed", { before, next }), first);
}
