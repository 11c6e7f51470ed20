import type { Texts } from "#texts";
import type { ObjectOf } from "@/app/ui/current-object";
import { languageNames } from "@/app/ui/language-names";

/** What has a page of its removal. */
export type Removable = ObjectOf<"project"> | ObjectOf<"category"> | ObjectOf<"component"> | ObjectOf<"translation">;

/** How something is called, and what is typed so that it is not removed by mistake: its slug, or the code of a language. */
export function nameToType(t: Texts, place: Removable): { name: string; typed: string } {
  if (place.kind === "project") return { name: place.project.name, typed: place.project.slug };
  if (place.kind === "category")
    return { name: place.category.name, typed: place.category.path.split("/").at(-1) ?? "" };
  if (place.kind === "component") return { name: place.component.name, typed: place.component.slug };
  const { language, languageCode } = place.translation;
  return { name: languageNames(t).of(language.name), typed: languageCode };
}
