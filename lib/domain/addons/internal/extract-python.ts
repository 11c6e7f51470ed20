import { z } from "zod";
import { djangoStrings, type SourceFile, sphinxStrings } from "@/lib/platform/extract-strings";
import { isOnlyMarkup, withoutMessages } from "@/lib/text/formats/gettext/gettext";
import { refusal } from "@/lib/text/messages/refusal";
import type { ComponentRow } from "../../components/components";
import { Failed } from "../../errors";
import { choice } from "./fields";
import { readSources, TEMPLATE_SETTINGS, templateAddon } from "./template-addon";

/** Templates (POT) of Django's applications and of documentation by Sphinx. Nothing of the project is run. */

const settings = z.object(TEMPLATE_SETTINGS);

const sphinxSettings = z.object({
  ...TEMPLATE_SETTINGS,
  filter_mode: choice({
    title: "Which strings",
    values: ["none", "markup"],
    initial: "none",
    labels: { none: "All", markup: "Without those that are nothing but code, references, addresses and numbers" },
  }),
});

const folderOf = (path: string): string => path.replace(/[^/]*$/, "");

/** The application's folder: above the folder `locale` in which the template lies, else all of the repository. */
const applicationOf = ({ newBase }: ComponentRow): string => /^(.*\/)?locale\//.exec(folderOf(newBase))?.[1] ?? "";

const domainOf = ({ newBase }: ComponentRow) => (/\/?djangojs\.[^/]*$/.test(newBase) ? "djangojs" : "django");

export const django = templateAddon(
  {
    id: "gettext.django",
    name: "Update the template as Django does",
    description:
      "Makes the template anew from the Python files and templates of a Django application, by django-admin makemessages; one with the name djangojs from its JavaScript. The application is the folder in which its folder locale lies. Nothing of the project is run. The strings come to all languages once upstream has the template.",
    program: "django-admin",
  },
  settings,
  async (_, component, files) => {
    const [root, ending] = [
      applicationOf(component),
      domainOf(component) === "django" ? /\.(?:html|txt|py)$/ : /\.js$/,
    ];
    // Texts below another folder of that name would get a template of their own.
    const wanted = (await files.paths()).filter(
      (path) => path.startsWith(root) && ending.test(path) && !path.slice(root.length).split("/").includes("locale"),
    );
    return inside(await readSources(files, wanted.sort()), root);
  },
  (sources, _, component) => djangoStrings(sources, domainOf(component)),
);

export const sphinx = templateAddon(
  {
    id: "gettext.sphinx",
    name: "Update the template from documentation",
    description:
      "Makes the template anew from documentation in reStructuredText, by sphinx-build, as one file for all pages. The documentation is the folder with conf.py nearest to the template. Its settings and extensions are not used, as nothing of the project is run. The strings come to all languages once upstream has the template.",
    program: "sphinx-build",
  },
  sphinxSettings,
  async (_, component, files) => {
    const paths = await files.paths();
    const root = documentationOf(component, paths);
    if (root === undefined)
      throw new Failed(refusal("extractNoFolder", { path: component.newBase, one: "conf.py", other: "index.rst" }));
    const wanted = paths.filter((path) => path.startsWith(root) && /\.(?:rst|rest|txt|inc)$/.test(path));
    // They are read by their places below that folder, which is empty for the top one.
    return inside(await readSources(files, wanted.sort()), root);
  },
  async (sources, { filter_mode }) => {
    const made = await sphinxStrings(sources);
    return filter_mode === "none" || made === "" ? made : withoutMessages(made, isOnlyMarkup);
  },
);

function documentationOf({ newBase }: ComponentRow, paths: readonly string[]): string | undefined {
  const there = new Set(paths);
  for (const name of ["conf.py", "index.rst"])
    for (let folder = folderOf(newBase); ; folder = folderOf(folder.slice(0, -1))) {
      for (const near of [folder, `${folder}source/`, `${folder}docs/`, `${folder}doc/`])
        if (there.has(near + name)) return near;
      if (folder === "") break;
    }
  return undefined;
}

const inside = (sources: readonly SourceFile[], root: string): SourceFile[] =>
  sources.map(({ path, bytes }) => ({ path: path.slice(root.length), bytes }));
