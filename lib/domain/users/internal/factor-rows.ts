import { recoveryCodes, secondFactors } from "@/lib/generated/tables";
import { combined, named, pick } from "@/lib/platform/columns";
import { type Connection, db, type SelectedRow, sql } from "@/lib/platform/database";
import { asFlag, asNumber } from "@/lib/platform/expressions";

/** Second factors as they are stored. One that is being set up is none. */

const [f, r] = [secondFactors.as("f"), recoveryCodes.as("r")];

const SHOWN = combined(pick(f, "id", "kind", "name", "createdAt", "lastUsedAt"));

/** A second factor as its owner sees it. */
export type FactorRow = SelectedRow<typeof SHOWN>;

/** The second factors of a user, the oldest first. */
export function factorsOf(userId: number): Promise<FactorRow[]> {
  return db.rows(sql`
    select ${SHOWN} from ${f} where ${f.userId} = ${userId} and ${f.confirmedAt} is not null order by ${f.id}`);
}

/** Whether a user has a second factor. */
export async function hasSecondFactor(on: Pick<Connection, "one">, userId: number): Promise<boolean> {
  const has = asFlag(sql`
    exists (select from ${f} where ${f.userId} = ${userId} and ${f.confirmedAt} is not null)`);
  return (await on.one(sql`select ${named({ has })}`))?.has ?? false;
}

/** How many recovery codes of a user are left. */
export async function recoveryCodesLeft(userId: number): Promise<number> {
  const left = asNumber(sql`count(*)::int`);
  const row = await db.one(sql`
    select ${named({ left })} from ${r} where ${r.userId} = ${userId} and ${r.usedAt} is null`);
  return row?.left ?? 0;
}
