import { components, drafts, sourceUnits, translations, units } from "@/lib/generated/tables";
import { assigned, eachRow, names, pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { anyOf, sqlNow } from "@/lib/platform/expressions";
import { refusal } from "@/lib/text/messages/refusal";
import { type Actor, isNobodysOwn } from "../access/actor";
import { visibleComponents } from "../access/demand";
import { Invalid, NotFound, Unauthenticated } from "../errors";
import { UNIT_FROM } from "../units/units";

const [d, u, excluded] = [drafts.as("d"), units.as("u"), drafts.as("excluded")];
const [s, t, c] = [sourceUnits.as("s"), translations.as("t"), components.as("c")];

/**
 * Unsaved text of one person on one string. Private to its author, kept for 30 days, also when the string goes
 * (`lib/domain/lost/drafts.ts`).
 */
export interface Draft {
  unitId: number;
  targets: string[];
  /** Version of the unit the text was begun on. */
  baseVersion: number;
  updatedAt: Date;
}

/** Days a draft is kept after its last letter. */
export const DRAFT_DAYS = 30;

/** More forms than any language has. */
const MAX_FORMS = 12;
const MAX_CHARACTERS = 1_000_000;
/** Stale drafts that one write clears away; the rest waits for the next. */
const CLEARED_AT_ONCE = 200;

const FRESH = sql`${d.updatedAt} > now() - make_interval(days => ${DRAFT_DAYS})`;

/**
 * Keeps what somebody has typed and not saved, in place of what was kept before.
 * @throws Unauthenticated for nobody; NotFound for a string that is gone or hidden; Invalid for what cannot be stored
 */
export async function keepDraft(
  actor: Actor,
  unitId: number,
  draft: Pick<Draft, "targets" | "baseVersion">,
): Promise<void> {
  demandAccount(actor);
  validate(draft.targets, draft.baseVersion);
  const written = await db.run(sql`
    insert into ${d} ${eachRow(d, {
      userId: actor.userId,
      unitId: u.id,
      componentId: c.id,
      languageId: t.languageId,
      sources: s.sources,
      baseVersion: draft.baseVersion,
      targets: sql`${draft.targets}::text[]`,
      updatedAt: sqlNow,
    })}
    ${UNIT_FROM} where ${u.id} = ${unitId} and ${visibleComponents(actor)}
    on conflict (${names(d, "userId", "unitId")}) do update set ${assigned(d, {
      baseVersion: excluded.baseVersion,
      sources: excluded.sources,
      targets: excluded.targets,
      updatedAt: sqlNow,
    })}`);
  if (written === 0) throw new NotFound(refusal("stringUnseen", { unitId }));
  await removeStaleDrafts();
}

function demandAccount(actor: Actor): void {
  if (actor.isAnonymous || actor.userId === 0) throw new Unauthenticated(refusal("signInDrafts"));
}

function validate(targets: readonly string[], baseVersion: number): void {
  if (targets.length === 0 || targets.length > MAX_FORMS)
    throw Invalid.field("targets", refusal("draftMustBetween", { maxForms: MAX_FORMS }));
  if (targets.reduce((sum, text) => sum + text.length, 0) > MAX_CHARACTERS)
    throw Invalid.field("targets", refusal("draftMayMost", { maxCharacters: MAX_CHARACTERS }), "max_length");
  if (targets.some((text) => text.includes("\u0000") || !text.isWellFormed()))
    throw Invalid.field("targets", refusal("draftContainsCharacters"));
  if (!Number.isInteger(baseVersion) || baseVersion < 0)
    throw Invalid.field("baseVersion", refusal("baseVersionDraft"));
}

/** Forgets the actor's draft of a string; nothing happens when there is none. */
export async function dropDraft(actor: Actor, unitId: number): Promise<void> {
  if (actor.isAnonymous) return;
  await db.run(sql`delete from ${d} where ${d.userId} = ${actor.userId} and ${d.unitId} = ${unitId}`);
}

/** The actor's own drafts of some strings, by unit id. */
export async function draftsOf(actor: Actor, unitIds: readonly number[]): Promise<Map<number, Draft>> {
  if (isNobodysOwn(actor) || unitIds.length === 0) return new Map();
  const rows = await db.rows(sql`
    select ${pick(d, "unitId", "targets", "baseVersion", "updatedAt")} from ${d}
    where ${d.userId} = ${actor.userId} and ${anyOf(d.unitId, unitIds)} and ${FRESH}`);
  return new Map(rows.map((row) => [row.unitId, row]));
}

/** Removes drafts that nobody touched for 30 days, some at a time; gives how many went. */
export async function removeStaleDrafts(): Promise<number> {
  return db.run(sql`
    delete from ${drafts} where (${drafts.userId}, ${drafts.unitId}) in (
      select ${d.userId}, ${d.unitId} from ${d} where not (${FRESH}) order by ${d.updatedAt} limit ${CLEARED_AT_ONCE})`);
}
