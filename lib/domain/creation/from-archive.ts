import type { Actor } from "../access/actor";
import type { NewComponent } from "../components/component-input";
import { addressOf, type ComponentRow } from "../components/components";
import { INTERNAL } from "./component-origin";
import { createComponent } from "./create-component";

/** Several components from one ZIP archive, in one repository that Loquat keeps. */

export type ArchiveComponent = Pick<
  NewComponent,
  | "name"
  | "slug"
  | "categoryId"
  | "filemask"
  | "fileFormat"
  | "template"
  | "newBase"
  | "sourceLanguage"
  | "license"
  | "languageRegex"
>;

/**
 * Makes a component of files of an archive. The first one brings the archive; with `owner` it shares the repository that the first one has
 * made of it. Needs `project.edit`, and `component.edit` for the owner.
 * @throws Invalid with wire field names
 */
export async function createFromArchive(
  actor: Actor,
  projectSlug: string,
  given: ArchiveComponent,
  archive: Uint8Array,
  owner: ComponentRow | undefined,
): Promise<ComponentRow> {
  if (!owner) return createComponent(actor, projectSlug, given, { archive });
  const { categoryPath, componentSlug } = addressOf(owner);
  const address = [owner.project.slug, categoryPath, componentSlug].filter(Boolean).join("/");
  return createComponent(actor, projectSlug, { ...given, repo: `${INTERNAL}${address}`, vcs: owner.repository.vcs });
}
