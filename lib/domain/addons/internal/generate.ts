import { z } from "zod";
import { namedCatalogueOf } from "@/lib/text/formats/catalogue";
import { validateRepositoryPath } from "@/lib/text/formats/kernel/filemask";
import { refusal } from "@/lib/text/messages/refusal";
import { compileTemplate } from "@/lib/text/templates/template";
import { TEMPLATE_VARIABLES } from "@/lib/text/templates/variables";
import type { ComponentRow } from "../../components/components";
import { Failed } from "../../errors";
import type { Addon, AddonTranslation, FileChange } from "../addon";
import { text } from "./fields";
import { refuse } from "./refused";
import { namedFirst } from "./said";

/** Writing a file from a template, one for each language. */

const settings = z.object({
  filename: template({
    title: "File name",
    description: "A template such as locale/{{ language_code }}.json.",
    required: true,
    most: 500,
  }).superRefine((value, context) => {
    // Whatever is filled in: what is written out around it has to be a path inside the repository already.
    const why = validateRepositoryPath(value.replace(/\{\{.*?\}\}|\{%.*?%\}/gs, "x").trim());
    if (why) refuse(context, why);
  }),
  template: template({
    title: "File content",
    description: "A template such as {{ stats.translated_percent }}.",
    required: true,
    most: 20_000,
    long: true,
  }),
});
type Settings = z.infer<typeof settings>;

export const generate: Addon<Settings> = {
  id: "weblate.generate.generate",
  aliases: ["loquat.generate.generate"],
  name: "Write a file from a template",
  description: "Writes a file for each language, such as its statistics, with every commit of the translation.",
  settings,
  multiple: true,
  scopes: ["component", "project"],
  wholeRepository: false,
  on: ["installed", "configured"],
  async perform({ settings: given, component, tools }) {
    const all = await tools.translations();
    const changes = new Map<string, FileChange>();
    for (const translation of all.filter((one) => !one.isSource && one.filename !== "")) {
      const file = await fileFor(component, given, (one) => tools.render(one, translation), all);
      changes.set(file.path, file);
    }
    const made = await tools.withFiles((files) => files.commit([...changes.values()]));
    return made ? refusal("runFiles", { count: changes.size }) : "";
  },
  async preview({ settings: given, component, tools }) {
    const all = await tools.translations();
    const made = all.filter((one) => !one.isSource && one.filename !== "");
    const [first, ...others] = made;
    if (!first) return [];
    const { path, content } = await fileFor(component, given, (one) => tools.render(one, first), all);
    const paths: string[] = [];
    for (const translation of others.slice(0, MOST_RENDERED)) {
      const own = (await tools.render(given.filename, translation)).trim();
      if (own !== path && !paths.includes(own)) paths.push(own);
    }
    const text = new TextDecoder().decode(content ?? undefined);
    const shown = text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
    return [
      refusal("planFile", { path, language: first.languageName, text: shown }),
      ...(paths.length > 0 ? [refusal("planSame", { names: namedFirst(paths) })] : []),
    ];
  },
  async beforeCommit({ settings: given, component, translation, siblings, render }) {
    return translation.isSource ? [] : [await fileFor(component, given, render, siblings)];
  },
};

/** How much of a file a preview shows, and of how many languages it tells the files' names. */
const MOST_SHOWN = 1000;
const MOST_RENDERED = 100;

/** A template of names and values of one language. */
export function template(words: Parameters<typeof text>[0]) {
  return text(words).superRefine((value, context) => {
    const compiled = compileTemplate(value, TEMPLATE_VARIABLES.commitMessage);
    if (compiled instanceof Error) refuse(context, compiled.said);
  });
}

/**
 * A path that an add-on may write: inside the repository, and none of the component's own files.
 * @throws Error with a sentence for a person
 */
export function checkedPath(path: string, component: ComponentRow, own: readonly AddonTranslation[]): string {
  const wrong = validateRepositoryPath(path);
  if (wrong) throw new Failed(refusal("generateNoPath", { path: path.slice(0, 100), why: wrong }));
  const taken = [component.template, component.newBase, component.intermediate, ...own.map((one) => one.filename)];
  const catalogue = namedCatalogueOf(component);
  if (taken.includes(path) || (catalogue !== undefined && (path === catalogue || path.startsWith(`${catalogue}/`))))
    throw new Failed(refusal("generateTaken", { path, name: component.name }));
  return path;
}

async function fileFor(
  component: ComponentRow,
  { filename, template: content }: Settings,
  render: (template: string) => Promise<string>,
  own: readonly AddonTranslation[],
): Promise<FileChange> {
  const path = checkedPath((await render(filename)).trim(), component, own);
  return { path, content: new TextEncoder().encode(await render(content)) };
}
