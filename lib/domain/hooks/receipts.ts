import { components, hookReceipts, projects, users } from "@/lib/generated/tables";
import { combined, named, pick, row } from "@/lib/platform/columns";
import { db, joinSql, type SelectedRow, type Sql, sql } from "@/lib/platform/database";
import { asFlag, asJson, asText, jsonList, orNull, subselect } from "@/lib/platform/expressions";
import { withoutCredentials } from "@/lib/text/addresses";
import { HOOK_OUTCOMES, type HookOutcome } from "@/lib/text/codes";
import { typedPattern } from "@/lib/text/like";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import type { PushNotification } from "./notification";

/** Notifications of code hosts as administrators see them: those that matched nothing as well. */

/** So many are kept of those that updated something, and of the others: strangers who send much push out none of the former. */
export const MOST_RECEIPTS = 1000;
export const RECEIPT_DAYS = 30;
/** Old ones are removed with every so many new ones. */
const EACH = 20;

const [h, c, p, u] = [hookReceipts.as("h"), components.as("c"), projects.as("p"), users.as("u")];

export interface NewReceipt {
  service: string;
  event: string;
  repository?: string;
  branch?: string;
  outcome: HookOutcome;
  components?: readonly number[];
  detail?: string;
  /** What was read of it, for handling it again. */
  push?: KeptPush;
  /** The notification that it repeats, and who had it repeated. */
  replay?: { of: number; by: number };
}

/** What names the repository and the branch of a push, or the path of the plain hook: enough to handle it again. */
export type KeptPush = PushNotification | { path: string[] };

/** A push without what nobody may read, and no longer than code hosts make it. */
function keptPush(push: KeptPush): KeptPush {
  if ("path" in push) return { path: push.path.slice(0, 20).map((segment) => line(segment, 200)) };
  return {
    service: line(push.service, 40),
    repository: line(withoutCredentials(push.repository), 500),
    candidates: push.candidates.slice(0, 20).map((address) => line(withoutCredentials(address), 500)),
    branch: push.branch === undefined ? undefined : line(push.branch, 200),
    fullName: line(push.fullName, 500),
  };
}

/** Text of outsiders: one line, and no longer than anybody reads. */
const line = (text: string, most: number): string => text.replace(/[\p{Cc}\p{Cf}]+/gu, " ").slice(0, most);

/** Notes a notification and what came of it. Of its content that alone is kept which names the repository and the branch. */
export async function noteReceipt(receipt: NewReceipt): Promise<void> {
  const kept = await db.one(sql`
    insert into ${hookReceipts} ${row(hookReceipts, {
      service: line(receipt.service, 40),
      event: line(receipt.event, 100),
      repository: line(withoutCredentials(receipt.repository ?? ""), 500),
      branch: line(receipt.branch ?? "", 200),
      outcome: receipt.outcome,
      matched: receipt.outcome === "updated",
      components: [...(receipt.components ?? [])].slice(0, 100),
      detail: line(receipt.detail ?? "", 300),
      push: receipt.push ? keptPush(receipt.push) : null,
      replayOf: receipt.replay?.of ?? null,
      replayedBy: receipt.replay?.by ?? null,
    })} returning ${pick(hookReceipts, "id")}`);
  if (kept && kept.id % EACH === 0) await purgeReceipts();
}

/** Removes what is too old or too much. Gives how many. */
export async function purgeReceipts(): Promise<number> {
  const old = await db.run(sql`
    delete from ${hookReceipts} where ${hookReceipts.at} < now() - make_interval(days => ${RECEIPT_DAYS}::int)`);
  const surplus = await db.run(sql`
    delete from ${hookReceipts} where ${hookReceipts.id} <= any(
      select (select ${h.id} from ${h} where ${h.matched} = kind.matched order by ${h.id} desc offset ${MOST_RECEIPTS} limit 1)
      from (values (true), (false)) kind (matched) where kind.matched = ${hookReceipts.matched})`);
  return old + surplus;
}

