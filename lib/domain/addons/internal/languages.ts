import { z } from "zod";
import { findPattern } from "@/lib/text/flags/pattern";
import { refusal } from "@/lib/text/messages/refusal";
import type { ComponentRow } from "../../components/components";
import { Failed, type Sentence } from "../../errors";
import type { Addon, AddonTools } from "../addon";
import { namedFirst, together } from "./said";

const NONE = z.object({});

/** How many languages one run adds to a component; the rest follows with the next. */
const MOST = 200;

/** The same languages in all components. */
export const sameLanguages: Addon<z.infer<typeof NONE>> = {
  id: "weblate.consistency.languages",
  aliases: ["loquat.consistency.languages"],
  name: "Same languages in all components",
  description:
    "Adds the languages of the project's other components. If installed on a project, in all its components; if installed on a component, in that component only.",
  settings: NONE,
  multiple: false,
  scopes: ["component", "project"],
  wholeRepository: false,
  wholeProject: true,
  on: ["installed", "daily", "component-updated", "language-added"],
  async perform({ component, tools }) {
    const wanted = await missingLanguages(component, tools);
    const added: string[] = [];
    const refused: Sentence[] = [];
    for (const code of wanted.slice(0, MOST)) {
      const why = await tools.addLanguage(code);
      if (why === undefined) added.push(code);
      else refused.push(refusal("readMember", { name: code, why }));
    }
    const done = added.length > 0 ? [refusal("runAdded", { names: added.join(", ") })] : [];
    if (refused.length > 0)
      throw new Failed(together([...done, refusal("runNotAdded", { why: together(refused.slice(0, 5)) })]));
    return together(done);
  },
  async preview({ component, tools }) {
    const wanted = await missingLanguages(component, tools);
    return wanted.length === 0 ? [] : [refusal("planLanguages", { count: wanted.length, names: namedFirst(wanted) })];
  },
};

/** Languages of the project that a component does not have, by their codes. */
async function missingLanguages(component: ComponentRow, tools: AddonTools): Promise<string[]> {
  const present = new Set((await tools.translations()).map((one) => one.languageCode));
  const filter = component.languageRegex ? findPattern(component.languageRegex) : undefined;
  return (await tools.projectLanguages()).filter((code) => !present.has(code) && (filter?.found(code) ?? true));
}
