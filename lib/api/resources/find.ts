import type { Actor } from "@/lib/domain/access/actor";
import { type ComponentRow, findComponent } from "@/lib/domain/components/components";
import { Invalid } from "@/lib/domain/errors";
import { findProject, type ProjectRow } from "@/lib/domain/projects/projects";
import { atPresentPath } from "@/lib/domain/translations/former-address";
import { findTranslation, type TranslationRow } from "@/lib/domain/translations/translations";
import type { TranslationAddress } from "@/lib/domain/units/unit-place";
import { findUnit, type UnitRow } from "@/lib/domain/units/units";
import { refusal } from "@/lib/text/messages/refusal";

/** Objects that several routes begin with, found by the parameters of their paths. */

interface ComponentParams {
  project: string;
  component: { categoryPath: string; componentSlug: string };
}

/** The component of a path. @throws NotFound */
export function componentOf(actor: Actor, params: ComponentParams): Promise<ComponentRow> {
  return findComponent(actor, { projectSlug: params.project, ...params.component });
}

/** The component of a path from which files are read: also where it stood before it was renamed or moved. @throws NotFound */
export function componentOfFiles(actor: Actor, params: ComponentParams): Promise<ComponentRow> {
  return atPresentPath(actor, slugsOf(params), (path) => findComponent(actor, placeAt(path)));
}

/** The translation of a path from which a file is read: also where it stood before. @throws NotFound */
export function translationOfFile(
  actor: Actor,
  params: ComponentParams & { language: string },
): Promise<TranslationRow> {
  return atPresentPath(actor, [...slugsOf(params), params.language], async (path) =>
    findTranslation(actor, await findComponent(actor, placeAt(path.slice(0, -1))), path.at(-1) ?? ""),
  );
}

/** The project of a path from which files are read: also under a former slug. @throws NotFound */
export function projectOfFiles(actor: Actor, slug: string): Promise<ProjectRow> {
  return atPresentPath(actor, [slug], ([present = ""]) => findProject(actor, present));
}

const slugsOf = ({ project, component }: ComponentParams): string[] =>
  [project, ...component.categoryPath.split("/"), component.componentSlug].filter(Boolean);

const placeAt = ([projectSlug = "", ...inside]: readonly string[]) => ({
  projectSlug,
  categoryPath: inside.slice(0, -1).join("/"),
  componentSlug: inside.at(-1) ?? "",
});

/** The translation of a path. @throws NotFound */
export async function translationOf(
  actor: Actor,
  params: ComponentParams & { language: string },
): Promise<TranslationRow> {
  return findTranslation(actor, await componentOf(actor, params), params.language);
}

/** The address of a translation that a path names, whether it is there or not. */
export function addressOfPath(params: ComponentParams & { language: string }): TranslationAddress {
  return { projectSlug: params.project, ...params.component, languageCode: params.language };
}

/** A source unit. @throws NotFound; Invalid for a unit of another language */
export async function sourceUnitOf(actor: Actor, id: number): Promise<UnitRow> {
  const unit = await findUnit(actor, id);
  if (!unit.isSource) throw Invalid.field("", refusal("notSourceString"), "not-a-source-unit");
  return unit;
}
