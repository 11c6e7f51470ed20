import { components, secondFactors, teamMembers, teams, translations, users } from "@/lib/generated/tables";
import { named } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { anyOf, asNumber, counted } from "@/lib/platform/expressions";
import { ACCESS } from "@/lib/text/codes";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import { readCounter } from "../counters/read-counters";
import type { FieldError } from "../errors";
import { parseAliases } from "../languages/languages";
import { type ProjectInput, type ProjectRow, projectErrors } from "../projects/projects";
import { type Marks, ownChanges } from "../stale";

/** What saving the settings of a project would lead to, told before it is done. */

const [t, c, u] = [translations.as("t"), components.as("c"), users.as("u")];
const [tm, m, f] = [teams.as("tm"), teamMembers.as("m"), secondFactors.as("f")];

/** One consequence, for a page to put into words. */
export type ProjectConsequence =
  /** Nobody is asked to review any more; so many strings are approved. */
  | { kind: "reviewsEnd"; approved: number }
  /** Those who are in none of its teams do not see it any more. */
  | { kind: "hides" }
  /** Everybody sees it. */
  | { kind: "shows" }
  /** Members who have to set up a second factor before they can change anything. */
  | { kind: "asksFactor"; people: number }
  /** Notifications of code hosts are not followed any more. */
  | { kind: "hooksEnd" }
  /** Strings are checked again. */
  | { kind: "rechecks"; strings: number }
  /** Its pages have other addresses; the old ones lead on. */
  | { kind: "moves" }
  /** Files with these codes are of another language once they are read again; `to` is "" for what the code says by itself. */
  | { kind: "means"; codes: { code: string; to: string; components: number }[] };

export interface ProjectPreview {
  problems: FieldError[];
  consequences: ProjectConsequence[];
}

/** What a change of settings would lead to. Needs `project.edit`. @param seen marks of what the form showed @throws StaleForm */
export async function previewProject(
  actor: Actor,
  before: ProjectRow,
  wanted: Partial<ProjectInput>,
  seen: Marks,
): Promise<ProjectPreview> {
  demand(actor, "project.edit", { project: before });
  const given = ownChanges(seen, before, wanted);
  const changed: Partial<ProjectInput> = Object.fromEntries(
    Object.entries(given).filter(([name, value]) => value !== before[name as keyof ProjectRow]),
  );
  const problems = projectErrors(changed);
  const consequences: ProjectConsequence[] = [];
  const counters = await readCounter("project", before.id);
  if (changed.slug !== undefined) consequences.push({ kind: "moves" });
  if (changed.accessControl !== undefined) {
    const [was, now] = [isOpen(before.accessControl), isOpen(changed.accessControl)];
    if (was !== now) consequences.push({ kind: now ? "shows" : "hides" });
  }
  if (changed.translationReview === false) consequences.push({ kind: "reviewsEnd", approved: counters.approved });
  if (changed.enforced2fa) {
    const people = await withoutFactor(before.id);
    if (people > 0) consequences.push({ kind: "asksFactor", people });
  }
  if (changed.enableHooks === false) consequences.push({ kind: "hooksEnd" });
  if (changed.checkFlags !== undefined) consequences.push({ kind: "rechecks", strings: counters.total });
  if (changed.languageAliases !== undefined && !problems.some(({ path }) => path === "languageAliases")) {
    const codes = await otherMeanings(before, changed.languageAliases);
    if (codes.length > 0) consequences.push({ kind: "means", codes });
  }
  return { problems, consequences };
}

const isOpen = (level: number): boolean => level === ACCESS.PUBLIC || level === ACCESS.PROTECTED;

/** People in the project's own teams who have no second factor. */
async function withoutFactor(projectId: number): Promise<number> {
  const row = await db.one(sql`
    select ${counted} from ${u} where ${u.isActive} and not ${u.isBot}
      and exists (select from ${m} join ${tm} on ${tm.id} = ${m.teamId} where ${m.userId} = ${u.id} and ${tm.definingProjectId} = ${projectId})
      and not exists (select from ${f} where ${f.userId} = ${u.id} and ${f.confirmedAt} is not null)`);
  return row?.count ?? 0;
}

/** Codes in files of the project that mean something else by other aliases. */
async function otherMeanings(project: ProjectRow, languageAliases: string) {
  const [was, now] = [parseAliases(project.languageAliases), parseAliases(languageAliases)];
  const moved = [...new Set([...was.keys(), ...now.keys()])].filter((code) => was.get(code) !== now.get(code));
  if (moved.length === 0) return [];
  const rows = await db.rows(sql`
    select ${named({
      code: t.languageCode,
      components: asNumber(sql`count(*)::int`),
    })}
    from ${t} join ${c} on ${c.id} = ${t.componentId}
    where ${c.projectId} = ${project.id} and ${c.removedAt} is null and not ${t.isSource} and ${anyOf(t.languageCode, moved)}
    group by ${t.languageCode} order by ${t.languageCode}`);
  return rows.map((row) => ({ code: row.code, to: now.get(row.code) ?? "", components: row.components }));
}
