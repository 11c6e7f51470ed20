import { changes, projects, tasks } from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { db, inTransaction, type Sql, sql } from "@/lib/platform/database";
import { environment } from "@/lib/platform/environment";
import { anyOf, asNumber, present } from "@/lib/platform/expressions";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { demand, visibleProjects } from "../access/demand";
import { actionCodes } from "../change-actions";
import { planProjectRemoval } from "../creation/plan-removal";
import { Conflict } from "../errors";
import { removeProject } from "../projects/projects";
import { holdSetting, readSetting, writeSetting } from "../settings/settings";
import { cancelTask, createTask } from "../tasks/tasks";
import { demandOneMachine, takeDemo } from "./internal/take-demo";

/**
 * The demo: projects for trying out Loquat, with Git repositories of their own. It is made by a task (`make-demo.ts`), and its
 * projects are known by `projects.demo`, whatever they are called by now.
 *
 * Its repositories lie in the data folder of the machine that makes it, and working copies, which any machine may make, fetch
 * from there. So it works where one machine does all the work; it is refused where others work on the same database.
 */

const [p, t, ch] = [projects.as("p"), tasks.as("t"), changes.as("ch")];

/** Whether all of it has been made, since it was last asked for. */
const MADE = "demo-made";

export interface DemoProjectRow {
  slug: string;
  name: string;
}

export interface Demo {
  /** `partial` where making it has ended before all of it was there. */
  state: "none" | "making" | "there" | "partial";
  /** Those that are there and that the actor may see. */
  projects: DemoProjectRow[];
  /** The task that makes it, or that could not; null where there is nothing to tell. */
  task: string | null;
  /** Whether nothing else can be translated here yet. */
  alone: boolean;
}

/** What there is of the demo. Needs `management.use`. */
export async function findDemo(actor: Actor): Promise<Demo> {
  demand(actor, "management.use");
  const [there, made, last, other] = await Promise.all([
    demoProjects(actor),
    readSetting<boolean>(MADE),
    db.one(sql`
      select ${pick(t, "id", "state")} from ${t} where ${t.kind} = 'make-demo' order by ${t.createdAt} desc limit 1`),
    db.one(sql`select ${present} from ${p} where ${p.removedAt} is null and ${p.demo} is null limit 1`),
  ]);
  const open = last?.state === "pending" || last?.state === "running";
  const state = open ? "making" : there.length === 0 ? "none" : made ? "there" : "partial";
  const isTold = open || (last?.state === "failed" && state !== "there");
  return { state, projects: there, task: isTold ? (last?.id ?? null) : null, alone: other === undefined };
}

function demoProjects(actor: Actor) {
  return db.rows(sql`
    select ${pick(p, "id", "slug", "name")} from ${p} where ${p.demo} is not null and ${visibleProjects(actor)}
    order by ${p.id}`);
}

/**
 * Asks for the demo: whatever is missing of it is made in the background. Needs `management.use` and `project.add`.
 * @returns the task that makes it, one that does already included; undefined when all of it is there
 * @throws Conflict where it could not work
 */
export async function requestDemo(actor: Actor): Promise<string | undefined> {
  demand(actor, "management.use");
  demand(actor, "project.add");
  if (environment().worker === "none") throw new Conflict(refusal("demoWorkElsewhere"));
  await demandOneMachine();
  return inTransaction(async (tx) => {
    await holdSetting(tx, MADE);
    const open = await tx.one(sql`
      select ${pick(t, "id")} from ${t} where ${t.kind} = 'make-demo' and ${t.state} in ('pending', 'running') limit 1`);
    if (open) return open.id;
    const there = await tx.one(sql`
      select ${present} from ${p} where ${p.demo} is not null and ${p.removedAt} is null limit 1`);
    if (there && (await readSetting<boolean>(MADE))) return undefined;
    await writeSetting(tx, MADE, false);
    const { id } = await createTask(tx, { kind: "make-demo", payload: {}, userId: actor.userId || undefined });
    return id;
  });
}

/** Says that all of the demo has been made. */
export async function demoIsMade(): Promise<void> {
  await inTransaction((tx) => writeSetting(tx, MADE, true));
}

/** What removing the demo would take away. */
export interface DemoRemoval {
  projects: number;
  components: number;
  strings: number;
  /** Strings that people have translated or changed. */
  typed: number;
  suggestions: number;
  comments: number;
}

/** What removing the demo would take away. Needs `management.use`, and `project.edit` in each of its projects. */
export async function planDemoRemoval(actor: Actor): Promise<DemoRemoval> {
  demand(actor, "management.use");
  const there = await demoProjects(actor);
  const plans = await Promise.all(there.map(({ slug }) => planProjectRemoval(actor, slug)));
  const typed = await db.one(sql`
    select ${named({ count: asNumber(sql`count(distinct ${ch.unitId})::int`) })} from ${ch}
    where ${anyOf(
      ch.projectId,
      there.map(({ id }) => id),
    )} and ${ch.userId} is not null and ${anyOf(ch.action, actionCodes("content"))}`);
  const sum = (of: (plan: (typeof plans)[number]) => number) => plans.reduce((all, plan) => all + of(plan), 0);
  return {
    projects: there.length,
    components: sum(({ components }) => components.length),
    strings: sum(({ strings }) => strings),
    typed: typed?.count ?? 0,
    suggestions: sum(({ suggestions }) => suggestions),
    comments: sum(({ comments }) => comments),
  };
}

/**
 * Removes the projects of the demo, and nothing else, as any project is removed; a task that makes it ends. The folders of its
 * repositories go behind the rows (`sweep-folders.ts`). Needs `management.use`, and `project.edit` in each.
 * @throws Conflict while it is being made at this moment
 */
export async function removeDemo(actor: Actor): Promise<void> {
  // Asks for all rights before anything is removed.
  await planDemoRemoval(actor);
  await cancelOpen(sql`${t.kind} = 'make-demo'`);
  const taken = await takeDemo();
  if (!taken) throw new Conflict(refusal("demoBusy"));
  try {
    const there = await demoProjects(actor);
    const ids = there.map(({ id }) => id);
    // An import that is under way would fail for want of its component.
    await cancelOpen(anyOf(t.projectId, ids));
    for (const { slug } of there) await removeProject(actor, slug);
  } finally {
    await taken.release();
  }
}

async function cancelOpen(which: Sql): Promise<void> {
  const open = await db.rows(sql`
    select ${pick(t, "id")} from ${t} where ${which} and ${t.state} in ('pending', 'running')`);
  await inTransaction(async (tx) => {
    for (const { id } of open) await cancelTask(tx, id);
  });
}
