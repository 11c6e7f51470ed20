import type { TextKey, Texts } from "#texts";
import type { Addon } from "@/lib/domain/addons/addon";

/** Name and description of an add-on in the language of the page; in English, as the API has them, where it has none. */
export function addonWords(
  t: Texts,
  { id, name, description }: Pick<Addon, "id" | "name" | "description">,
): { name: string; description: string } {
  const kind = id.replace(/^weblate\./, "").replaceAll(".", "_");
  const say = (key: string, english: string) => (t.has(key as TextKey) ? t(key as TextKey) : english);
  return {
    name: say(`addonTypes.${kind}.name`, name),
    description: say(`addonTypes.${kind}.description`, description),
  };
}
