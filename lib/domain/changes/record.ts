import { type Changes, changes, translations, units } from "@/lib/generated/tables";
import { columnsOf, eachRow, pick, recordset } from "@/lib/platform/columns";
import { type Connection, sql, type Tx, whole } from "@/lib/platform/database";
import { anyOf } from "@/lib/platform/expressions";
import { currentOperation } from "@/lib/platform/operation-mark";
import { maskWithin } from "@/lib/text/addresses";
import { type Actor, ledgerUser } from "../access/actor";
import { actionCodes } from "../change-actions";
import { deferCounterChanges } from "../counters/counters";

const [u, t, v] = [units.as("u"), translations.as("t"), translations.as("v")];

/** The separator between plural forms where the contract wants one text. */
export const FORM_SEPARATOR = "\u001e\u001e";

/** Plural forms as one text, as changes and memory hold them. */
export function joinForms(forms: readonly string[]): string {
  return forms.join(FORM_SEPARATOR);
}

export type Cause =
  | "person"
  | "api"
  | "machine"
  | "memory"
  | "propagation"
  | "upload"
  | "repository"
  | "addon"
  | "service";

/** One line for the ledger. */
export interface ChangeLine {
  action: number;
  cause?: Cause;
  /** The operation that is going on when left out. */
  operationId?: string | null;
  /** Who did it; the actor when left out. */
  userId?: number | null;
  /** Who is credited; the same as `userId` when left out. */
  authorId?: number | null;
  /** Whose suggestion it decides on. */
  suggesterId?: number | null;
  projectId?: number | null;
  componentId?: number | null;
  translationId?: number | null;
  languageId?: number | null;
  unitId?: number | null;
  target?: string;
  old?: string;
  details?: Record<string, unknown>;
}

/** What a follower is woken by. */
const CHANNEL = "loquat_changes";

/** Where the editors hear which strings of a translation have changed: `<translation>:<unit>,<unit>…`, or `:*` for many. */
export const STRINGS_CHANNEL = "loquat_strings";

/** More strings of one translation are told of as many. */
const NAMED_STRINGS = 50;

/** Columns that a line gives. */
const TOLD = [
  ...(["action", "cause", "operationId", "userId", "authorId", "projectId", "componentId", "translationId"] as const),
  ...(["languageId", "unitId", "target", "old", "details", "suggesterId"] as const),
] as const satisfies readonly (keyof Changes)[];

const LINE = columnsOf(changes, ...TOLD);

/** Put together once: every line of the ledger needs it. */
const COPIED = whole(eachRow(changes, columnsOf(recordset("t", LINE, []), ...TOLD)));

type Told = Pick<Changes, (typeof TOLD)[number]>;

/** Writes lines into the ledger and wakes its followers: one statement, however many. */
export async function record(tx: Tx, actor: Actor, lines: readonly ChangeLine[]): Promise<void> {
  if (lines.length === 0) return;
  const user = ledgerUser(actor);
  const rows = lines.map(
    (line): Told => ({
      action: line.action,
      cause: line.cause ?? actor.cause,
      operationId: line.operationId ?? currentOperation() ?? null,
      userId: line.userId === undefined ? user : line.userId,
      authorId: line.authorId === undefined ? (line.userId === undefined ? user : line.userId) : line.authorId,
      suggesterId: line.suggesterId ?? null,
      projectId: line.projectId ?? null,
      componentId: line.componentId ?? null,
      translationId: line.translationId ?? null,
      languageId: line.languageId ?? null,
      unitId: line.unitId ?? null,
      target: line.target ?? "",
      old: line.old ?? "",
      details: withoutSecrets(line.details ?? {}),
    }),
  );
  await insertRows(tx, rows);
  deferCounterChanges(tx, contentMoves(rows));
}

/** Members that hold what tools and other services said, and addresses. Texts of translators stay as they are. */
const FOREIGN = ["error", "output", "reason", "said", "repo_url", "repos"];

function withoutSecrets(details: Record<string, unknown>): Record<string, unknown> {
  const told = FOREIGN.filter((name) => details[name] !== undefined);
  return told.length === 0
    ? details
    : { ...details, ...Object.fromEntries(told.map((name) => [name, maskWithin(details[name])])) };
}

const CONTENT: ReadonlySet<number> = new Set(actionCodes("content"));

/** The lines that change content, as what they add to the counters of their translations: one more, now, by its author. */
function contentMoves(rows: readonly Told[]) {
  const moves = new Map<number, { recent: number; author: number | null }>();
  for (const row of rows)
    if (row.translationId && CONTENT.has(row.action)) {
      const recent = (moves.get(row.translationId)?.recent ?? 0) + 1;
      moves.set(row.translationId, { recent, author: row.authorId });
    }
  const now = new Date();
  return [...moves].map(([translationId, { recent, author }]) => ({
    translationId,
    numbers: { recent },
    lastChange: now,
    lastAuthorId: author,
  }));
}

async function insertRows(tx: Connection, rows: readonly Told[]): Promise<void> {
  // A batch of a few thousand keeps one parameter well below the protocol's limit.
  for (let at = 0; at < rows.length; at += 5000) {
    const batch = rows.slice(at, at + 5000);
    await tx.run(sql`
      with told as (insert into ${changes} ${COPIED} from ${recordset("t", LINE, batch)})
      select pg_notify(${CHANNEL}, ''), (select count(pg_notify(${STRINGS_CHANNEL}, said)) from unnest(${stringsIn(batch)}::text[]) said)`);
  }
}

/** Tells the editors of strings that are others now though no text is. */
export async function tellStrings(
  tx: Tx,
  strings: readonly { translationId: number; unitId: number }[],
): Promise<void> {
  if (strings.length > 0)
    await tx.run(sql`select pg_notify(${STRINGS_CHANNEL}, said) from unnest(${stringsIn(strings)}::text[]) said`);
}

/** Tells the editors of all languages that something was said about source strings. @param sourceIds of few components */
export async function tellLanguages(tx: Tx, sourceIds: readonly number[]): Promise<void> {
  if (sourceIds.length > NAMED_STRINGS)
    await tx.run(sql`
      select pg_notify(${STRINGS_CHANNEL}, ${t.id} || ':*') from ${t} where ${t.componentId} in (
        select ${v.componentId} from ${u} join ${v} on ${v.id} = ${u.translationId} where ${anyOf(u.id, sourceIds)})`);
  else if (sourceIds.length > 0) {
    const all = await tx.rows(
      sql`select ${pick(u, "id", "translationId")} from ${u} where ${anyOf(u.sourceId, sourceIds)}`,
    );
    await tellStrings(
      tx,
      all.map(({ id, translationId }) => ({ unitId: id, translationId })),
    );
  }
}

function stringsIn(rows: readonly Pick<Told, "translationId" | "unitId">[]): string[] {
  const units = new Map<number, Set<number>>();
  for (const { translationId, unitId } of rows) {
    if (!translationId || !unitId) continue;
    const known = units.get(translationId);
    if (known) known.add(unitId);
    else units.set(translationId, new Set([unitId]));
  }
  return [...units].map(([translation, ids]) => `${translation}:${ids.size > NAMED_STRINGS ? "*" : [...ids].join()}`);
}
