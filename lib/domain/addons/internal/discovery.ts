import { z } from "zod";
import { type CatalogueFormat, catalogueFormat, isPartName } from "@/lib/text/formats/catalogue";
import { type FolderShape, FormatError } from "@/lib/text/formats/kernel/format";
import { findFormat } from "@/lib/text/formats/registry";
import { refusal } from "@/lib/text/messages/refusal";
import { compilePathPattern } from "@/lib/text/path-pattern";
import { Failed, type Sentence } from "../../errors";
import type { PartRead } from "../../files/write-jobs";
import {
  inTaskReader,
  needsReader,
  newTimeoutBudget,
  type TimeoutBudget,
  withinTimeoutBudget,
} from "../../repository-files";
import type { Addon, AddonFiles, AddonTools } from "../addon";
import {
  type DiscoveryPlan,
  type DiscoverySettings,
  discoveryProblems,
  planDiscovery,
  suggestDiscovery,
} from "./discovery-plan";
import { flag, text } from "./fields";
import { refuse } from "./refused";
import { together } from "./said";

/** Components for all files of a repository that fit a pattern. */

const settings = z
  .object({
    match: text({
      title: "File pattern",
      description:
        "A regular expression that matches whole paths, such as (?P<component>[^/]*)/(?P<language>[^/]*)\\.po.",
      required: true,
    }),
    file_format: text({
      title: "File format",
      from: "formats",
      required: true,
      most: 50,
    }),
    name_template: text({ title: "Component name", initial: "{{ component }}", most: 500 }),
    base_file_template: text({
      title: "Base file",
      description: "For formats with keys, such as {{ component }}/en.json.",
      most: 500,
    }),
    new_base_template: text({
      title: "Template for new languages",
      description: "For example {{ component }}/messages.pot.",
      most: 500,
    }),
    intermediate_template: text({ title: "Intermediate file", most: 500 }),
    language_regex: text({ title: "Language filter", initial: "^[^.]+$", most: 500 }),
    copy_addons: flag({ title: "Install the add-ons of this component on new components", initial: true }),
    remove: flag({ title: "Remove components whose files no longer exist", initial: false }),
    confirm: flag({ title: "I have reviewed the preview: install", initial: false }),
  })
  .superRefine((value, context) => {
    if (!findFormat(value.file_format))
      refuse(context, refusal("unknownFileFormat", { file_format: value.file_format }), ["file_format"]);
    for (const { field, said } of discoveryProblems(value)) refuse(context, said, [field]);
  });
type Settings = z.infer<typeof settings>;

/** Files that may hold several languages are looked into up to this many of them. */
const MOST_CATALOGUES = 500;

export const discovery: Addon<Settings> = {
  id: "weblate.discovery.discovery",
  aliases: ["loquat.discovery.discovery"],
  name: "Discover components",
  description:
    "Creates components in the same repository for all files that match a pattern, now and after each update. Can remove components whose files no longer exist.",
  settings,
  multiple: true,
  scopes: ["component"],
  wholeRepository: true,
  unfit: (component) => (component.repository.vcs === "local" ? refusal("discoveryNoRemote") : undefined),
  on: ["installed", "configured", "component-updated"],
  suggest: (component) => suggestDiscovery(component),
  async preview({ settings: given, tools }) {
    const plan = await planWith(given, tools);
    return [
      ...plan.create.map((one) =>
        refusal("planCreate", { name: one.name, mask: one.filemask, languages: one.languages.slice(0, 20).join(", ") }),
      ),
      ...plan.remove.map((one) => refusal("planRemove", { name: one.name, mask: one.filemask })),
      ...plan.skipped.map((one) => refusal("planSkip", { why: one })),
    ];
  },
  async perform({ settings: given, tools }) {
    const plan = await planWith(given, tools);
    const made: string[] = [];
    const refused: Sentence[] = [];
    for (const { languages: _, ...wanted } of plan.create) {
      const why = await tools.createSibling(wanted, given.copy_addons);
      if (why === undefined) made.push(wanted.name);
      else refused.push(refusal("readMember", { name: wanted.name, why }));
    }
    for (const sibling of plan.remove) await tools.removeSibling(sibling.id);
    const gone = plan.remove.map((one) => one.name);
    const done = [
      ...(made.length > 0 ? [refusal("runCreated", { names: made.join(", ") })] : []),
      ...(gone.length > 0 ? [refusal("runRemoved", { names: gone.join(", ") })] : []),
    ];
    if (refused.length > 0)
      throw new Failed(together([...done, refusal("runNotCreated", { why: together(refused.slice(0, 5)) })]));
    return together(done);
  },
};

async function planWith(given: DiscoverySettings, tools: AddonTools): Promise<DiscoveryPlan> {
  const format = findFormat(given.file_format);
  const catalogue = catalogueFormat(given.file_format);
  const paths = await tools.withFiles(async (files) => {
    const all = await files.paths();
    if (format?.folder) return foldersWith(all, format.folder);
    return catalogue ? [...all, ...(await languagesIn(given, all, files, catalogue))] : all;
  });
  return planDiscovery(given, paths, await tools.siblings());
}

/** Languages as files below the files that say themselves which they hold, where the pattern asks for such. */
async function languagesIn(
  given: DiscoverySettings,
  paths: readonly string[],
  files: AddonFiles,
  format: CatalogueFormat,
): Promise<string[]> {
  const pattern = compilePathPattern(given.match);
  if ("problem" in pattern) return [];
  const known = new Set(paths);
  const found: string[] = [];
  const budget = newTimeoutBudget();
  const wanted = paths.filter((path) => path.length < 400 && pattern.match(`${path}/cs`) !== undefined);
  for (const path of wanted.slice(0, MOST_CATALOGUES)) {
    try {
      const codes = await codesOf((await files.read(path)) ?? "", format, budget);
      found.push(...codes.filter(isPartName).map((code) => `${path}/${code}`));
    } catch (error) {
      // A file that is broken makes no component.
      if (!(error instanceof FormatError)) throw error;
    }
  }
  return found.filter((path) => !known.has(path));
}

/** The languages of a file, a large one's told by a reader. @throws FormatError */
async function codesOf(text: string, format: CatalogueFormat, budget: TimeoutBudget): Promise<string[]> {
  const bytes = new TextEncoder().encode(text);
  if (!needsReader(bytes)) return format.catalogue.languages(text);
  const wanted = { format: format.id, bytes };
  const { value } = await withinTimeoutBudget(budget, () => inTaskReader<PartRead>("languages", wanted));
  if (value.refusal) throw FormatError.of(value.refusal);
  return value.codes ?? [];
}

/** Folders that have texts of a format whose files are folders. */
function foldersWith(paths: readonly string[], shape: FolderShape): string[] {
  const found = new Set<string>();
  for (const path of paths)
    for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) {
      if (!shape.holds(path.slice(at + 1))) break;
      found.add(path.slice(0, at));
    }
  return [...found];
}
