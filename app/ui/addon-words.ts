import type { TextKey, Texts } from "#texts";
import type { Addon } from "@/lib/domain/addons/addon";
import type { ChoiceSource, SettingsField } from "@/lib/domain/addons/form";
import { actionWords } from "./change-words";
import { languageNames } from "./language-names";
import { serviceWords } from "./machinery-words";

/** An add-on as keys of messages name it. */
const kindOf = (id: string): string => id.replace(/^weblate\./, "").replaceAll(".", "_");

/** Name and description of an add-on in the language of the page; in English, as the API has them, where it has none. */
export function addonWords(
  t: Texts,
  { id, name, description }: Pick<Addon, "id" | "name" | "description">,
): { name: string; description: string } {
  const say = (key: string, english: string) => (t.has(key as TextKey) ? t(key as TextKey) : english);
  return {
    name: say(`addonTypes.${kindOf(id)}.name`, name),
    description: say(`addonTypes.${kindOf(id)}.description`, description),
  };
}

/** The first of these messages that the catalogue has. */
function firstOf(t: Texts, keys: readonly string[], english: string): string {
  const key = keys.find((one) => t.has(one as TextKey));
  return key === undefined ? english : t(key as TextKey);
}

/**
 * A field of an add-on's settings in the language of the page: its own words, else those of all settings of its name; in English
 * where there are none.
 */
export function fieldWords(t: Texts, id: string, field: SettingsField): SettingsField {
  const { name, title, description, choices, from } = field;
  const kinds = [kindOf(id), "shared"];
  const say = (part: "title" | "hint", english: string) =>
    firstOf(
      t,
      kinds.map((kind) => `addonFields.${kind}.${name}.${part}`),
      english,
    );
  const choiceOf = ({ value, label }: SettingsField["choices"][number]) => ({
    value,
    label: firstOf(
      t,
      kinds.map((kind) => `addonFields.${kind}.${name}.choice.${value || "none"}`),
      label,
    ),
  });
  return {
    ...field,
    title: say("title", title),
    description: description && say("hint", description),
    choices: from === undefined ? choices.map(choiceOf) : namedChoices(t, from, choices),
  };
}

/** Choices that are offered by name, as the reader has the names. */
function namedChoices(t: Texts, from: ChoiceSource, choices: SettingsField["choices"]): SettingsField["choices"] {
  if (from === "languages")
    return languageNames(t)
      .listed(choices.map(({ value, label }) => ({ value, name: label })))
      .map(({ value, name }) => ({ value, label: name }));
  if (from === "engines") return choices.map(({ value }) => ({ value, label: serviceWords(t, value) }));
  if (from !== "events") return choices;
  const collator = new Intl.Collator(t.language);
  return choices
    .map(({ value }) => ({ value, label: actionWords(t, Number(value)) }))
    .sort((a, b) => collator.compare(a.label, b.label));
}
