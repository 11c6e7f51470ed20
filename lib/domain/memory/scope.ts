import { memoryEntries, projects } from "@/lib/generated/tables";
import { joinSql, rawSql, type Sql, sql } from "@/lib/platform/database";
import { among } from "@/lib/platform/expressions";
import { ACCESS } from "@/lib/text/codes";
import { type Actor, isNobodysOwn } from "../access/actor";
import { can, demand, visibleProjects } from "../access/demand";
import type { ProjectRow } from "../projects/projects";

/** Who may know of which entries: conditions over `m` of `memory_entries` and `p` of `projects`, joined from the left. */

const [m, p, up] = [memoryEntries.as("m"), projects.as("p"), projects.as("up")];

/** The memory of one person, of a project, or of the installation (uploaded for everybody). */
export type MemoryScope = { kind: "personal" } | { kind: "project"; project: ProjectRow } | { kind: "shared" };

/** True when a request may see what belongs to the person alone; a project's token may not. */
export function isPersonal(actor: Actor): boolean {
  return !isNobodysOwn(actor) && actor.cause !== "service" && actor.tokenProjectId === undefined;
}

function own(actor: Actor): Sql {
  return isPersonal(actor) ? sql`${m.userId} = ${actor.userId}` : rawSql("false");
}

const FOR_ALL = sql`(${m.userId} is null and ${m.projectId} is null and ${m.shared})`;

/** What lists and look-ups by id show; whoever manages the memory sees all of it. */
export function visibleEntries(actor: Actor): Sql {
  if (can(actor, "memory.manage")) return rawSql("true");
  return sql`(${own(actor)} or ${FOR_ALL} or (${m.userId} is null and ${visibleProjects(actor)}))`;
}

/**
 * What may be offered while somebody translates: never the personal entries of another person, whoever asks.
 * @param project where the text will be used: its own entries and, if it takes part, those that others share
 */
export function usableEntries(actor: Actor, project: { id: number } | undefined): Sql {
  const visible = sql`${m.userId} is null and ${m.projectId} is not null and ${visibleProjects(actor)}`;
  if (!project) return sql`(${own(actor)} or ${FOR_ALL} or (${visible}))`;
  const takesPart = sql`(select ${up.useSharedTm} from ${up} where ${up.id} = ${project.id})`;
  // The service acts for people who may not see every project that shares.
  const open = actor.cause === "service" ? among(p.accessControl, ACCESS.PUBLIC, ACCESS.PROTECTED) : rawSql("true");
  const lent = sql`(${FOR_ALL} or (${visible} and ${p.contributeSharedTm} and ${open})) and ${takesPart}`;
  return sql`(${own(actor)} or (${m.userId} is null and ${m.projectId} = ${project.id} and ${visibleProjects(actor)}) or (${lent}))`;
}

/** The entries of one scope, nothing asked. */
export function entriesOf(actor: Actor, scope: MemoryScope): Sql {
  switch (scope.kind) {
    case "personal":
      return own(actor);
    case "project":
      return sql`(${m.userId} is null and ${m.projectId} = ${scope.project.id})`;
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
