import {
  comments,
  components,
  counters,
  pendingChanges,
  screenshots,
  sourceUnits,
  suggestions,
  translations,
  units,
} from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { db, type Sql, sql } from "@/lib/platform/database";
import { anyOf, asNumber, rowCount } from "@/lib/platform/expressions";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import { categoryProject, findCategory } from "../categories/categories";
import { type ComponentRow, scopeOf } from "../components/components";
import { findProject } from "../projects/projects";
import type { TranslationRow } from "../translations/translations";
import { demandLanguageRemoval } from "./remove-language";

const [c, t, u, p] = [components.as("c"), translations.as("t"), units.as("u"), pendingChanges.as("p")];
const [x, n] = [components.as("x"), counters.as("n")];
const [g, o, s, su] = [suggestions.as("g"), comments.as("o"), screenshots.as("s"), sourceUnits.as("su")];

/** What goes with a project, a component or a language. Files of upstream stay upstream; a language can come back. */
export interface RemovalPlan {
  /** Slugs. */
  components: string[];
  languages: number;
  strings: number;
  /** Strings that are translated, or have a text that needs editing. */
  texts: number;
  /** Texts that upstream does not have yet. */
  unpushed: number;
  suggestions: number;
  comments: number;
  screenshots: number;
  /** Files that a commit removes. */
  files: string[];
}

/** What removing a project would take away. Needs what removing it needs. */
export async function planProjectRemoval(actor: Actor, slug: string): Promise<RemovalPlan> {
  const project = await findProject(actor, slug);
  demand(actor, "project.edit", { project });
  return whatGoes(sql`${c.projectId} = ${project.id}`);
}

/** What removing a component, and those linked to it, would take away. Needs what removing it needs. */
export async function planComponentRemoval(actor: Actor, component: ComponentRow): Promise<RemovalPlan> {
  demand(actor, "component.edit", scopeOf(component));
  return whatGoes(sql`(${c.id} = ${component.id} or ${c.linkedComponentId} = ${component.id})`);
}

/** What removing a category, with all below it, would take away. Needs what removing it needs. */
export async function planCategoryRemoval(actor: Actor, id: number): Promise<RemovalPlan> {
  const category = await findCategory(actor, id);
  demand(actor, "project.edit", { project: categoryProject(category) });
  const below = sql`select ${x.id} from ${x}
    where ${x.projectId} = ${category.projectId} and ${x.removedAt} is null and ${id}::int = any(category_chain(${x.categoryId}))`;
  return whatGoes(sql`(${c.id} in (${below}) or ${c.linkedComponentId} in (${below}))`);
}

/** What removing a language of a component would take away. Needs what removing it needs. */
export async function planLanguageRemoval(actor: Actor, translation: TranslationRow): Promise<RemovalPlan> {
  demandLanguageRemoval(actor, translation);
  const of = sql`${c.id} = ${translation.component.id}`;
  const plan = await whatGoes(of, sql`${t.id} = ${translation.id}`);
  return { ...plan, components: [], files: translation.filename ? [translation.filename] : [] };
}

/** @param inTranslations which of their languages go; left out, all do, and the strings themselves */
async function whatGoes(inComponents: Sql, inTranslations?: Sql): Promise<RemovalPlan> {
  const own = await db.rows(sql`
    select ${pick(c, "id", "slug")} from ${c} where ${inComponents} and ${c.removedAt} is null order by ${c.slug}`);
  const ids = own.map(({ id }) => id);
  const languages = await db.rows(sql`
    select ${pick(t, "id")} from ${t} join ${c} on ${c.id} = ${t.componentId} where ${anyOf(c.id, ids)} and ${inTranslations ?? sql`true`}`);
  const within = languages.map(({ id }) => id);
  // Strings are counted already, and may be millions.
  const counted = (number: Sql) =>
    asNumber(
      sql`(select coalesce(sum(${number}), 0)::int from ${n} where ${n.scope} = 'translation' and ${anyOf(n.objectId, within)})`,
    );
  const count = (of: Sql) => asNumber(sql`(select ${rowCount} from ${of})`);
  const row = await db.one(sql`
    select ${named({
      strings: counted(n.total),
      texts: counted(sql`${n.translated} + ${n.fuzzy}`),
      unpushed: asNumber(sql`
        (select count(distinct (${p.translationId}, ${p.idHash}))::int from ${p} where ${anyOf(p.translationId, within)} and ${p.kind} <> 'remove')`),
      suggestions: count(sql`${g} join ${u} on ${u.id} = ${g.unitId} where ${anyOf(u.translationId, within)}`),
      // Of a source string, they are of no language.
      comments: count(
        inTranslations
          ? sql`${o} where ${anyOf(o.translationId, within)}`
          : sql`${o} join ${su} on ${su.id} = ${o.sourceId} where ${anyOf(su.componentId, ids)}`,
      ),
      screenshots: count(sql`${s} where ${anyOf(s.translationId, within)}`),
    })}`);
  const none = { strings: 0, texts: 0, unpushed: 0, suggestions: 0, comments: 0, screenshots: 0 };
  return { components: own.map(({ slug }) => slug), languages: within.length, ...(row ?? none), files: [] };
}
