import { components, linkProbes, projects, sourceUnits } from "@/lib/generated/tables";
import { assigned, eachRow, named, names, recordset } from "@/lib/platform/columns";
import { db, type Sql, sql } from "@/lib/platform/database";
import { asText, sqlNow } from "@/lib/platform/expressions";
import { FetchError, safeFetch } from "@/lib/platform/safe-fetch";
import { SERVICE } from "../access/actor";
import { componentsById } from "../components/components";
import { sourceLinks } from "../units/source-links";

/**
 * Addresses of others that our pages link to, asked whether they are there: websites of projects, and for each component a
 * place in its source code. Those that were asked longest ago first, a bounded number in one run, a few at a time, never in
 * private networks. An alert comes when an address failed twice, so that no server that is down for an hour raises one.
 */

const [c, p, s] = [components.as("c"), projects.as("p"), sourceUnits.as("s")];
const [lp, given] = [linkProbes.as("lp"), linkProbes.as("excluded")];

const BATCH = 200;
const WIDTH = 5;
const PATIENCE_MS = 10_000;
/** Hours between two looks at one address. */
const REST = 20;
/** Answers that keep machines away, and no people. */
const NOT_FOR_MACHINES: ReadonlySet<number> = new Set([401, 403, 405, 406, 429, 999]);

/** An address that is due. */
interface Due {
  scope: "project" | "component";
  objectId: number;
  setting: string;
  /** Where a string stands, of a component. */
  location: string;
}

/** Asks the addresses that are due. @returns how many were asked, and how many of them failed */
export async function probeLinks(): Promise<{ asked: number; failed: number }> {
  await forgetOld();
  const due = await dueAddresses();
  const of = new Map(
    (
      await componentsById(
        SERVICE,
        due.filter(({ scope }) => scope === "component").map(({ objectId }) => objectId),
      )
    ).map((row) => [row.id, row]),
  );
  const asked = due.map((one) => {
    const component = one.scope === "component" ? of.get(one.objectId) : undefined;
    const url = component ? sourceLinks(SERVICE, component, one.location)[0]?.href : one.setting;
    return { ...one, url: url ?? "", error: "" };
  });
  await inTurns(asked, async (one) => {
    const error = one.url === "" ? "" : await wrongWith(one.url);
    // Where the code lies is not for everybody who sees the alert.
    one.error =
      error instanceof FetchError ? (one.scope === "project" ? error.message : "It cannot be reached.") : error;
  });
  await keep(asked);
  return { asked: asked.length, failed: asked.filter(({ error }) => error !== "").length };
}

/** What is no longer set. */
async function forgetOld(): Promise<void> {
  await db.run(sql`
    delete from ${lp} where not exists (
      select from ${p} where ${lp.scope} = 'project' and ${p.id} = ${lp.objectId} and ${p.web} <> ''
      union all select from ${c} where ${lp.scope} = 'component' and ${c.id} = ${lp.objectId} and ${c.repoweb} <> '')`);
}

/** Those that were never asked first, then those that were asked longest ago. */
async function dueAddresses(): Promise<Due[]> {
  const due = (setting: Sql) => sql`
    (${lp.checkedAt} is null or ${lp.setting} <> ${setting} or ${lp.checkedAt} < now() - make_interval(hours => ${REST}))`;
  const order = sql`order by ${lp.checkedAt} nulls first limit ${BATCH}`;
  const [ofProjects, ofComponents] = await Promise.all([
    db.rows(sql`
      select ${named({ objectId: p.id, setting: p.web })}
      from ${p} left join ${lp} on ${lp.scope} = 'project' and ${lp.objectId} = ${p.id}
      where ${p.removedAt} is null and ${p.web} like 'http%' and ${due(p.web)} ${order}`),
    // A string that stands in the code tells a file that is there; without one the base file does.
    db.rows(sql`
      select ${named({
        objectId: c.id,
        setting: c.repoweb,
        location: asText(sql`
          coalesce((select ${s.location} from ${s} where ${s.componentId} = ${c.id} and ${s.location} <> '' limit 1), ${c.template})`),
      })}
      from ${c} join ${p} on ${p.id} = ${c.projectId} left join ${lp} on ${lp.scope} = 'component' and ${lp.objectId} = ${c.id}
      where ${c.removedAt} is null and ${p.removedAt} is null and ${c.importedAt} is not null and ${c.repoweb} <> ''
        and ${due(c.repoweb)} ${order}`),
  ]);
  return [
    ...ofProjects.map((row) => ({ ...row, scope: "project" as const, location: "" })),
    ...ofComponents.map((row) => ({ ...row, scope: "component" as const })),
  ];
}

/** What is wrong with an address; "" for one that is there, and for one that only machines are kept from. */
async function wrongWith(url: string): Promise<string | FetchError> {
  try {
    const { status } = await safeFetch(url, {
      headers: { accept: "text/html,*/*" },
      timeoutMs: PATIENCE_MS,
      maxBytes: 1000,
      cut: true,
    });
    return status < 400 || NOT_FOR_MACHINES.has(status) ? "" : `The server answers with status ${status}.`;
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    // Where a redirect leads, nobody is led by us.
    return error.status === undefined ? error : "";
  }
}

async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const lane = async (first: number) => {
    for (let at = first; at < items.length; at += WIDTH) await work(items[at] as T);
  };
  await Promise.all(Array.from({ length: Math.min(WIDTH, items.length) }, (_, first) => lane(first)));
}

const ROW = { scope: lp.scope, objectId: lp.objectId, setting: lp.setting, url: lp.url, error: lp.error };

async function keep(asked: readonly (Due & { url: string; error: string })[]): Promise<void> {
  if (asked.length === 0) return;
  const e = recordset(
    "e",
    ROW,
    asked.map(({ scope, objectId, setting, url, error }) => ({ scope, objectId, setting, url, error })),
  );
  const failures = sql`
    case when ${given.error} = '' then 0 when ${lp.setting} = ${given.setting} then ${lp.failures} + 1 else 1 end`;
  const { setting, url, error } = given;
  await db.run(sql`
    insert into ${lp} ${eachRow(lp, {
      ...{ scope: e.scope, objectId: e.objectId, setting: e.setting, url: e.url, error: e.error },
      failures: sql`(${e.error} <> '')::int`,
    })} from ${e}
    where true on conflict (${names(lp, "scope", "objectId")}) do update set ${assigned(lp, { setting, url, error, failures, checkedAt: sqlNow })}`);
}
