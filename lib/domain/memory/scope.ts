import { joinSql, rawSql, type Sql, sql } from "@/lib/platform/database";
import { ACCESS } from "@/lib/text/codes";
import type { Actor } from "../access/actor";
import { can, demand, visibleProjects } from "../access/demand";
import type { ProjectRow } from "../projects/projects";

/** Who may know of which entries: conditions over `m` of `memory_entries` and `p` of `projects`, joined from the left. */

/** The memory of one person, of a project, or of the installation (uploaded for everybody). */
export type MemoryScope = { kind: "personal" } | { kind: "project"; project: ProjectRow } | { kind: "shared" };

/** True when a request may see what belongs to the person alone; a project's token may not. */
export function isPersonal(actor: Actor): boolean {
  return !actor.isAnonymous && actor.cause !== "service" && actor.tokenProjectId === undefined;
}

function own(actor: Actor): Sql {
  return isPersonal(actor) ? sql`m.user_id = ${actor.userId}` : rawSql("false");
}

const FOR_ALL = rawSql("(m.user_id is null and m.project_id is null and m.shared)");

/** What lists and look-ups by id show; whoever manages the memory sees all of it. */
export function visibleEntries(actor: Actor): Sql {
  if (can(actor, "memory.manage")) return rawSql("true");
  return sql`(${own(actor)} or ${FOR_ALL} or (m.user_id is null and ${visibleProjects(actor)}))`;
}

/**
 * What may be offered while somebody translates: never the personal entries of another person, whoever asks.
 * @param project where the text will be used: its own entries and, if it takes part, those that others share
 */
export function usableEntries(actor: Actor, project: { id: number } | undefined): Sql {
  const visible = sql`m.user_id is null and m.project_id is not null and ${visibleProjects(actor)}`;
  if (!project) return sql`(${own(actor)} or ${FOR_ALL} or (${visible}))`;
  const takesPart = sql`(select up.use_shared_tm from projects up where up.id = ${project.id})`;
  // The service acts for people who may not see every project that shares.
  const open =
    actor.cause === "service" ? rawSql(`p.access_control in (${ACCESS.PUBLIC}, ${ACCESS.PROTECTED})`) : rawSql("true");
  const lent = sql`(${FOR_ALL} or (${visible} and p.contribute_shared_tm and ${open})) and ${takesPart}`;
  return sql`(${own(actor)} or (m.user_id is null and m.project_id = ${project.id} and ${visibleProjects(actor)}) or (${lent}))`;
}

/** The entries of one scope, nothing asked. */
export function entriesOf(actor: Actor, scope: MemoryScope): Sql {
  switch (scope.kind) {
    case "personal":
      return own(actor);
    case "project":
      return sql`(m.user_id is null and m.project_id = ${scope.project.id})`;
    case "shared":
      return FOR_ALL;
  }
}

/** Asks for what adding to, taking out or carrying off a scope takes. One's own memory is always one's own. */
export function demandScope(actor: Actor, scope: MemoryScope, act: "edit" | "delete" | "download"): void {
  if (scope.kind === "shared") demand(actor, "memory.manage");
  else if (scope.kind === "project") {
    const permission = act === "edit" ? "memory.edit" : act === "delete" ? "memory.delete" : "translation.download";
    demand(actor, permission, { project: scope.project });
  } else if (!isPersonal(actor)) demand(actor, "memory.manage");
}

/** All conditions at once. */
export const every = (parts: readonly Sql[]): Sql => joinSql(parts, " and ");
