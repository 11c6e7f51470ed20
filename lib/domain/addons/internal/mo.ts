import { z } from "zod";
import { compileMo, gettextPo } from "@/lib/text/formats/gettext/gettext";
import { refusal } from "@/lib/text/messages/refusal";
import type { Addon, FileChange } from "../addon";
import { flag } from "./fields";
import { checkedPath, template } from "./generate";
import { namedFirst } from "./said";

/** Compiled catalogues beside PO files. */

const settings = z.object({
  path: template({
    title: "Path of the compiled file",
    description: "A template; without one the compiled file stands beside its PO file.",
    initial: "{{ filename|stripext }}.mo",
    most: 500,
  }),
  fuzzy: flag({
    title: "Include strings that need editing",
    description: "Programs then show these translations as well.",
    initial: false,
  }),
});
type Settings = z.infer<typeof settings>;

export const compiled: Addon<Settings> = {
  id: "weblate.gettext.mo",
  aliases: ["loquat.gettext.mo"],
  name: "Compile MO files",
  description:
    "Compiles the PO file of a language into an MO file with every commit of it. The MO file of a language that is removed stays.",
  settings,
  multiple: false,
  scopes: ["component", "project"],
  wholeRepository: false,
  unfit: (component) =>
    component.fileFormat === "po" ? undefined : refusal("addonNoCompiled", { name: component.name }),
  on: ["installed", "configured", "component-updated"],
  async perform({ settings: given, component, tools }) {
    const all = await tools.translations();
    return tools.withFiles(async (files) => {
      const changes: FileChange[] = [];
      for (const translation of all.filter(({ filename }) => filename !== "")) {
        const content = await files.bytes(translation.filename);
        if (!content) continue;
        const path = checkedPath(
          pathOf(await tools.render(given.path, translation), translation.filename),
          component,
          all,
        );
        const made = compileMo(gettextPo.decode(content), given);
        const known = await files.bytes(path);
        if (!known || !sameBytes(known, made)) changes.push({ path, content: made });
      }
      const done = await files.commit(changes);
      return done ? refusal("runCompiled", { count: changes.length }) : "";
    });
  },
  async preview({ settings: given, component, tools }) {
    const all = await tools.translations();
    const paths: string[] = [];
    for (const translation of all.filter(({ filename }) => filename !== "").slice(0, MOST_RENDERED)) {
      const rendered = pathOf(await tools.render(given.path, translation), translation.filename);
      paths.push(checkedPath(rendered, component, all));
    }
    return paths.length === 0 ? [] : [refusal("planCompiled", { names: namedFirst(paths) })];
  },
  async beforeCommit({ settings: given, component, translation, siblings, content, render }) {
    if (translation.filename === "") return [];
    const path = checkedPath(pathOf(await render(given.path), translation.filename), component, siblings);
    return [{ path, content: compileMo(gettextPo.decode(content), given) }];
  },
};

/** Languages whose paths a preview tells. */
const MOST_RENDERED = 100;

const pathOf = (rendered: string, filename: string): string => rendered.trim() || filename.replace(/(?:\.po)?$/, ".mo");

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at]);
