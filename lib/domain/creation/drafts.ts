import { settingsPlans } from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { asJson } from "@/lib/platform/expressions";
import { withoutCredentials } from "@/lib/text/addresses";
import type { Actor } from "../access/actor";
import { keep } from "./internal/kept-plans";

/** What somebody has said of new components and not made yet: one draft a person and way, kept for a day. */

/** The ways in which components are made. */
export const DRAFT_WAYS = ["vcs", "zip", "upload", "scratch", "copy"] as const;
export type DraftWay = (typeof DRAFT_WAYS)[number];

const b = settingsPlans.as("b");

/** No project or category has this path. */
const pathOf = (way: DraftWay) => `-/components/${way}`;

/** A form that is longer than this is not kept. */
const LONGEST = 300_000;

export interface ComponentDraft {
  values: Record<string, string[]>;
  createdAt: Date;
}

/**
 * Keeps the fields of a form, in place of what was kept before. User names and passwords of addresses are left out, and
 * nothing is kept of strangers, or of those who look through other eyes.
 */
export async function keepDraft(
  actor: Actor,
  way: DraftWay,
  values: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  if (actor.isAnonymous || actor.viewing) return;
  const wish = Object.fromEntries(
    Object.entries(values).map(([name, all]) => [
      name,
      name === "repo" || name === "push" ? all.map((address) => withoutCredentials(address)) : all,
    ]),
  );
  if (JSON.stringify(wish).length > LONGEST) return;
  await dropDraft(actor, way);
  await keep(actor, { projectId: 0, path: pathOf(way), wish, version: "" });
}

/** One's own draft, unless it is too old. */
export async function readDraft(actor: Actor, way: DraftWay): Promise<ComponentDraft | undefined> {
  const found = await db.one(sql`
    select ${pick(b, "createdAt")}, ${named({ values: asJson<ComponentDraft["values"]>(b.wish) })} from ${b}
    where ${b.userId} = ${actor.userId} and ${b.path} = ${pathOf(way)} and ${b.createdAt} > now() - interval '1 day'
    order by ${b.createdAt} desc limit 1`);
  return found;
}

/** Throws one's own draft away. */
export async function dropDraft(actor: Actor, way: DraftWay): Promise<void> {
  if (actor.viewing) return;
  await db.run(sql`delete from ${b} where ${b.userId} = ${actor.userId} and ${b.path} = ${pathOf(way)}`);
}
