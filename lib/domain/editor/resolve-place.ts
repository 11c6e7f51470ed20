import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { NotFound } from "../errors";
import { findLanguage, type LanguageRow } from "../languages/languages";
import { decodedPath, type PathObject, resolvePath } from "../translations/resolve-path";
import type { TranslationRow } from "../translations/translations";
import type { PlaceOfStrings } from "./place";

/** What a list of strings hangs below. */
export type HolderOfStrings = Extract<PathObject, { kind: "project" | "category" | "component" }>;

/** What holds strings, by its id. */
export function holderOf(
  holder: HolderOfStrings,
): { projectId: number } | { categoryId: number } | { componentId: number } {
  switch (holder.kind) {
    case "project":
      return { projectId: holder.project.id };
    case "category":
      return { categoryId: holder.category.id };
    case "component":
      return { componentId: holder.component.id };
  }
}

/** What a path behind `/translate/` names: a list of strings, or a place where a language has to be chosen first. */
export type EditorTarget =
  | {
      kind: "list";
      place: PlaceOfStrings;
      holder: HolderOfStrings;
      language: LanguageRow;
      /** The only translation of the list, where it can have no other. */
      translation: TranslationRow | undefined;
      slugs: string[];
    }
  | { kind: "choice"; holder: HolderOfStrings; slugs: string[] };

/**
 * Reads `{project}/{category}/…/{component}/{language}`, or with `-` in place of the component all components of a project
 * or a category; without a language it has to be chosen.
 * @throws NotFound
 */
export async function resolveEditorPath(actor: Actor, segments: readonly string[]): Promise<EditorTarget> {
  const slugs = decodedPath(segments);
  if (slugs.length > 3 && slugs.at(-2) === "-") {
    const holder = await resolvePath(actor, slugs.slice(0, -2));
    if (holder.kind !== "category") throw new NotFound(refusal("nothingAddress"));
    const language = await findLanguage(slugs.at(-1) ?? "");
    const place = { kind: "category", categoryId: holder.category.id, languageId: language.id } as const;
    return { kind: "list", place, holder, language, translation: undefined, slugs };
  }
  const found = await resolvePath(actor, slugs);
  switch (found.kind) {
    case "translation": {
      const { project, component, translation } = found;
      const place = { kind: "translation", translationId: translation.id } as const;
      const holder = { kind: "component", project, component } as const;
      return { kind: "list", place, holder, language: translation.language, translation, slugs };
    }
    case "project-language": {
      const { project, language } = found;
      const place = { kind: "project", projectId: project.id, languageId: language.id } as const;
      return { kind: "list", place, holder: { kind: "project", project }, language, translation: undefined, slugs };
    }
    default:
      return { kind: "choice", holder: found, slugs };
  }
}
