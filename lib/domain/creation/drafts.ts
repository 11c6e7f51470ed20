import { settingsPlans } from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { asJson } from "@/lib/platform/expressions";
import { withoutCredentials } from "@/lib/text/addresses";
import type { Actor } from "../access/actor";
import { keep } from "./internal/kept-plans";

/** What somebody has said of new components and not made yet: one draft a person, kept for a day. */

const b = settingsPlans.as("b");

/** No project or category has this path. */
const PATH = "-/components";

/** A form that is longer than this is not kept. */
const LONGEST = 100_000;

export interface ComponentDraft {
  values: Record<string, string[]>;
  createdAt: Date;
}

/** Keeps the fields of the form, in place of what was kept before. User names and passwords of addresses are left out. */
export async function keepDraft(actor: Actor, values: Readonly<Record<string, string[]>>): Promise<void> {
  const wish = Object.fromEntries(
    Object.entries(values).map(([name, all]) => [
      name,
      name === "repo" || name === "push" ? all.map((address) => withoutCredentials(address)) : all,
    ]),
  );
  if (JSON.stringify(wish).length > LONGEST) return;
  await dropDraft(actor);
  await keep(actor, { projectId: 0, path: PATH, wish, version: "" });
}

/** One's own draft, unless it is too old. */
export async function readDraft(actor: Actor): Promise<ComponentDraft | undefined> {
  const found = await db.one(sql`
    select ${pick(b, "createdAt")}, ${named({ values: asJson<ComponentDraft["values"]>(b.wish) })} from ${b}
    where ${b.userId} = ${actor.userId} and ${b.path} = ${PATH} and ${b.createdAt} > now() - interval '1 day' order by ${b.createdAt} desc limit 1`);
  return found;
}

/** Throws one's own draft away. */
export async function dropDraft(actor: Actor): Promise<void> {
  await db.run(sql`delete from ${b} where ${b.userId} = ${actor.userId} and ${b.path} = ${PATH}`);
}
