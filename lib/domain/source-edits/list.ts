import { languages, sourceUnits, translations, units } from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { db, type Sql, sql } from "@/lib/platform/database";
import { among, anyOf, asNumber, counted, hashText } from "@/lib/platform/expressions";
import { STATE } from "@/lib/text/codes";
import { followSourceEdit } from "@/lib/text/source-edit/follow";
import { kindOfSourceEdit, type SourceEditKind } from "@/lib/text/source-edit/kind";
import { FORM_SEPARATOR } from "../changes/record";
import type { ComponentRow } from "../components/components";

/**
 * Source strings that were edited, here or upstream, and whose translations need editing since: what was changed, and what
 * could be done with the translations. Nothing is decided here.
 */

const [u, s, t, l] = [units.as("u"), sourceUnits.as("s"), translations.as("t"), languages.as("l")];

/** A translation of the text as it was before. */
export interface WaitingTranslation {
  unitId: number;
  languageCode: string;
  languageName: string;
  direction: string;
  targets: string[];
  /** The translation after the same change by rule; null where the edit says nothing certain about it. */
  followed: string[] | null;
}

export interface SourceEdit {
  sourceId: number;
  idHash: string;
  context: string;
  before: string[];
  after: string[];
  kind: SourceEditKind;
  translations: WaitingTranslation[];
}

/** Translations that wait because of their source. The language of a component's own texts is none. */
export const waiting = (componentId: number): Sql => sql`
  ${u.previousSource} <> '' and ${among(u.state, STATE.NEEDS_EDITING, STATE.NEEDS_REWRITING, STATE.NEEDS_CHECKING)}
  and ${u.translationId} in (select ${t.id} from ${t} where ${t.componentId} = ${componentId} and not ${t.isSource})`;

/**
 * A page of the edits of a component, those of the newest strings first. A source that was edited again before a language
 * had followed counts for that language from the text which its translation was made from.
 * @param below only strings with a lower id: the last one of the page before
 */
export async function listSourceEdits(
  component: ComponentRow,
  { below, limit }: { below?: number; limit: number },
): Promise<{ rows: SourceEdit[]; more: boolean; count: number }> {
  const until = below === undefined ? sql`` : sql`and ${u.sourceId} < ${below}`;
  const found = await db.rows(sql`
    select distinct ${named({ id: u.sourceId })} from ${u} where ${waiting(component.id)} ${until}
    order by 1 desc limit ${limit + 1}`);
  const ids = found.slice(0, limit).map((row) => row.id);
  const [rows, count] = await Promise.all([
    ids.length === 0 ? [] : editsOf(component, ids),
    countSourceEdits(component.id),
  ]);
  return { rows, more: found.length > limit, count };
}

/** Edits of a component whose translations wait. */
export async function countSourceEdits(componentId: number): Promise<number> {
  const row = await db.one(sql`
    select ${counted} from (select distinct ${u.sourceId}, ${u.previousSource} from ${u} where ${waiting(componentId)}) as e`);
  return row?.count ?? 0;
}

async function editsOf(component: ComponentRow, ids: readonly number[]): Promise<SourceEdit[]> {
  const rows = await db.rows(sql`
    select ${pick(s, "sources", "context")}, ${pick(u, "sourceId", "targets", "previousSource")},
      ${named({ unitId: asNumber(u.id), idHash: hashText(s.idHash), languageCode: l.code, languageName: l.name, direction: l.direction })}
    from ${u} join ${s} on ${s.id} = ${u.sourceId} join ${t} on ${t.id} = ${u.translationId} join ${l} on ${l.id} = ${t.languageId}
    where ${anyOf(u.sourceId, ids)} and ${waiting(component.id)} order by ${u.sourceId} desc, ${u.previousSource}, ${l.name}, ${u.id}`);
  const edits = new Map<string, SourceEdit>();
  for (const row of rows) {
    const key = `${row.sourceId} ${row.previousSource}`;
    const before = row.previousSource.split(FORM_SEPARATOR);
    const edit = edits.get(key) ?? {
      ...{ sourceId: row.sourceId, idHash: row.idHash, context: row.context, before, after: row.sources },
      kind: kindOfSourceEdit(before, row.sources),
      translations: [],
    };
    edits.set(key, edit);
    const { unitId, languageCode, languageName, direction, targets } = row;
    const followed = followSourceEdit({ before, after: row.sources }, targets, languageCode) ?? null;
    edit.translations.push({ unitId, languageCode, languageName, direction, targets, followed });
  }
  return [...edits.values()];
}
