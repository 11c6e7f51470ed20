import { path } from "@/app/ui/paths";
import type { Actor } from "@/lib/domain/access/actor";
import { findComponent } from "@/lib/domain/components/components";
import { NotFound } from "@/lib/domain/errors";
import { findProject } from "@/lib/domain/projects/projects";
import { findTranslation, type TranslationRow } from "@/lib/domain/translations/translations";
import { urls } from "@/lib/urls";

/** What a path below /translate/ names: a translation, or a place where one has to be chosen first. */
export type EditorTarget = { translation: TranslationRow; path: string } | { elsewhere: string };

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

async function known<T>(look: Promise<T>): Promise<T | undefined> {
  return look.catch((error) => {
    if (error instanceof NotFound) return undefined;
    throw error;
  });
}

/**
 * Reads `{project}/[{category}/…]{component}/{language}`. A path to a component, a project or a language of a project
 * leads to its page, where a translation is chosen. Undefined when there is no such thing, or the viewer may not see it.
 */
export async function findEditorTarget(actor: Actor, segments: readonly string[]): Promise<EditorTarget | undefined> {
  const slugs = segments.map(decoded);
  const [projectSlug = "", ...rest] = slugs;
  const component = (slugs: readonly string[]) =>
    known(
      findComponent(actor, {
        projectSlug,
        categoryPath: slugs.slice(0, -1).join("/"),
        componentSlug: slugs.at(-1) ?? "",
      }),
    );
  const elsewhere = { elsewhere: path(urls.page(slugs)) };
  if (rest.length >= 2) {
    const found = await component(rest.slice(0, -1));
    const translation = found && (await known(findTranslation(actor, found, rest.at(-1) ?? "")));
    if (translation) return { translation, path: path(urls.editor(slugs)) };
  }
  if (rest.length === 2 && rest[0] === "-") return (await known(findProject(actor, projectSlug))) && elsewhere;
  if (rest.length >= 1) return (await component(rest)) && elsewhere;
  return (await known(findProject(actor, projectSlug))) && elsewhere;
}
