import { changes } from "@/lib/generated/tables";
import { pick, subquery, unnest } from "@/lib/platform/columns";
import { type Connection, sql } from "@/lib/platform/database";
import { TYPE } from "@/lib/platform/expressions";
import { type Phrase, phrase, quoted } from "@/lib/text/checks/sentences";
import { STATE } from "@/lib/text/codes";
import { grouped } from "@/lib/text/grouped";
import { ACTION } from "../change-actions";
import { FORM_SEPARATOR } from "../changes/record";

/** Translations that strings had before and have no more, as the ledger tells them. */

const h = changes.as("h");

/** Lines of a string, and as many of its source, that are looked at. */
const LINES = 30;

/** A string that is not translated. */
export interface Untranslated {
  id: number;
  sourceId: number;
  /** What it says now, its forms joined. */
  target: string;
}

interface Line {
  id: number;
  unitId: number | null;
  action: number;
  target: string;
  old: string;
  details: Record<string, unknown>;
}

/** The translations that strings had before, by their ids. */
export async function earlierTexts(
  on: Connection,
  strings: readonly Untranslated[],
): Promise<Map<number, readonly string[]>> {
  const found = new Map<number, readonly string[]>();
  if (strings.length === 0) return found;
  const pairs = strings.flatMap(({ id, sourceId }) => [
    { owner: id, about: id },
    { owner: id, about: sourceId },
  ]);
  const e = unnest("e", { owner: TYPE.number, about: TYPE.number }, pairs);
  const line = subquery(
    "line",
    sql`
      select ${pick(h, "id", "unitId", "action", "target", "old", "details")} from ${h}
      where ${h.unitId} = ${e.about} order by ${h.id} desc limit ${LINES}`,
  );
  const rows = await on.rows(sql`
    select ${pick(e, "owner")}, ${pick(line, "id", "unitId", "action", "target", "old", "details")}
    from ${e} cross join lateral ${line} order by ${line.id} desc`);
  const linesOf = grouped(rows, ({ owner }) => owner);
  for (const string of strings) {
    const text = earlierText(string, (linesOf.get(string.id) ?? []) as readonly Line[]);
    if (text !== undefined) found.set(string.id, text.split(FORM_SEPARATOR));
  }
  return found;
}

/** Characters of an earlier translation that are told of. */
const SHOWN = 300;

/** What is said of a string that had a translation before. */
export function describeEarlier(forms: readonly string[]): Phrase {
  const text = forms.filter((form) => form !== "").join(" / ");
  return phrase("earlier", { text: quoted(text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text) });
}

/** The newest translation that differs from what stands, up to a change of the source or a mark that somebody set. */
function earlierText({ id, target: now }: Untranslated, lines: readonly Line[]): string | undefined {
  const isGone = (text: string, state: unknown) =>
    typeof state === "number" &&
    state >= STATE.TRANSLATED &&
    text !== now &&
    text.replaceAll(FORM_SEPARATOR, "").trim() !== "";
  for (const { unitId, action, target, old, details } of lines) {
    if (unitId !== id) {
      if (SOURCE_CHANGES.has(action)) return undefined;
      continue;
    }
    if (DECIDED.has(action) || (MARKS.has(action) && details.state === STATE.NEEDS_EDITING)) return undefined;
    if (isGone(target, details.state)) return target;
    if (isGone(old, details.old_state)) return old;
  }
  return undefined;
}

const SOURCE_CHANGES: ReadonlySet<number> = new Set([
  ACTION.SOURCE_STRING_CHANGED,
  ACTION.STRING_UPDATED_IN_THE_REPOSITORY,
]);

/** What somebody meant to be the last word: a mark for edit, or another text that was put back. */
const DECIDED: ReadonlySet<number> = new Set([ACTION.MARKED_FOR_EDIT, ACTION.TRANSLATION_REVERTED]);

/** Ways by which a mark comes to a string that somebody gave it. */
const MARKS: ReadonlySet<number> = new Set([ACTION.PROPAGATED_CHANGE, ACTION.BULK_STATUS_CHANGED]);
