import { labels, sourceUnitLabels, sourceUnits, translations, units } from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { anyOf, asNumbers } from "@/lib/platform/expressions";
import { STATE, type UnitState } from "@/lib/text/codes";
import { formatFlags, mergeFlags, parseFlags } from "@/lib/text/flags/flags";
import type { Actor } from "../access/actor";
import { ACTION } from "../change-actions";
import { asOperation } from "../changes/operations";
import type { ComponentRow } from "../components/components";
import { Failed } from "../errors";
import { changeUnit } from "../units/change-unit";
import { editStrings } from "../units/edit-strings";
import { UNIT_FROM } from "../units/units";
import { searchCondition } from "./condition";
import { withinTime } from "./search-units";

const [u, s, t, l, x] = [
  units.as("u"),
  sourceUnits.as("s"),
  translations.as("t"),
  labels.as("l"),
  sourceUnitLabels.as("x"),
];

/** One change to all strings that a search finds: states of translations, flags and labels of their source strings. */

export interface BulkEdit {
  q: string;
  /** State of the translations; undefined leaves them alone. */
  state: UnitState | undefined;
  addFlags: string;
  removeFlags: string;
  addLabels: readonly string[];
  removeLabels: readonly string[];
}

export interface BulkOutcome {
  /** Translations that got another state. */
  translations: number;
  /** Source strings that got other flags or labels. */
  sources: number;
}

/** States that a translation may be put into, and out of. */
const CHANGEABLE = [
  STATE.NEEDS_EDITING,
  STATE.NEEDS_REWRITING,
  STATE.NEEDS_CHECKING,
  STATE.TRANSLATED,
  STATE.APPROVED,
] as const;

/**
 * Edits the strings of a component that a search finds. Strings without a translation keep their state. Done twice it
 * finds nothing more to do; no permission is asked.
 * @param apply false to count only
 * @throws Invalid for a search that cannot be understood; Failed for a label that the project does not have
 */
export async function bulkEdit(
  actor: Actor,
  component: ComponentRow,
  wish: BulkEdit,
  { apply, name }: { apply: boolean; name: string },
): Promise<BulkOutcome> {
  const labelIds = await labelsOf(component, [...wish.addLabels, ...wish.removeLabels]);
  const condition = searchCondition(wish.q);
  const found = await withinTime((tx) =>
    tx.rows(sql`
      select ${pick(u, "id", "sourceId", "translationId", "state")}, ${named({ isSource: t.isSource })} ${UNIT_FROM}
      where ${t.componentId} = ${component.id} and (${condition}) order by ${u.translationId}, ${u.id}`),
  );
  const sources = await describedSources([...new Set(found.map(({ sourceId }) => sourceId))], wish, labelIds);
  const open = new Set<number>(CHANGEABLE);
  const stated = found.filter(({ isSource, state }) => !isSource && open.has(state) && state !== wish.state);
  const outcome = { translations: wish.state === undefined ? 0 : stated.length, sources: sources.length };
  if (!apply) return outcome;
  outcome.translations = 0;
  const { state } = wish;
  const restated = state === undefined ? [] : stated;
  if (sources.length === 0 && restated.length === 0) return outcome;
  const rule = { states: CHANGEABLE, action: ACTION.BULK_STATUS_CHANGED };
  const details = { name, needs: ["component.edit"] as const, components: [component.id], q: wish.q };
  await asOperation(actor, { kind: "bulk-edit", details }, async () => {
    for (const { id, ...about } of sources) await changeUnit(actor, id, about);
    if (state === undefined) return;
    for (const id of new Set(restated.map(({ translationId }) => translationId)))
      outcome.translations += await editStrings(
        actor,
        { id, isSource: false },
        {
          ...rule,
          ids: restated.flatMap((unit) => (unit.translationId === id ? [unit.id] : [])),
          decide: ({ targets }) => ({ targets: [...targets], state }),
        },
        { cause: "addon", name },
      );
  });
  return outcome;
}

/** Ids of labels by name. @throws Failed */
async function labelsOf(component: ComponentRow, names: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (names.length === 0) return new Map();
  const rows = await db.rows(sql`
    select ${pick(l, "id", "name")} from ${l} where ${l.projectId} = ${component.projectId} and ${anyOf(l.name, names)}`);
  const found = new Map(rows.map(({ id, name }) => [name, id]));
  const missing = names.find((name) => !found.has(name));
  if (missing !== undefined) throw new Failed(`The project has no label ${missing.slice(0, 100)}.`);
  return found;
}

/** What source strings are to be described by, of those that are described otherwise. */
async function describedSources(
  ids: readonly number[],
  wish: BulkEdit,
  labelIds: ReadonlyMap<string, number>,
): Promise<{ id: number; extraFlags?: string; labelIds?: number[] }[]> {
  const idsOf = (names: readonly string[]) => names.flatMap((name) => labelIds.get(name) ?? []);
  const [added, removed] = [idsOf(wish.addLabels), new Set(idsOf(wish.removeLabels))];
  if (!wish.addFlags && !wish.removeFlags && labelIds.size === 0) return [];
  const rows = await db.rows(sql`
    select ${pick(s, "id", "extraFlags")}, ${named({
      labels: asNumbers(sql`array(select ${x.labelId} from ${x} where ${x.sourceId} = ${s.id} order by 1)`),
    })} from ${s} where ${anyOf(s.id, ids)} order by ${s.position}, ${s.id}`);
  return rows.flatMap(({ id, extraFlags, labels: has }) => {
    const flags = changedFlags(extraFlags, wish);
    const wanted = [...new Set([...has, ...added])].filter((label) => !removed.has(label)).sort((a, b) => a - b);
    const about = {
      ...(flags !== undefined && { extraFlags: flags }),
      ...(wanted.join() !== has.join() && { labelIds: wanted }),
    };
    return Object.keys(about).length > 0 ? [{ id, ...about }] : [];
  });
}

/** Flags with some more and without some; undefined where they are so already. */
function changedFlags(text: string, { addFlags, removeFlags }: BulkEdit): string | undefined {
  const before = parseFlags(text);
  const after = new Map(mergeFlags(before, parseFlags(addFlags)));
  for (const name of parseFlags(removeFlags).keys()) after.delete(name);
  const [was, now] = [formatFlags(before), formatFlags(after)];
  return was === now ? undefined : now;
}
