import { categories } from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { db, sql, together } from "@/lib/platform/database";
import { asText, asTexts } from "@/lib/platform/expressions";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { categoryNames } from "../category-names";
import { type ComponentRow, componentsAt, type PlaceInProject } from "../components/components";
import { NotFound } from "../errors";
import { findLanguage, type LanguageRow } from "../languages/languages";
import { findProject, type ProjectRow } from "../projects/projects";
import { noTranslation, type TranslationRow, translationAt } from "./translations";

const g = categories.as("g");

/** A category as pages show it; `path` holds the slugs from the outermost to this one. */
export interface CategorySummary {
  id: number;
  name: string;
  /** Slugs from the outermost category to this one, joined by "/", and the names of these. */
  path: string;
  names: string[];
}

/** What an object path names. */
export type PathObject =
  | { kind: "project"; project: ProjectRow }
  | { kind: "project-language"; project: ProjectRow; language: LanguageRow }
  | { kind: "category"; project: ProjectRow; category: CategorySummary }
  | { kind: "component"; project: ProjectRow; component: ComponentRow }
  | { kind: "translation"; project: ProjectRow; component: ComponentRow; translation: TranslationRow };

const PLACE = named({ path: asText(sql`category_path(${g.id})`), names: asTexts(categoryNames(g.id)) });

/** A path has a project, three categories, a component and a language at most. */
const LONGEST = 6;

/**
 * What the path of a page names: project, category, component or translation; `-` stands for all components.
 * @param segments as the page's address holds them, encoded or not
 * @throws NotFound
 */
export async function resolvePath(actor: Actor, segments: readonly string[]): Promise<PathObject> {
  const parts = decodedPath(segments);
  const [projectSlug, ...rest] = parts;
  if (projectSlug === undefined || parts.length > LONGEST) throw new NotFound(refusal("nothingAddress"));
  if (rest.length === 0) return { kind: "project", project: await findProject(actor, projectSlug) };
  if (rest[0] === "-") {
    const project = await findProject(actor, projectSlug);
    if (rest.length !== 2) throw new NotFound(refusal("nothingAddress"));
    return { kind: "project-language", project, language: await findLanguage(rest[1] ?? "") };
  }
  const { project, component, owner, translation } = await readPlaces(actor, projectSlug, rest);
  if (component) return { kind: "component", project, component };
  if (owner) {
    const languageCode = rest.at(-1) ?? "";
    if (!translation) throw noTranslation(owner, languageCode);
    return { kind: "translation", project, component: owner, translation };
  }
  const category = await findCategoryPlace(project.id, rest.join("/"));
  if (!category) throw new NotFound(refusal("componentCategoryUnseen", { parts: parts.join("/") }));
  return { kind: "category", project, category };
}

/** All that the slugs below a project can name, asked at once: which of them it is, one alone would not tell. */
function readPlaces(actor: Actor, projectSlug: string, slugs: readonly string[]) {
  const placeOf = (path: readonly string[]): PlaceInProject => ({
    categoryPath: path.slice(0, -1).join("/"),
    componentSlug: path.at(-1) ?? "",
  });
  const [whole, above] = [placeOf(slugs), slugs.length > 1 ? placeOf(slugs.slice(0, -1)) : undefined];
  const isAt =
    ({ categoryPath, componentSlug }: PlaceInProject) =>
    (row: ComponentRow) =>
      row.slug === componentSlug && row.categoryPath === categoryPath;
  return together(async () => {
    const found = findProject(actor, projectSlug);
    const components = componentsAt(actor, projectSlug, above ? [whole, above] : [whole], found);
    const owned = components.then((rows) => above && rows.find(isAt(above)));
    const [project, rows, owner, translation] = await Promise.all([
      found,
      components,
      owned,
      above && translationAt(actor, { projectSlug, ...above }, slugs.at(-1) ?? "", owned),
    ]);
    return { project, component: rows.find(isAt(whole)), owner, translation };
  });
}

/** Segments of a page's address as text: a page gets them encoded, a category's slash twice. @throws NotFound */
export function decodedPath(segments: readonly string[]): string[] {
  const parts = segments.flatMap((segment) => {
    let text = segment;
    for (let round = 0; round < 2 && text.includes("%"); round++) {
      try {
        text = decodeURIComponent(text);
      } catch {
        throw new NotFound(refusal("addressContainsInvalid"));
      }
    }
    if (text.includes("\0")) throw new NotFound(refusal("addressContainsCharacter"));
    return text.split("/");
  });
  return parts.filter((part) => part !== "");
}

async function findCategoryPlace(projectId: number, path: string): Promise<CategorySummary | undefined> {
  return db.one(sql`
    select ${pick(g, "id", "name")}, ${PLACE} from ${g}
    where ${g.projectId} = ${projectId} and ${g.removedAt} is null and category_path(${g.id}) = ${path}`);
}

/** Categories directly in a project (`parentId` null) or in a category, by name. */
export async function listCategorySummaries(projectId: number, parentId: number | null): Promise<CategorySummary[]> {
  return db.rows(sql`
    select ${pick(g, "id", "name")}, ${PLACE} from ${g}
    where ${g.projectId} = ${projectId} and ${g.parentId} is not distinct from ${parentId} and ${g.removedAt} is null
    order by ${g.name}, ${g.id} limit 1000`);
}

/** Categories of a project on all levels, each after what it stands in. */
export async function listCategoryTree(projectId: number): Promise<CategorySummary[]> {
  return db.rows(sql`
    select ${pick(g, "id", "name")}, ${PLACE} from ${g}
    where ${g.projectId} = ${projectId} and ${g.removedAt} is null
    order by ${categoryNames(g.id)}, ${g.id} limit 1000`);
}
