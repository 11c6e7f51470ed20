import { subscriptions } from "@/lib/generated/tables";
import { assigned, names, pick, unnest } from "@/lib/platform/columns";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { anyOf } from "@/lib/platform/expressions";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { Invalid, Unauthenticated } from "../errors";
import { FREQUENCIES, isAnswer, isSummary } from "../users/subscriptions";
import { ALL_KINDS } from "./kinds";

/** Settings of notices as a grid: what happens by where, each with how often. They are the subscriptions of the API. */

/** The most specific one counts; single projects and components are set on their pages. */
export const GRID_SCOPES = [0, 10, 20] as const;

/** One cell. Without a frequency there is no subscription: the wider scope decides. */
export interface GridCell {
  notification: string;
  scope: number;
  frequency: number | null;
}

const s = subscriptions.as("s");
const shown: readonly string[] = ALL_KINDS;

/** Where a kind can be set: an answer to oneself is no matter of projects. */
export const scopesOf = (notification: string): readonly number[] => (isAnswer(notification) ? [0] : GRID_SCOPES);

/** How often a kind can be told. */
export const frequenciesOf = (notification: string): readonly number[] =>
  isSummary(notification) ? FREQUENCIES.filter((one) => one !== 1) : FREQUENCIES;

/** The cells of the actor that have a frequency. */
export async function readGrid(actor: Actor): Promise<{ notification: string; scope: number; frequency: number }[]> {
  return db.rows(sql`
    select ${pick(s, "notification", "scope", "frequency")} from ${s}
    where ${s.userId} = ${actor.userId} and ${anyOf(s.scope, GRID_SCOPES)} and ${anyOf(s.notification, shown)}
    order by ${s.id}`);
}

/** Sets cells of the actor; others stay as they are. @throws Invalid */
export async function saveGrid(actor: Actor, cells: readonly GridCell[]): Promise<void> {
  if (actor.isAnonymous) throw new Unauthenticated(refusal("signInChangeNotices"));
  for (const { notification, scope, frequency } of cells)
    if (
      !shown.includes(notification) ||
      !(GRID_SCOPES as readonly number[]).includes(scope) ||
      (frequency !== null && !frequenciesOf(notification).includes(frequency))
    )
      throw Invalid.field("", refusal("chooseListedFrequencies"), "invalid_choice");
  const like = { notification: s.notification, scope: s.scope, frequency: s.frequency };
  const set = cells.flatMap(({ frequency, ...cell }) => (frequency === null ? [] : [{ ...cell, frequency }]));
  const cleared = cells.filter((cell) => cell.frequency === null);
  const [wanted, empty] = [
    unnest("wanted", like, set),
    unnest(
      "empty",
      { notification: s.notification, scope: s.scope },
      cleared.map(({ notification, scope }) => ({ notification, scope })),
    ),
  ];
  await inTransaction(async (tx) => {
    await tx.run(sql`
      delete from ${s} using ${empty}
      where ${s.userId} = ${actor.userId} and ${s.scope} = ${empty.scope} and ${s.notification} = ${empty.notification}`);
    await tx.run(sql`
      insert into ${s} (${names(s, "userId", "notification", "scope", "frequency")})
      select ${actor.userId}, ${wanted.notification}, ${wanted.scope}, ${wanted.frequency} from ${wanted}
      on conflict (${names(s, "userId", "notification", "scope", "projectId", "componentId")})
        do update set ${assigned(s, { frequency: subscriptions.as("excluded").frequency })}`);
  });
}
