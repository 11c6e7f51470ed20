import { z } from "zod";
import { STATE } from "@/lib/text/codes";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import type { ComponentRow } from "../../components/components";
import { Failed } from "../../errors";
import type { StringRule } from "../../units/edit-strings";
import type { Addon, AddonTools, AddonTranslation } from "../addon";
import { flag, text } from "./fields";
import { refused } from "./refused";
import { sourceForms } from "./source-forms";

/** A language that is none: texts that show where a program is not ready for translation. */

const wrong = refused(refusal("settingToFive"));
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
  suggest: (component) => ({ source: component.sourceLanguage.code }),
  async perform({ settings: given, component, tools }) {
    const changed = await tools.editStrings(await targetOf(given, component, tools), ruleOf(given));
    return changed === 0 ? "" : refusal("runWrote", { count: changed });
  },
  async preview({ settings: given, component, tools }) {
    const target = await targetOf(given, component, tools);
    const samples: Refusal[] = [];
    const rule = ruleOf(given, (text, made) => {
      if (samples.length < SAMPLES)
        samples.push(refusal("planBecomes", { text: text.slice(0, 100), made: made.slice(0, 200) }));
    });
    const changed = await tools.rehearse(() => tools.editStrings(target, rule));
    return changed === 0 ? [] : [refusal("planWritten", { language: target.languageName, count: changed }), ...samples];
  },
};

/** Strings that a preview shows. */
const SAMPLES = 3;

/** @throws Error with a sentence for a person */
async function targetOf(given: Settings, component: ComponentRow, tools: AddonTools): Promise<AddonTranslation> {
  const { name, sourceLanguage } = component;
  if (sourceLanguage.code !== given.source)
    throw new Failed(refusal("pseudoSource", { name, code: sourceLanguage.code, given: given.source }));
  const target = (await tools.translations()).find(
    (one) => !one.isSource && (one.languageCode === given.target || one.fileCode === given.target),
  );
  if (!target) throw new Failed(refusal("pseudoTarget", { name, code: given.target }));
  return target;
}

const { EMPTY, NEEDS_EDITING, NEEDS_REWRITING, NEEDS_CHECKING, TRANSLATED, READ_ONLY } = STATE;
const WRITTEN = [EMPTY, NEEDS_EDITING, NEEDS_REWRITING, NEEDS_CHECKING, TRANSLATED];

/** @param see is told of each text and what is made of it */
function ruleOf(given: Settings, see?: (text: string, made: string) => void): StringRule {
  return {
    states: given.include_readonly ? [...WRITTEN, READ_ONLY] : WRITTEN,
    decide: ({ sources, state, forms }) => {
      const texts = sourceForms(sources, forms);
      const targets = texts.map((one) => pseudoText(one, given));
      see?.(texts[0] ?? "", targets[0] ?? "");
      return { targets, state: state === READ_ONLY ? READ_ONLY : TRANSLATED };
    },
  };
}
