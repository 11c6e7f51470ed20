import {
  components,
  languages,
  projects,
  sourceUnits,
  translations,
  units,
  unlinkedUnits,
} from "@/lib/generated/tables";
import { combined, named, pick, subquery } from "@/lib/platform/columns";
import { db, type SelectedRow, sql } from "@/lib/platform/database";
import { asFlag, asText, hashText } from "@/lib/platform/expressions";
import { STATE, type UnitState } from "@/lib/text/codes";
import { checksumOf } from "@/lib/text/hash";
import { urls } from "@/lib/urls";
import type { Actor } from "../access/actor";
import { visibleComponents } from "../access/demand";
import type { UnitRow } from "../units/units";
import { variantsOf } from "../units/variants";

const [u, s, t] = [units.as("u"), sourceUnits.as("s"), translations.as("t")];
const [c, p, l] = [components.as("c"), projects.as("p"), languages.as("l")];
const x = unlinkedUnits.as("x");

/** A string that stands before or behind the open one in its file. */
export interface NearbyString {
  id: number;
  checksum: string;
  /** The key, or "" where there is none. */
  context: string;
  sources: string[];
  targets: string[];
  state: UnitState;
}

/** The same string in another component, in the same language. */
export interface SameString {
  id: number;
  /** The string in its editor. */
  url: string;
  component: string;
  project: string;
  targets: string[];
  state: UnitState;
  /** Whether edits go on between the two; null where its component shares no texts with that of the open string. */
  linked: boolean | null;
}

const AROUND = 5;
const SAME = 20;
/** Source strings with the same text that are looked at: "OK" may stand in ten thousand components. */
const LOOKED_AT = 500;

const NEAR = combined(
  pick(u, "id", "targets", "state"),
  pick(s, "context", "sources"),
  named({ idHash: hashText(s.idHash) }),
);

const shown = ({ idHash, ...row }: SelectedRow<typeof NEAR>): NearbyString => ({
  ...row,
  checksum: checksumOf(BigInt(idHash)),
});

const FROM = sql`from ${u} join ${s} on ${s.id} = ${u.sourceId}`;

/** Strings around one that the actor has found, in the order of the file. */
export async function stringsAround(unit: Pick<UnitRow, "id" | "translationId" | "position">): Promise<{
  before: NearbyString[];
  after: NearbyString[];
}> {
  const { id, translationId, position } = unit;
  const [before, after] = await Promise.all([
    db.rows(sql`
      select ${NEAR} ${FROM}
      where ${u.translationId} = ${translationId} and (${u.position}, ${u.id}) < (${position}, ${id})
      order by ${u.position} desc, ${u.id} desc limit ${AROUND}`),
    db.rows(sql`
      select ${NEAR} ${FROM}
      where ${u.translationId} = ${translationId} and (${u.position}, ${u.id}) > (${position}, ${id})
      order by ${u.position}, ${u.id} limit ${AROUND}`),
  ]);
  return { before: before.map(shown).reverse(), after: after.map(shown) };
}

/** Variants of a string that the actor has found, such as its short form, in the order of the file. */
export async function variantsBeside(unit: Pick<UnitRow, "sourceId" | "translationId">): Promise<NearbyString[]> {
  const rows = await db.rows(sql`
    select ${NEAR} ${FROM} where ${u.translationId} = ${unit.translationId} and ${u.sourceId} in (${variantsOf(unit.sourceId)})
    order by ${u.position}, ${u.id} limit ${SAME}`);
  return rows.map(shown);
}

/** Strings with the same source and context in other components, translated into the same language. */
export async function sameElsewhere(
  actor: Actor,
  unit: Pick<UnitRow, "sourceId" | "contentHash" | "languageId" | "projectId">,
): Promise<SameString[]> {
  const n = subquery(
    "n",
    sql`
      select ${pick(s, "id", "idHash")} from ${s}
      where ${s.contentHash} = ${unit.contentHash}::bigint and ${s.id} <> ${unit.sourceId} limit ${LOOKED_AT}`,
  );
  const rows = await db.rows(sql`
    select ${pick(u, "id", "targets", "state")}, ${named({
      idHash: hashText(n.idHash),
      component: c.name,
      componentSlug: c.slug,
      categoryPath: asText(sql`coalesce(category_path(${c.categoryId}), '')`),
      project: p.name,
      projectSlug: p.slug,
      languageCode: l.code,
      shares: asFlag(sql`(${p.id} = ${unit.projectId} and ${c.allowPropagation} and not ${c.isGlossary})`),
      unlinked: asFlag(sql`exists (select from ${x} where ${x.unitId} = ${u.id})`),
    })}
    from ${n} join ${u} on ${u.sourceId} = ${n.id} join ${t} on ${t.id} = ${u.translationId}
      join ${l} on ${l.id} = ${t.languageId} join ${c} on ${c.id} = ${t.componentId} join ${p} on ${p.id} = ${c.projectId}
    where ${t.languageId} = ${unit.languageId} and not ${t.isSource} and ${u.state} <> ${STATE.EMPTY} and ${visibleComponents(actor)}
    order by ${u.state} desc, ${p.name}, ${c.name}, ${u.id} limit ${SAME}`);
  return rows.map(({ id, targets, state, component, project, idHash, shares, unlinked, ...place }) => ({
    id,
    targets,
    state,
    linked: shares ? !unlinked : null,
    component,
    project,
    url: urls.unitPage(place, checksumOf(BigInt(idHash))),
  }));
}
