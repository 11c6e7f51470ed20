import { z } from "zod";
import { STATE } from "@/lib/text/codes";
import type { Addon } from "../addon";
import { flag, text } from "./fields";
import { sourceForms } from "./source-forms";

/** A language that is none: texts that show where a program is not ready for translation. */

const wrong = "Enter a number from 0 to 5.";
const settings = z.object({
  source: text({
    title: "Source language",
    description: "The source language of the component.",
    from: "languages",
    required: true,
    most: 50,
  }),
  target: text({
    title: "Target language",
    description: "A language such as en_XA. Its translations are overwritten.",
    from: "languages",
    required: true,
    most: 50,
  }),
  prefix: text({ title: "Before each text", most: 100 }),
  var_prefix: text({ title: "Before each text, repeated according to its length", most: 100 }),
  suffix: text({ title: "After each text", most: 100 }),
  var_suffix: text({ title: "After each text, repeated according to its length", most: 100 }),
  var_multiplier: z.coerce
    .number(wrong)
    .min(0, wrong)
    .max(5, wrong)
    .default(0.1)
    .meta({ title: "Repetitions for each character" }),
  include_readonly: flag({ title: "Read-only strings, too", initial: false }),
});
type Settings = z.infer<typeof settings>;

const MOST_REPEATS = 1000;

/** A text with what stands before and after it. */
function pseudoText(source: string, given: Settings): string {
  if (source === "") return "";
  const times = Math.min(Math.floor([...source].length * given.var_multiplier), MOST_REPEATS);
  return given.prefix + given.var_prefix.repeat(times) + source + given.var_suffix.repeat(times) + given.suffix;
}

export const pseudolocale: Addon<Settings> = {
  id: "weblate.generate.pseudolocale",
  aliases: ["loquat.generate.pseudolocale"],
  name: "Pseudo language",
  description:
    "Fills a language with marked source texts, to find strings that a program cannot display or does not translate.",
  settings,
  multiple: true,
  scopes: ["component", "project"],
  wholeRepository: false,
  on: ["installed", "configured", "component-updated", "language-added", "daily"],
  async perform({ settings: given, component, tools }) {
    if (component.sourceLanguage.code !== given.source)
      throw new Error(
        `The source language of ${component.name} is ${component.sourceLanguage.code}, not ${given.source}.`,
      );
    const target = (await tools.translations()).find(
      (one) => !one.isSource && (one.languageCode === given.target || one.fileCode === given.target),
    );
    if (!target) throw new Error(`${component.name} has no language ${given.target}. Add it first.`);
    const changed = await tools.editStrings(target, {
      states: given.include_readonly
        ? [
            STATE.EMPTY,
            STATE.NEEDS_EDITING,
            STATE.NEEDS_REWRITING,
            STATE.NEEDS_CHECKING,
            STATE.TRANSLATED,
            STATE.READ_ONLY,
          ]
        : [STATE.EMPTY, STATE.NEEDS_EDITING, STATE.NEEDS_REWRITING, STATE.NEEDS_CHECKING, STATE.TRANSLATED],
      decide: ({ sources, state, forms }) => ({
        targets: sourceForms(sources, forms).map((one) => pseudoText(one, given)),
        state: state === STATE.READ_ONLY ? STATE.READ_ONLY : STATE.TRANSLATED,
      }),
    });
    return changed === 0 ? "" : `Wrote ${changed} ${changed === 1 ? "string" : "strings"}.`;
  },
};
