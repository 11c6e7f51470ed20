import { components, projects, sourceUnits, tasks, translations } from "@/lib/generated/tables";
import { assigned, pick } from "@/lib/platform/columns";
import { inTransaction, type Sql, sql, type Tx } from "@/lib/platform/database";
import { anyOf, present } from "@/lib/platform/expressions";
import { RULES_VERSION } from "@/lib/text/checks/rules-version";
import { escapeLike } from "@/lib/text/like";
import { type Actor, ledgerUser } from "../access/actor";
import { createTask, createTasks } from "../tasks/tasks";
import { flagsOfLanguage } from "./language-workflow";

/**
 * Flags that hold for whole components are about to be others. What held is kept with each component until a task has gone
 * over its strings (`units/follow-flags.ts`): however often they change meanwhile, a string is looked at again unless all
 * of them said the same of it.
 */

const [c, p, t, s] = [components.as("c"), projects.as("p"), translations.as("t"), sourceUnits.as("s")];
const k = tasks.as("k");

/** Why strings are looked at again though no flag has changed: groups of fonts by their names, or newer rules of checks. */
export interface LookAgain {
  fonts?: readonly string[];
  rules?: number;
}

/**
 * Flags from around the strings of a component, as they are kept. Those of languages stand by the language's id; they are
 * missing where they were kept before languages had some.
 */
export type OuterFlags = readonly [
  project: string,
  component: string,
  fileFormat: string,
  languages?: Readonly<Record<string, string>>,
  again?: LookAgain,
];

const levelsWith = (again: LookAgain): Sql =>
  sql`(${LEVELS}::jsonb || jsonb_build_array(${JSON.stringify(again)}::jsonb))::text`;

/** Whose flags change: a whole project's, or one component's. */
export interface FlagHolder {
  projectId: number;
  componentId?: number;
}

const OF_LANGUAGES = sql`
  coalesce((select jsonb_object_agg(${t.languageId}, ${t.checkFlags}) from ${t}
    where ${t.componentId} = ${c.id} and ${t.checkFlags} <> ''), '{}')`;

const LEVELS = sql`jsonb_build_array(${p.checkFlags}, ${c.checkFlags}, ${c.fileFormat}, ${OF_LANGUAGES})::text`;

const within = ({ projectId, componentId }: FlagHolder): Sql =>
  sql`${c.projectId} = ${projectId} and ${c.removedAt} is null ${componentId === undefined ? sql`` : sql`and ${c.id} = ${componentId}`}`;

/**
 * Keeps the flags that hold now and starts the task that follows the change; to be called before they are written, in the
 * same transaction. Without strings there is nothing to follow.
 */
export async function flagsWillChange(tx: Tx, actor: Actor, holder: FlagHolder): Promise<void> {
  // In one order, so that changes of a project and of its components do not wait for each other.
  await tx.run(sql`select ${present} from ${c} where ${within(holder)} order by ${c.id} for update`);
  await tx.run(sql`
    update ${c} set ${assigned(c, { formerFlags: sql`array_append(${c.formerFlags}, ${LEVELS})` })} from ${p}
    where ${p.id} = ${c.projectId} and ${within(holder)}`);
  await followChange(tx, holder, ledgerUser(actor) ?? undefined);
}

/** The same for some components of a project: one task follows all of them. */
export async function flagsOfSomeWillChange(
  tx: Tx,
  actor: Actor,
  projectId: number,
  ids: readonly number[],
): Promise<void> {
  await tx.run(sql`select ${present} from ${c} where ${anyOf(c.id, ids)} order by ${c.id} for update`);
  await tx.run(sql`
    update ${c} set ${assigned(c, { formerFlags: sql`array_append(${c.formerFlags}, ${LEVELS})` })} from ${p}
    where ${p.id} = ${c.projectId} and ${within({ projectId })} and ${anyOf(c.id, ids)}`);
  const userId = ledgerUser(actor) ?? undefined;
  await createTask(tx, { kind: "follow-flags", payload: { project: projectId }, userId, projectId });
}

/**
 * The same for groups of fonts by their names: strings that name one of them are checked anew. Components without any are
 * left alone.
 */
export async function fontsWillChange(
  tx: Tx,
  actor: Actor,
  projectId: number,
  groups: readonly string[],
): Promise<void> {
  if (groups.length === 0) return;
  const flag = groups.map((name) => `%font-family:%${escapeLike(name)}%`);
  const names = (flags: Sql) => sql`${flags} like any(${flag}::text[])`;
  const asking = await tx.rows(sql`
    select ${pick(c, "id")} from ${c} join ${p} on ${p.id} = ${c.projectId}
    where ${within({ projectId })} and (${names(c.checkFlags)} or ${names(p.checkFlags)}
      or exists (select from ${t} where ${t.componentId} = ${c.id} and ${names(t.checkFlags)})
      or exists (select from ${s} where ${s.componentId} = ${c.id} and (${names(s.flags)} or ${names(s.extraFlags)})))
    order by ${c.id} for update of c`);
  if (asking.length === 0) return;
  const ids = asking.map(({ id }) => id);
  await tx.run(sql`
    update ${c} set ${assigned(c, { formerFlags: sql`array_append(${c.formerFlags}, ${levelsWith({ fonts: groups })})` })} from ${p}
    where ${p.id} = ${c.projectId} and ${anyOf(c.id, ids)}`);
  const userId = ledgerUser(actor) ?? undefined;
  await createTask(tx, { kind: "follow-flags", payload: { project: projectId }, userId, projectId });
}

/**
 * The same for components whose findings were made with older rules than those of now, some at a time: none as long as
 * others are still looked at. What the schedule asks for goes behind all else.
 * @returns how many are looked at again
 */
