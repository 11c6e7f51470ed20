import { type Connection, sql, type Tx } from "@/lib/platform/database";
import { maskWithin } from "@/lib/text/addresses";
import { type Actor, ledgerUser } from "../access/actor";
import { actionCodes } from "../change-actions";
import { moveCountersLater } from "../counters/counters";

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
  operationId?: string | null;
  /** Who did it; the actor when left out. */
  userId?: number | null;
  /** Who is credited; the same as `userId` when left out. */
  authorId?: number | null;
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

/** Writes lines into the ledger and wakes its followers: one statement, however many. */
export async function record(tx: Tx, actor: Actor, lines: readonly ChangeLine[]): Promise<void> {
  if (lines.length === 0) return;
  const user = ledgerUser(actor);
  const rows = lines.map((line) => ({
    action: line.action,
    cause: line.cause ?? actor.cause,
    operation_id: line.operationId ?? null,
    user_id: line.userId === undefined ? user : line.userId,
    author_id: line.authorId === undefined ? (line.userId === undefined ? user : line.userId) : line.authorId,
    project_id: line.projectId ?? null,
    component_id: line.componentId ?? null,
    translation_id: line.translationId ?? null,
    language_id: line.languageId ?? null,
    unit_id: line.unitId ?? null,
    target: line.target ?? "",
    old: line.old ?? "",
    details: withoutSecrets(line.details ?? {}),
  }));
  await insertRows(tx, rows);
  moveCountersLater(tx, contentMoves(rows));
}

/** Members that hold what tools and other services said, and addresses. Texts of translators stay as they are. */
const TOLD = ["error", "output", "reason", "repo_url", "repos"];

function withoutSecrets(details: Record<string, unknown>): Record<string, unknown> {
  const told = TOLD.filter((name) => details[name] !== undefined);
  return told.length === 0
    ? details
    : { ...details, ...Object.fromEntries(told.map((name) => [name, maskWithin(details[name])])) };
}

const CONTENT: ReadonlySet<number> = new Set(actionCodes("content"));

/** The lines that change content, as what they add to the counters of their translations: one more, now, by its author. */
function contentMoves(rows: readonly { action: number; translation_id: number | null; author_id: number | null }[]) {
  const moves = new Map<number, { recent: number; author: number | null }>();
  for (const row of rows)
    if (row.translation_id && CONTENT.has(row.action)) {
      const recent = (moves.get(row.translation_id)?.recent ?? 0) + 1;
      moves.set(row.translation_id, { recent, author: row.author_id });
    }
  const now = new Date();
  return [...moves].map(([translationId, { recent, author }]) => ({
    translationId,
    numbers: { recent },
    lastChange: now,
    lastAuthorId: author,
  }));
}

async function insertRows(tx: Connection, rows: readonly Record<string, unknown>[]): Promise<void> {
  // A batch of a few thousand keeps one parameter well below the protocol's limit.
  for (let at = 0; at < rows.length; at += 5000)
    await tx.run(sql`
      with told as (insert into changes (action, cause, operation_id, user_id, author_id, project_id, component_id, translation_id, language_id, unit_id, target, old, details)
      select * from jsonb_to_recordset(${JSON.stringify(rows.slice(at, at + 5000))}::jsonb) as t(
        action smallint, cause text, operation_id uuid, user_id int, author_id int, project_id int, component_id int,
        translation_id int, language_id int, unit_id bigint, target text, old text, details jsonb))
      select pg_notify(${CHANNEL}, '')`);
}
