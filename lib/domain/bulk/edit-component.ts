import { labels, sourceUnitLabels, sourceUnits, translations, units } from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { anyOf, asNumbers } from "@/lib/platform/expressions";
import type { UnitState } from "@/lib/text/codes";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { ACTION } from "../change-actions";
import { asOperation } from "../changes/operations";
import type { ComponentRow } from "../components/components";
import { Failed, Invalid } from "../errors";
import { fontProblem } from "../projects/font-names";
import { searchCondition } from "../search/condition";
import { withinTime } from "../search/search-units";
import { describeAll } from "../units/describe-source";
import { editStrings } from "../units/edit-strings";
import { lockUnits, UNIT_FROM } from "../units/units";
import { aboutOf } from "./internal/decide";
import { BULK_STATES } from "./wish";

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

/** What came of it. */
export interface ComponentOutcome {
  /** Translations that got another state. */
  translations: number;
  /** Source strings that got other flags or labels. */
  sources: number;
}

/** Source strings that are described in one transaction. */
const BATCH = 200;

/**
 * Edits the strings of a component that a search finds. Strings without a translation keep their state. Done twice it
 * finds nothing more to do; no permission is asked.
 * @param apply false to count only
 * @throws Invalid for a search that cannot be understood and for a font that the project does not have; Failed for a label that the project does not have
 */
export async function bulkEdit(
  actor: Actor,
  component: ComponentRow,
  wish: BulkEdit,
  { apply, name }: { apply: boolean; name: string },
): Promise<ComponentOutcome> {
  const font = await fontProblem(db, component.projectId, wish.addFlags);
  if (font) throw Invalid.field("addFlags", font, "does_not_exist");
  const labelIds = await labelsOf(component, [...wish.addLabels, ...wish.removeLabels]);
  const condition = searchCondition(wish.q);
  const found = await withinTime((tx) =>
    tx.rows(sql`
      select ${pick(u, "id", "sourceId", "translationId", "state")}, ${named({ isSource: t.isSource })} ${UNIT_FROM}
      where ${t.componentId} = ${component.id} and (${condition}) order by ${u.translationId}, ${u.id}`),
  );
  const sources = await describedSources([...new Set(found.map(({ sourceId }) => sourceId))], wish, labelIds);
  const open = new Set<number>(BULK_STATES);
  const stated = found.filter(({ isSource, state }) => !isSource && open.has(state) && state !== wish.state);
  const outcome = { translations: wish.state === undefined ? 0 : stated.length, sources: sources.length };
  if (!apply) return outcome;
  outcome.translations = 0;
  const { state } = wish;
  const restated = state === undefined ? [] : stated;
  if (sources.length === 0 && restated.length === 0) return outcome;
  const rule = { states: BULK_STATES, action: ACTION.BULK_STATUS_CHANGED };
  const details = { name, needs: ["component.edit"] as const, components: [component.id], q: wish.q };
  await asOperation(actor, { kind: "bulk-edit", details }, async () => {
    for (let at = 0; at < sources.length; at += BATCH) await describeSome(actor, sources.slice(at, at + BATCH));
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
  if (missing !== undefined) throw new Failed(refusal("projectNoLabel", { missing: missing.slice(0, 100) }));
  return found;
}

interface Described {
  id: number;
  extraFlags?: string;
  labelIds?: number[];
}

async function describeSome(actor: Actor, sources: readonly Described[]): Promise<void> {
  await inTransaction(async (tx) => {
    const ids = sources.map(({ id }) => id);
    const locked = new Map((await lockUnits(tx, actor, ids)).map((unit) => [unit.id, unit]));
    await describeAll(
      tx,
      actor,
      sources.flatMap(({ id, ...about }) => {
        const unit = locked.get(id);
        return unit ? [{ ...about, unit }] : [];
      }),
    );
  });
}

/** What source strings are to be described by, of those that are described otherwise. */
async function describedSources(
  ids: readonly number[],
  wish: BulkEdit,
  labelIds: ReadonlyMap<string, number>,
): Promise<Described[]> {
  const idsOf = (names: readonly string[]) => names.flatMap((name) => labelIds.get(name) ?? []);
  const { addFlags, removeFlags } = wish;
  if (!addFlags && !removeFlags && labelIds.size === 0) return [];
  const wanted = { addFlags, removeFlags, addLabels: idsOf(wish.addLabels), removeLabels: idsOf(wish.removeLabels) };
  const rows = await db.rows(sql`
    select ${pick(s, "id", "extraFlags")}, ${named({
      labels: asNumbers(sql`array(select ${x.labelId} from ${x} where ${x.sourceId} = ${s.id} order by 1)`),
    })} from ${s} where ${anyOf(s.id, ids)} order by ${s.position}, ${s.id}`);
  return rows.flatMap(({ id, extraFlags, labels: has }) => {
    const about = aboutOf(extraFlags, has, wanted);
    return about ? [{ id, ...about }] : [];
  });
}
