import { db, rawSql, sql } from "@/lib/platform/database";
import type { Actor } from "../access/actor";
import { readCounter } from "../counters/read-counters";
import { Unauthenticated } from "../errors";

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
  /** Components whose settings do not fit their repository. */
  configurationErrors: number;
  suggestions: number;
  /** Jobs that wait, by background function; events that wait to be sent as `outbox`. */
  queues: Record<string, number>;
}

/** Above this many rows the database's own estimate is exact enough, and counting would cost seconds. */
const COUNTED = 1_000_000;

async function rowsOf(table: "changes" | "findings"): Promise<number> {
  const estimate = await db.one<{ rows: number }>(
    sql`select coalesce(max(reltuples), 0)::bigint as rows from pg_class where oid = ${table}::regclass`,
  );
  if (estimate && estimate.rows > COUNTED) return estimate.rows;
  const where = table === "findings" ? rawSql("where not dismissed") : rawSql("");
  const counted = await db.one<{ count: number }>(sql`select count(*) as count from ${rawSql(table)} ${where}`);
  return counted?.count ?? 0;
}

/** Wrong by the settings, not by what a person typed into a file. */
const CONFIGURATION_ALERTS = ["NoMaskMatches", "InexistantFiles", "DuplicateLanguage"];

/** Numbers of the whole installation. For everybody signed in. @throws Unauthenticated */
export async function readMetrics(actor: Actor): Promise<Metrics> {
  if (actor.isAnonymous) throw new Unauthenticated("Sign in to see metrics: send Authorization: Token <key>.");
  const [site, tree, changes, checks, queues] = await Promise.all([
    readCounter("site", 0),
    db.one<Omit<Metrics, "units" | "unitsTranslated" | "changes" | "checks" | "queues">>(sql`
      select (select count(*)::int from users where is_active and not is_anonymous) as users,
        (select count(*)::int from projects where removed_at is null) as projects,
        (select count(*)::int from components where removed_at is null) as components,
        (select count(*)::int from translations) as translations,
        (select count(*)::int from counters where scope = 'language' and translations > 0) as languages,
        (select count(*)::int from alerts where kind = any(${CONFIGURATION_ALERTS}::text[]) and not dismissed) as configuration_errors,
        (select count(*)::int from suggestions) as suggestions`),
    rowsOf("changes"),
    rowsOf("findings"),
    readQueues(),
  ]);
  if (!tree) throw new Error("The installation has no numbers.");
  return { units: site.total, unitsTranslated: site.translated, ...tree, changes, checks, queues };
}

/** Every function has a queue, also when nothing waits in it. */
async function readQueues(): Promise<Record<string, number>> {
  const rows = await db.rows<{ name: string; length: number }>(sql`
    select f.id as name, (select count(*)::int from engine_jobs j left join engine_runs r on r.id = j.run_id where coalesce(j.fn, r.fn) = f.id) as length
    from engine_functions f
    union all select 'outbox', count(*)::int from outbox_events where sent_at is null order by 1`);
  return Object.fromEntries(rows.map((row) => [row.name, row.length]));
}
