import { z } from "zod";
import { findFormatWith } from "@/lib/text/formats/registry";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import type { ComponentRow } from "../../components/components";
import { Failed } from "../../errors";
import { cleanFile, type Rubbish } from "../../files/clean-file";
import type { Addon, AddonEvent, AddonFiles, AddonTools, FileChange } from "../addon";
import { namedFirst, noFile } from "./said";

/** Add-ons that take out of the files of languages what says nothing. */

const NONE = z.object({});
/** A commit writes what somebody has emptied, and what a base file has lost meanwhile. */
const ON: readonly AddonEvent[] = ["installed", "configured", "component-updated", "committed"];

const removesNothing = (component: ComponentRow): Refusal | undefined =>
  findFormatWith(component.fileFormat, component.fileFormatParams)?.canRemove ? undefined : refusal("cleanupFormat");

export const stale = cleaning({
  id: "cleanup.generic",
  name: "Clean up translation files",
  description:
    "Takes strings out of the files of languages that the base file, or the template, does not have any more.",
  rubbish: "stale",
  unfit: (component) =>
    component.template || component.newBase
      ? removesNothing(component)
      : refusal("cleanupNoBase", { name: component.name }),
});

export const blank = cleaning({
  id: "cleanup.blank",
  name: "Remove blank strings",
  description: "Takes strings without a translation out of the files of languages.",
  rubbish: "blank",
  unfit: (component) =>
    component.template ? removesNothing(component) : refusal("cleanupOwn", { name: component.name }),
});

function cleaning({
  id,
  rubbish,
  ...words
}: {
  id: string;
  name: string;
  description: string;
  rubbish: Rubbish;
  unfit: (component: ComponentRow) => Refusal | undefined;
}): Addon<z.infer<typeof NONE>> {
  return {
    ...words,
    id: `weblate.${id}`,
    aliases: [`loquat.${id}`],
    settings: NONE,
    multiple: false,
    scopes: ["component", "project"],
    wholeRepository: false,
    on: ON,
    async perform({ component, tools }) {
      let removed = 0;
      const cleaned = new Set<string>();
      await tools.withFiles((files) =>
        files.commitTexts(async () => {
          const all = await clean(rubbish, component, tools, files);
          for (const { path, names } of all) {
            removed += names.length;
            cleaned.add(path);
          }
          return all.map(({ path, content }): FileChange => ({ path, content }));
        }),
      );
      if (removed === 0) return "";
      return refusal("runCleaned", { count: removed, files: cleaned.size });
    },
    async preview({ component, tools }) {
      const all = await tools.withFiles((files) => clean(rubbish, component, tools, files));
      return all.map(({ path, names }) => {
        return refusal("readMember", { name: path, why: namedFirst(names) });
      });
    },
  };
}

async function clean(rubbish: Rubbish, component: ComponentRow, tools: AddonTools, files: AddonFiles) {
  const base = await files.bytes(component.template || component.newBase);
  if (!base) throw new Failed(noFile(component.template || component.newBase));
  const cleaned: { path: string; content: Uint8Array; names: string[] }[] = [];
  for (const { filename: path, isSource, fileCode, plural } of await tools.translations()) {
    const content = isSource || path === "" ? undefined : await files.bytes(path);
    const found = content && cleanFile(component, { languageCode: fileCode, plural }, { content, base }, rubbish);
    if (found) cleaned.push({ path, ...found });
  }
  return cleaned;
}