export function renewFindings(most: number): Promise<number> {
  return inTransaction(async (tx) => {
    // One at a time, wherever the schedule runs.
    await tx.run(sql`select pg_advisory_xact_lock(hashtext('renew-findings'))`);
    const followed = (where: Sql) =>
      sql`exists (select from ${k} where ${k.componentId} = ${c.id} and ${k.kind} = 'follow-flags' and ${where})`;
    const isStale = sql`${c.rulesVersion} < ${RULES_VERSION} and ${c.importedAt} is not null and ${c.removedAt} is null`;
    const busy = await tx.one(sql`
      select ${present} from ${c} where ${isStale} and ${followed(sql`${k.state} in ('pending', 'running')`)} limit 1`);
    if (busy) return 0;
    // One that cannot be followed is tried again a day later, behind the others.
    const stale = await tx.rows(sql`
      select ${pick(c, "id", "projectId")} from ${c}
      where ${isStale} and not ${followed(sql`${k.state} = 'failed' and ${k.finishedAt} > now() - interval '1 day'`)}
      order by cardinality(${c.formerFlags}), ${c.id} limit ${most} for update`);
    if (stale.length === 0) return 0;
    await tx.run(sql`
      update ${c} set ${assigned(c, {
        formerFlags: sql`array_append(${c.formerFlags}, ${levelsWith({ rules: RULES_VERSION })})`,
      })} from ${p}
      where ${p.id} = ${c.projectId} and ${anyOf(
        c.id,
        stale.map(({ id }) => id),
      )}`);
    await createTasks(
      tx,
      stale.map(({ id, projectId }) => ({
        kind: "follow-flags",
        payload: { project: projectId, component: id },
        ...{ projectId, componentId: id },
      })),
    );
    return stale.length;
  });
}

async function followChange(tx: Tx, holder: FlagHolder, userId: number | undefined): Promise<void> {
  const { projectId, componentId } = holder;
  const task = await createTask(tx, {
    kind: "follow-flags",
    payload: { project: projectId, component: componentId },
    userId,
    projectId,
    componentId,
  });
  // An import that is under way has a task of its own to be shown.
  await tx.run(sql`
    update ${c} set ${assigned(c, { taskId: task.id })} where ${within(holder)} and ${c.importedAt} is not null`);
}

/** The same for components that are about to stand in another project, where its flags are others. */
export async function projectWillChange(
  tx: Tx,
  componentIds: readonly number[],
  from: number,
  to: number,
): Promise<void> {
  const n = projects.as("n");
  const kept = await tx.run(sql`
    update ${c} set ${assigned(c, { formerFlags: sql`array_append(${c.formerFlags}, ${LEVELS})` })} from ${p}, ${n}
    where ${p.id} = ${from} and ${n.id} = ${to} and ${p.checkFlags} <> ${n.checkFlags} and ${anyOf(c.id, componentIds)}`);
  if (kept > 0) await createTask(tx, { kind: "follow-flags", payload: { project: to }, projectId: to });
}

/**
 * Follows a change that came while strings were written under other flags, as by a long import.
 * @param used flags that they were written under, those of languages included
 */
export async function followFlagsUsed(
  tx: Tx,
  holder: Required<FlagHolder>,
  used: readonly [string, string, string, Readonly<Record<string, string>>],
): Promise<void> {
  const given = sql`${JSON.stringify(used)}::jsonb::text`;
  const kept = await tx.run(sql`
    update ${c} set ${assigned(c, { formerFlags: sql`array_append(${c.formerFlags}, ${given})` })} from ${p}
    where ${p.id} = ${c.projectId} and ${within(holder)} and ${LEVELS} <> ${given}`);
  if (kept > 0) await followChange(tx, holder, undefined);
}

/** Translations into a language, of one project or of all, for `followLanguageFlags`. */
export const languageIn = (languageId: number, projectId: number | undefined): Sql =>
  sql`${t.languageId} = ${languageId} ${projectId === undefined ? sql`` : sql`and ${c.projectId} = ${projectId}`}`;

/** Translations of components, for the same. */
export const ofComponents = (ids: readonly number[]): Sql => anyOf(c.id, ids);

/**
 * Gives translations the flags that their languages have by now, and lets their strings follow; to be called after a
 * workflow has changed, or components have come into another project.
 * @param which condition on the translation `t` or its component `c`
 */
export async function followLanguageFlags(tx: Tx, actor: Actor, which: Sql): Promise<void> {
  const flags = flagsOfLanguage({ t, c });
  const others = sql`
    select ${c.id} from ${t} join ${c} on ${c.id} = ${t.componentId} where ${which} and ${t.checkFlags} <> ${flags}`;
  const kept = await tx.rows(sql`
    with held as materialized (select ${c.id} as id from ${c} where ${c.id} in (${others}) order by ${c.id} for update)
    update ${c} set ${assigned(c, { formerFlags: sql`array_append(${c.formerFlags}, ${LEVELS})` })} from ${p}
    where ${p.id} = ${c.projectId} and ${c.id} in (select id from held) returning ${pick(c, "projectId")}`);
  if (kept.length === 0) return;
  await tx.run(sql`
    update ${t} set ${assigned(t, { checkFlags: flags })} from ${c}
    where ${c.id} = ${t.componentId} and ${which} and ${t.checkFlags} <> ${flags}`);
  const userId = ledgerUser(actor) ?? undefined;
  const places = [...new Set(kept.map((row) => row.projectId))].sort((a, b) => a - b);
  await createTasks(
    tx,
    places.map((project) => ({ kind: "follow-flags", payload: { project }, userId, projectId: project })),
  );
}
