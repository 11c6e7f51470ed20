import { changeBoundaries, changes, changeTallies, dailyActivity } from "@/lib/generated/tables";
import { assigned, columnsOf, eachRow, names, pick } from "@/lib/platform/columns";
import { sql, type Tx } from "@/lib/platform/database";

const [b, y, excluded] = [changeBoundaries.as("b"), changeTallies.as("y"), changeTallies.as("excluded")];
const [d, more] = [dailyActivity.as("d"), dailyActivity.as("excluded")];
const [former, formerDays] = [changeTallies.as("former"), dailyActivity.as("former")];

const PLACE = ["level", "projectId", "componentId", "action", "translationId", "languageId"] as const;
const DAY = ["componentId", "languageId", "day", "action"] as const;

/**
 * Gives the lines of one user to another one, as both are the same person: the only change that the ledger allows. Sums move
 * with them; whoever sums waits until the end of the transaction.
 */
export async function reassignChanges(tx: Tx, from: number, into: number): Promise<number> {
  await tx.rows(sql`select ${pick(b, "cluster")} from ${b} for update`);
  await tx.run(sql`select set_config('loquat.accounts_merge', ${`${from}>${into}`}, true)`);
  const lines = await tx.run(sql`
    update ${changes} set ${assigned(changes, {
      userId: sql`case when ${changes.userId} = ${from} then ${into} else ${changes.userId} end`,
      authorId: sql`case when ${changes.authorId} = ${from} then ${into} else ${changes.authorId} end`,
      suggesterId: sql`case when ${changes.suggesterId} = ${from} then ${into} else ${changes.suggesterId} end`,
    })}
    where ${changes.userId} = ${from} or ${changes.authorId} = ${from} or ${changes.suggesterId} = ${from}`);
  await tx.run(sql`select set_config('loquat.accounts_merge', '', true)`);
  await tx.run(sql`
    with former as (delete from ${changeTallies} where ${changeTallies.userId} = ${from} returning *)
    insert into ${y} ${eachRow(y, { ...columnsOf(former, ...PLACE, "lines"), userId: sql`${into}::int` })} from former
    on conflict (${names(y, ...PLACE, "userId")}) do update set ${assigned(y, { lines: sql`${y.lines} + ${excluded.lines}` })}`);
  await tx.run(sql`
    with former as (delete from ${dailyActivity} where ${dailyActivity.userId} = ${from} returning *)
    insert into ${d} ${eachRow(d, { ...columnsOf(formerDays, ...DAY, "lines", "words"), userId: sql`${into}::int` })} from former
    on conflict (${names(d, ...DAY, "userId")}) do update set ${assigned(d, { lines: sql`${d.lines} + ${more.lines}`, words: sql`${d.words} + ${more.words}` })}`);
  return lines;
}
