import { components, findings, projects, sourceUnits, translations, units } from "@/lib/generated/tables";
import { columnsOf, combined, eachRow, named, pick, recordset } from "@/lib/platform/columns";
import { sql, type Tx } from "@/lib/platform/database";
import { anyOf, present } from "@/lib/platform/expressions";
import { STATE } from "@/lib/text/codes";
import { tellStrings } from "../../changes/record";
import { effectiveFlags, outerFlags } from "../../quality/check-unit";
import { isRelated, settleFailing, standingRelated } from "../recheck";

const [u, s, f, t] = [units.as("u"), sourceUnits.as("s"), findings.as("f"), translations.as("t")];
const [c, p] = [components.as("c"), projects.as("p")];

/** What checks that look at other strings found: of each string that was looked at, whether it fails. */
export class Marks {
  private readonly found = new Map<string, Map<number, boolean>>();

  set(check: string, unitId: number, fails: boolean): void {
    const of = this.found.get(check);
    if (of) of.set(unitId, fails);
    else this.found.set(check, new Map([[unitId, fails]]));
  }

  /** Leaves a finding of a string as it is, whether or not it is there. */
  leave(check: string, unitId: number): void {
    this.found.get(check)?.delete(unitId);
  }

  get unitIds(): number[] {
    return [...new Set([...this.found.values()].flatMap((of) => [...of.keys()]))];
  }

  *[Symbol.iterator](): Generator<{ check: string; unitId: number; fails: boolean }> {
    for (const [check, of] of this.found) for (const [unitId, fails] of of) yield { check, unitId, fails };
  }
}

const FLAGGED = combined(
  pick(u, "id", "state"),
  pick(t, "isSource"),
  named({
    translationFlags: t.checkFlags,
    componentFlags: c.checkFlags,
    fileFormat: c.fileFormat,
    isGlossary: c.isGlossary,
    projectFlags: p.checkFlags,
    flags: s.flags,
    extraFlags: s.extraFlags,
  }),
);

const FOUND = columnsOf(f, "unitId", "check");

type Found = { unitId: number; check: string };

/**
 * Writes what differs from the findings that are there, holding no other strings, in the order of their ids. Flags may keep
 * a finding away.
 * @returns source strings of those that count as failing now and did not before, or the other way round
 */
export async function writeMarks(tx: Tx, marks: Marks): Promise<number[]> {
  const ids = marks.unitIds;
  if (ids.length === 0) return [];
  const rows = await tx.rows(sql`
    select ${pick(f, "unitId", "check")} from ${f} where ${anyOf(f.unitId, ids)} and ${isRelated(f)}`);
  const there = new Set(rows.map(({ unitId, check }) => `${unitId} ${check}`));
  const fresh: Found[] = [];
  const gone: Found[] = [];
  for (const { check, unitId, fails } of marks)
    if (fails !== there.has(`${unitId} ${check}`)) (fails ? fresh : gone).push({ unitId, check });
  const standing = await withoutIgnored(tx, fresh);
  const touched = [...new Set([...standing, ...gone].map(({ unitId }) => unitId))];
  if (touched.length === 0) return [];
  const held = await tx.rows(sql`
    select ${pick(u, "id", "translationId")} from ${u} where ${anyOf(u.id, touched)} order by ${u.id} for update`);
  if (gone.length > 0) {
    const g = recordset("g", FOUND, gone);
    await tx.run(sql`delete from ${f} using ${g} where ${f.unitId} = ${g.unitId} and ${f.check} = ${g.check}`);
  }
  const known = new Set(held.map(({ id }) => id));
  const added = standing.filter(({ unitId }) => known.has(unitId));
  if (added.length > 0) {
    const n = recordset("n", FOUND, added);
    await tx.run(sql`insert into ${f} ${eachRow(f, columnsOf(n, "unitId", "check"))} from ${n} on conflict do nothing`);
  }
  await tellStrings(
    tx,
    held.map(({ id, translationId }) => ({ unitId: id, translationId })),
  );
  return settleFailing(tx, touched);
}

/** Of what was found, what no flag keeps away. */
export async function withoutIgnored(tx: Tx, fresh: readonly Found[]): Promise<Found[]> {
  if (fresh.length === 0) return [];
  const ids = [...new Set(fresh.map(({ unitId }) => unitId))];
  const rows = await tx.rows(sql`
    select ${FLAGGED} from ${u} join ${s} on ${s.id} = ${u.sourceId} join ${t} on ${t.id} = ${u.translationId}
    join ${c} on ${c.id} = ${t.componentId} join ${p} on ${p.id} = ${c.projectId} where ${anyOf(u.id, ids)}`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return fresh.filter(({ unitId, check }) => {
    const row = byId.get(unitId);
    if (!row || (row.state === STATE.READ_ONLY && !row.isSource)) return false;
    const { fileFormat, isGlossary, componentFlags, projectFlags, translationFlags } = row;
    const component = { checkFlags: componentFlags, fileFormat, isGlossary, project: { checkFlags: projectFlags } };
    const outer = outerFlags({ component, translation: { checkFlags: translationFlags } });
    return standingRelated([check], effectiveFlags([...outer, row.flags, row.extraFlags]), row).length > 0;
  });
}

/** Waits until nobody else looks at related strings of the project, and keeps others out until the commit. */
export async function inTurn(tx: Tx, projectId: number): Promise<void> {
  await tx.one(sql`select ${present} from pg_advisory_xact_lock(${RELATED_LOCK}::int, ${projectId}::int)`);
}

/** Any number that no other lock of this kind has. */
const RELATED_LOCK = 0x72656c;