const RECEIPT = combined(
  pick(h, "id", "at", "service", "event", "repository", "branch", "outcome", "detail", "replayOf"),
  named({
    replayable: asFlag(sql`${h.push} is not null`),
    replayer: subselect(
      asText(sql`coalesce(nullif(${u.fullName}, ''), ${u.username})`),
      sql`from ${u} where ${u.id} = ${h.replayedBy}`,
    ),
    components: jsonList(
      {
        name: c.name,
        projectName: p.name,
        projectSlug: p.slug,
        categoryPath: asText(sql`category_path(${c.categoryId})`),
        componentSlug: c.slug,
      },
      c.id,
      sql`from ${c} join ${p} on ${p.id} = ${c.projectId} and ${p.removedAt} is null
        where ${c.id} = any(${h.components}) and ${c.removedAt} is null`,
    ),
  }),
);

export type ReceiptRow = SelectedRow<typeof RECEIPT>;

export { HOOK_OUTCOMES };

/**
 * Notifications, newest first. `after` is the id of the last one of the page before. Needs `management.use`.
 * @param words part of the address of the repository
 */
export async function listReceipts(
  actor: Actor,
  { words, outcome, after, limit }: { words: string; outcome?: HookOutcome; after?: number; limit: number },
): Promise<{ rows: ReceiptRow[]; next: number | undefined }> {
  demand(actor, "management.use");
  const like = typedPattern(words);
  const where = [
    sql`${h.at} > now() - make_interval(days => ${RECEIPT_DAYS}::int)`,
    sql`${h.repository} ilike ${like}`,
    ...(outcome ? [sql`${h.outcome} = ${outcome}`] : []),
    ...(after === undefined ? [] : [sql`${h.id} < ${after}`]),
  ];
  const found = await db.rows(sql`
    select ${RECEIPT} from ${h} where ${joinSql(where, " and ")} order by ${h.id} desc limit ${limit + 1}`);
  const rows = found.slice(0, limit);
  return { rows, next: found.length > limit ? rows.at(-1)?.id : undefined };
}

/** A notification as those see it who look after one component: others that it reached may be none of their business. */
const RECEIVED = combined(
  pick(h, "id", "at", "event", "branch", "outcome", "detail", "replayOf"),
  named({ replayable: asFlag(sql`${h.push} is not null`) }),
);

export type Received = SelectedRow<typeof RECEIVED>;

/** So many are told of one repository. */
const MOST_OF_ONE = 10;

/**
 * What came in of the repository of a component, newest first, at most 10: what updated the component, and what named its
 * repository without doing so.
 * @param place host and path of the repository, where it is at a host
 */
export async function receiptsOf(
  component: { id: number },
  place: { host: string; path: string } | undefined,
): Promise<Received[]> {
  return db.rows(
    sql`select ${RECEIVED} from ${h} where ${isOf(component, place)} order by ${h.id} desc limit ${MOST_OF_ONE}`,
  );
}

/** A notification of the repository of a component, not too old. */
function isOf(component: { id: number }, place: { host: string; path: string } | undefined): Sql {
  const addresses = place
    ? [`https://${place.host}/`, `http://${place.host}/`, `ssh://git@${place.host}/`, `git@${place.host}:`].flatMap(
        (start) => [`${start}${place.path}`, `${start}${place.path}.git`].map((address) => address.toLowerCase()),
      )
    : [];
  return sql`(${h.at} > now() - make_interval(days => ${RECEIPT_DAYS}::int)
    and (${component.id} = any(${h.components}) or lower(${h.repository}) = any(${addresses}::text[])))`;
}

const KEPT = combined(
  pick(h, "id", "service", "event", "repository", "branch", "replayOf"),
  named({ push: orNull(asJson<KeptPush>(h.push)) }),
);

export type KeptReceipt = SelectedRow<typeof KEPT>;

/** A notification that can be handled again; of a component, one of its repository. Undefined for any other. */
export async function keptReceipt(
  id: number,
  of?: { component: { id: number }; place: { host: string; path: string } | undefined },
): Promise<KeptReceipt | undefined> {
  const where = of ? isOf(of.component, of.place) : sql`true`;
  return db.one(sql`select ${KEPT} from ${h} where ${h.id} = ${id}::bigint and ${h.push} is not null and ${where}`);
}
