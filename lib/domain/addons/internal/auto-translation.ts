import { z } from "zod";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import type { Addon } from "../addon";
import { choice, count, search, several, text } from "./fields";

const settings = z.object({
  mode: choice({
    title: "What to do with the translations",
    values: ["suggest", "translate", "fuzzy", "approved"],
    initial: "suggest",
    labels: {
      suggest: "Add them as suggestions",
      translate: "Add them as translations",
      fuzzy: "Add them as needing editing",
      approved: "Add them as approved translations",
    },
  }),
  q: search({
    title: "Which strings",
    description: "A search query. If empty, existing translations are overwritten, too.",
    initial: "state:<translated",
  }),
  auto_source: choice({
    title: "Source of the translations",
    values: ["others", "mt"],
    initial: "others",
    labels: { others: "Other components", mt: "Machinery services" },
  }),
  component: text({
    title: "Component",
    description: "Where translations are taken from. If none is chosen, all components of the project.",
    from: "components",
  }),
  engines: several({
    title: "Services",
    description: "Machinery services that are asked; without any, nothing is translated by machine.",
    from: "engines",
    longest: 100,
  }),
  threshold: count({ title: "Minimum quality", least: 1, most: 100, initial: 80 }),
});

/** Automatic translation whenever a component changes. */
export const autoTranslation: Addon<z.infer<typeof settings>> = {
  id: "weblate.autotranslate.autotranslate",
  aliases: ["loquat.autotranslate.autotranslate"],
  name: "Translate automatically",
  description:
    "Translates strings from other components or with machinery services when the component changes, and once a day.",
  settings,
  multiple: true,
  scopes: ["component", "project"],
  wholeRepository: false,
  on: ["installed", "configured", "daily", "component-updated", "language-added"],
  async perform({ settings: given, tools }) {
    let accepted = 0;
    for (const translation of await tools.translations())
      if (!translation.isSource) accepted += await tools.autoTranslate(translation, given);
    return accepted === 0 ? "" : refusal("runTranslated", { count: accepted });
  },
  async preview({ settings: given, tools }) {
    const languages = (await tools.translations()).filter(({ isSource }) => !isSource);
    if (given.auto_source === "mt") {
      if (given.engines.length === 0) return [];
      // What services would say costs money: it is not asked for a preview.
      const lines: Refusal[] = [];
      for (const translation of languages) {
        const { count, more } = await tools.findStrings(given.q, translation);
        if (count > 0)
          lines.push(
            refusal(more ? "planSentMore" : "planSent", {
              language: translation.languageName,
              count,
              engines: given.engines.join(", "),
            }),
          );
      }
      return lines;
    }
    return tools.rehearse(async () => {
      const lines: Refusal[] = [];
      for (const translation of languages) {
        const found = await tools.autoTranslate(translation, given);
        if (found > 0) lines.push(refusal("planTranslated", { language: translation.languageName, count: found }));
      }
      return lines;
    });
  },
};
