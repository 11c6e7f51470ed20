import { changes } from "@/lib/generated/tables";
import { named } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { asNumber, asText, orNull } from "@/lib/platform/expressions";
import type { Actor } from "../access/actor";
import { mentionsIn, receivers } from "./internal/receivers";

/** What the settings that somebody has now would have sent over the last month: the very statement that writes notices. */

const DAYS = 30;
/** Of a ledger that grew by more than this in a month only the newest lines are looked at. */
const MOST_LINES = 100_000;

export interface Rehearsed {
  frequency: number;
  /** Null in the row that sums up a frequency. */
  notification: string | null;
  events: number;
  /** Mails of that frequency. */
  mails: number;
}

const [ch, last] = [changes.as("ch"), changes.as("last")];

/** The last month by frequency and kind. */
export async function rehearseMonth(actor: Actor): Promise<Rehearsed[]> {
  const lines = sql`(${ch.at} > now() - make_interval(days => ${DAYS}::int) and ${ch.id} > coalesce(
    (select ${last.id} from ${last} order by ${last.id} desc offset ${MOST_LINES}::int limit 1), 0))`;
  const mentions = await mentionsIn(db, lines);
  return db.rows(sql`
    with ${receivers(lines, mentions, actor.userId)}
    select ${named({
      frequency: asNumber(sql`told.frequency`),
      notification: orNull(asText(sql`told.notification`)),
      events: asNumber(sql`sum(told.n)::int`),
      mails: asNumber(sql`count(distinct case told.frequency when 1 then date_trunc('minute', told.last_at)
        when 2 then told.day::timestamptz when 3 then date_trunc('week', told.day::timestamptz) else date_trunc('month', told.day::timestamptz) end)::int`),
    })}
    from told group by grouping sets ((told.frequency, told.notification), (told.frequency))
    order by told.frequency, told.notification nulls first`);
}
