import type { TreeFile } from "@/lib/platform/vcs/vcs";
import { findPattern } from "@/lib/text/flags/pattern";
import { matchFilemask } from "@/lib/text/formats/kernel/filemask";
import type { ComponentRow } from "../components/components";

export interface MatchedFile {
  /** Language code as the path has it. */
  code: string;
  path: string;
  blob: string;
}

export interface MatchedFiles {
  translations: MatchedFile[];
  /** The base file of a monolingual component. */
  template: TreeFile | undefined;
  /** The template for new languages. */
  newBase: TreeFile | undefined;
  /** The file that developers keep, where editors polish its texts in the base file. */
  intermediate: TreeFile | undefined;
  /** The file whose languages are the component's files, where one file holds them all. */
  catalogue: TreeFile | undefined;
  /** The same when it cannot be read. */
  broken: (TreeFile & { wrong: NonNullable<TreeFile["wrong"]> }) | undefined;
}

type MaskSettings = Pick<ComponentRow, "filemask" | "template" | "newBase" | "intermediate" | "languageRegex">;

/** Which codes are languages where a component says nothing else: all without a dot, as those of `strings.test.json` are. */
export const USUAL_LANGUAGES = "^[^.]+$";

/** Which files of a repository belong to a component. The base file is not among the translations. */
export function matchFiles(tree: readonly TreeFile[], component: MaskSettings): MatchedFiles {
  const allowed = component.languageRegex ? findPattern(component.languageRegex) : undefined;
  const translations: MatchedFile[] = [];
  for (const file of tree) {
    if (file.path === component.template || file.path === component.intermediate) continue;
    const code = matchFilemask(component.filemask, file.path);
    if (code === undefined || code === "" || code.length > 50) continue;
    // A template for new languages that the mask happens to match is no language.
    if (file.path === component.newBase && file.path.endsWith(".pot")) continue;
    if (allowed && !allowed.found(code)) continue;
    translations.push({ code, path: file.path, blob: file.blob });
  }
  const catalogue = tree.find((file) => component.filemask === `${file.path}/*`);
  translations.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  return {
    translations,
    template: component.template ? tree.find((file) => file.path === component.template) : undefined,
    newBase: component.newBase ? tree.find((file) => file.path === component.newBase) : undefined,
    intermediate: component.intermediate ? tree.find((file) => file.path === component.intermediate) : undefined,
    catalogue,
    broken: catalogue?.wrong && { ...catalogue, wrong: catalogue.wrong },
  };
}
