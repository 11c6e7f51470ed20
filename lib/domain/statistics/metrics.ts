import {
  alerts,
  changes,
  components,
  counters,
  engineFunctions,
  engineJobs,
  engineRuns,
  findings,
  outboxEvents,
  projects,
  suggestions,
  translations,
  users,
} from "@/lib/generated/tables";
import { named } from "@/lib/platform/columns";
import { db, type Sql, sql } from "@/lib/platform/database";
import { anyOf, asNumber, rowCount } from "@/lib/platform/expressions";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { readCounter } from "../counters/read-counters";
import { Unauthenticated } from "../errors";

const [j, r, f] = [engineJobs.as("j"), engineRuns.as("r"), engineFunctions.as("f")];

/** Numbers of the whole installation, for monitoring. */
export interface Metrics {
  units: number;
  unitsTranslated: number;
  users: number;
  changes: number;
  projects: number;
  components: number;
  translations: number;
  languages: number;
  checks: number;
  /** Components whose settings do not match their repository. */
  configurationErrors: number;
  suggestions: number;
  /** Jobs that wait, by background function; events that wait to be sent as `outbox`. */
  queues: Record<string, number>;
}

/** Above this many rows the database's own estimate is exact enough, and counting would cost seconds. */
const COUNTED = 1_000_000;

async function rowsOf(table: "changes" | "findings", tail: Sql): Promise<number> {
  const estimate = await db.one(
    sql`select ${named({ rows: asNumber(sql`coalesce(max(reltuples), 0)::bigint`) })} from pg_class where oid = ${table}::regclass`,
  );
  if (estimate && estimate.rows > COUNTED) return estimate.rows;
  const all = await db.one(sql`select ${named({ count: asNumber(sql`count(*)`) })} ${tail}`);
  return all?.count ?? 0;
}

/** Wrong by the settings, not by what a person typed into a file. */
const CONFIGURATION_ALERTS = ["NoMaskMatches", "InexistantFiles", "DuplicateLanguage"];

/** Numbers of the whole installation. For everybody signed in. @throws Unauthenticated */
export async function readMetrics(actor: Actor): Promise<Metrics> {
  if (actor.isAnonymous) throw new Unauthenticated(refusal("signInMetrics", { header: "Authorization: Token <key>" }));
  const [site, tree, told, checks, queues] = await Promise.all([
    readCounter("site", 0),
    db.one(sql`
      select ${named({
        users: asNumber(sql`(select count(*)::int from ${users} where ${users.isActive} and not ${users.isAnonymous})`),
        projects: asNumber(sql`(select count(*)::int from ${projects} where ${projects.removedAt} is null)`),
        components: asNumber(sql`(select count(*)::int from ${components} where ${components.removedAt} is null)`),
        translations: asNumber(sql`(select count(*)::int from ${translations})`),
        languages: asNumber(
          sql`(select count(*)::int from ${counters} where ${counters.scope} = 'language' and ${counters.translations} > 0)`,
        ),
        configurationErrors: asNumber(
          sql`(select count(*)::int from ${alerts} where ${anyOf(alerts.kind, CONFIGURATION_ALERTS)} and not ${alerts.dismissed})`,
        ),
        suggestions: asNumber(sql`(select count(*)::int from ${suggestions})`),
      })}`),
    rowsOf("changes", sql`from ${changes}`),
    rowsOf("findings", sql`from ${findings} where not ${findings.dismissed}`),
    readQueues(),
  ]);
  if (!tree) throw new Error("The installation has no numbers.");
  return { units: site.total, unitsTranslated: site.translated, ...tree, changes: told, checks, queues };
}

/** Every function has a queue, also when nothing waits in it. */
async function readQueues(): Promise<Record<string, number>> {
  const rows = await db.rows(sql`
    select ${named({
      name: f.id,
      length: asNumber(
        sql`(select count(*)::int from ${j} left join ${r} on ${r.id} = ${j.runId} where coalesce(${j.fn}, ${r.fn}) = ${f.id})`,
      ),
    })}
    from ${f}
    union all select 'outbox', ${rowCount} from ${outboxEvents} where ${outboxEvents.sentAt} is null order by 1`);
  return Object.fromEntries(rows.map((row) => [row.name, row.length]));
}
