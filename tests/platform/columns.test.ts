import { beforeAll, describe, expect, it } from "vitest";
import {
  categories,
  components,
  counters,
  labels,
  memoryEntries,
  pendingChanges,
  projects,
  repositories,
  sourceUnits,
  teams,
  translations,
  units,
} from "@/lib/generated/tables";
import {
  assigned,
  columnsOf,
  cte,
  defined,
  eachRow,
  named,
  names,
  otherwise,
  outer,
  pick,
  recordset,
  row,
  sparse,
  subquery,
  unionAll,
  unnest,
  within,
} from "@/lib/platform/columns";
import { db, joinSql, type Sql, sql, whole } from "@/lib/platform/database";
import {
  among,
  anyOf,
  asFlag,
  asHash,
  asNumber,
  asNumbers,
  asText,
  counted,
  hashText,
  jsonList,
  jsonObject,
  noneOf,
  orNull,
} from "@/lib/platform/expressions";
import { writeSql } from "@/lib/platform/sql";
import { STATE } from "@/lib/text/codes";
import { bareComponent, bareProject } from "@/tests/support/places";

/** Shapes of the hardest statements there are, with the columns of the schema. */

const [u, s, t] = [units.as("u"), sourceUnits.as("s"), translations.as("t")];
const [c, p, r] = [components.as("c"), projects.as("p"), repositories.as("r")];

let project: number;
let component: number;
let translation: number;

beforeAll(async () => {
  project = await bareProject();
  component = await bareComponent(project);
  const made = await db.one(sql`
    insert into ${translations} (${names(translations, "componentId", "languageId", "pluralId", "languageCode", "filename", "isSource")})
    select ${component}, q.language_id, q.id, 'en', '', true from plurals q join languages l on l.id = q.language_id
    where l.code = 'en' limit 1 returning ${pick(translations, "id")}`);
  translation = made?.id ?? 0;
});

describe("columns of the schema in statements", () => {
  it("insert rows of ours, and units for them under a name", async () => {
    const e = recordset(
      "e",
      { place: asNumber(sql``), idHash: asText(sql``), context: s.context, sources: s.sources, numWords: s.numWords },
      [
        { place: 2, idHash: "-9223372036854775808", context: "", sources: ["two", "twos"], numWords: 1 },
        { place: 1, idHash: "7", context: "menu", sources: ["one"], numWords: 1 },
      ],
    );
    const stored = await db.rows(sql`
      insert into ${sourceUnits} (${names(sourceUnits, "componentId", "idHash", "contentHash", "context", "sources", "numWords", "numChars", "position")})
      select ${component}, ${e.idHash}::bigint, 1, ${e.context}, ${e.sources}, ${e.numWords}, 3,
        ${e.place} + (select coalesce(max(${s.position}), 0) from ${s} where ${s.componentId} = ${component})
      from ${e} order by ${e.place}
      returning ${pick(sourceUnits, "id", "position")}, ${named({ idHash: asText(sql`${sourceUnits.idHash}::text`) })}`);
    expect(stored).toMatchObject([
      { position: 1, idHash: "7" },
      { position: 2, idHash: "-9223372036854775808" },
    ]);

    const given = unnest(
      "given",
      { id: s.id, state: u.state },
      stored.map(({ id }) => ({ id, state: STATE.TRANSLATED })),
    );
    const made = cte(
      "made",
      sql`
        insert into ${units} (${names(units, "id", "sourceId", "translationId", "targets", "state", "originalState", "position")})
        select ${s.id}, ${s.id}, ${t.id}, ${s.sources}, ${given.state}, ${given.state}, ${s.position}
        from ${given} join ${s} on ${s.id} = ${given.id} join ${t} on ${t.componentId} = ${s.componentId} order by ${s.position}
        on conflict (${names(units, "translationId", "sourceId")}) do nothing
        returning ${pick(units, "id", "translationId", "targets", "state")}`,
    );
    const rows = await db.rows(sql`
      with ${defined(made)} select ${pick(made, "targets", "state")}, ${named({ translationId: t.id })}, ${pick(t, "languageCode")}
      from ${made} join ${t} on ${t.id} = ${made.translationId} order by ${made.id} desc`);
    const typed: { targets: string[]; state: number; translationId: number; languageCode: string }[] = rows;
    expect(typed).toEqual([
      { targets: ["two", "twos"], state: 20, translationId: translation, languageCode: "en" },
      { targets: ["one"], state: 20, translationId: translation, languageCode: "en" },
    ]);
  });

  it("leave what is mostly empty out of the answer, and put members into objects", async () => {
    const statement = sql`
      select ${pick(c, "id")}, ${sparse(c, "locked", "template", "enforcedChecks", "fileFormatParams")},
        ${within("repository", pick(r, "vcs", "syncedCommit"))}, ${within("repository", sparse(r, "push", "outgoing"))},
        ${otherwise(
          {
            addonIds: orNull(
              asNumbers(sql`(select array_agg(a.id order by a.id) from addons a where a.component_id = ${c.id})`),
            ),
          },
          { addonIds: () => [] },
        )}
      from ${c} join ${r} on ${r.id} = ${c.repositoryId} where ${c.projectId} = ${project}`;
    const rows = await db.rows(statement);
    const typed: { id: number; addonIds: number[]; repository: { syncedCommit: string | null; outgoing: number } }[] =
      rows;
    expect(typed).toEqual([
      {
        id: component,
        locked: false,
        template: "",
        enforcedChecks: [],
        fileFormatParams: {},
        repository: { vcs: "git", syncedCommit: null, push: "", outgoing: 0 },
        addonIds: [],
      },
    ]);
    const full = { locked: true, template: "x", enforcedChecks: ["same"], fileFormatParams: { indent: 2 } };
    await db.run(sql`update ${c} set ${assigned(c, full)} where ${c.id} = ${component}`);
    await db.run(sql`update ${r} set ${assigned(r, { push: "y", outgoing: 7, syncedCommit: "z" })}`);
    expect(await db.rows(statement)).toEqual([
      {
        ...full,
        id: component,
        repository: { vcs: "git", syncedCommit: "z", push: "y", outgoing: 7 },
        addonIds: [],
      },
    ]);
  });

  it("join each row with a statement over it", async () => {
    const asked = recordset("a", { place: asNumber(sql``), text: memoryEntries.source }, [{ place: 1, text: "x" }]);
    const [e, d, pe] = [memoryEntries.as("e"), outer(projects.as("d")), pendingChanges.as("pe")];
    const found = subquery(
      "found",
      sql`
        select ${pick(e, "id", "target", "createdAt")} from ${e} left join ${d} on ${d.id} = ${e.projectId}
        where ${e.source} = ${asked.text} order by ${e.createdAt} desc limit 3`,
    );
    expect(
      await db.rows(sql`select ${pick(asked, "place")}, ${pick(found, "id", "target")} from ${asked}
        cross join lateral ${found}`),
    ).toEqual([]);
    const waiting = subquery(
      "waiting",
      sql`
        select ${counted} from ${c} join ${t} on ${t.componentId} = ${c.id}
        join ${pe} on ${pe.translationId} = ${t.id} and ${pe.commit} is null where ${c.repositoryId} = ${r.id}`,
    );
    const states = await db.rows(sql`
      select ${pick(r, "vcs")}, ${named({ needsMerge: asFlag(sql`${r.missing} > 0`), waiting: waiting.count })}
      from ${r} cross join lateral ${waiting}`);
    expect(states).toEqual([{ vcs: "git", needsMerge: false, waiting: 0 }]);
  });

  it("sum numbers whose names are a list, and move them", async () => {
    const NUMBERS = ["total", "totalWords", "recent"] as const;
    const k = counters.as("k");
    const moved = recordset(
      "moved",
      { translationId: t.id, total: k.total, totalWords: k.totalWords, recent: k.recent },
      [
        { translationId: translation, total: 2, totalWords: 3, recent: 1 },
        { translationId: translation, total: 1, totalWords: 1, recent: 0 },
      ],
    );
    const placed = cte(
      "placed",
      sql`select ${pick(moved, ...NUMBERS)}, ${pick(t, "componentId")} from ${moved} join ${t} on ${t.id} = ${moved.translationId}`,
    );
    const move = sql`
      with ${defined(placed)}
      insert into ${k} (${names(k, "scope", "objectId", ...NUMBERS)})
      select 'component', ${placed.componentId}, ${joinSql(NUMBERS.map((name) => sql`sum(${placed[name]})`))} from ${placed} group by 2
      on conflict (${names(k, "scope", "objectId", "languageId")}) do update set
        ${joinSql(NUMBERS.map((name) => sql`${names(k, name)} = ${k[name]} + excluded.${names(k, name)}`))}`;
    await db.run(move);
    await db.run(move);
    const rows = await db.rows(sql`
      select ${named({ counters: jsonObject({ total: k.total, totalWords: k.totalWords, recent: k.recent }) })}
      from ${k} where ${k.scope} = 'component' and ${k.objectId} = ${component}`);
    expect(rows).toEqual([{ counters: { total: 6, totalWords: 8, recent: 2 } }]);
  });

  it("copy columns of rows that come as lists, and put statements one behind the other", async () => {
    const n = unnest("n", columnsOf(labels, "name", "color"), [
      { name: "c", color: "green" },
      { name: "d", color: "teal" },
    ]);
    await db.run(
      sql`insert into ${labels} ${eachRow(labels, { ...columnsOf(n, "name", "color"), projectId: project })} from ${n}`,
    );
    const from = (color: string) => sql`
      select ${pick(labels, "name")} from ${labels} where ${labels.projectId} = ${project} and ${labels.color} = ${color}`;
    const rows = await db.rows(unionAll(from("teal"), from("green")));
    expect(rows).toEqual([{ name: "d" }, { name: "c" }]);
    const two = subquery("two", unionAll(from("teal"), from("green")));
    expect(await db.rows(sql`select ${pick(two, "name")} from ${two} order by ${two.name}`)).toEqual([
      { name: "c" },
      { name: "d" },
    ]);
    await db.run(sql`delete from ${labels} where ${anyOf(labels.name, ["c", "d"])}`);
  });

  it("are the same in a piece that is put together once", () => {
    const n = recordset("n", columnsOf(u, "id", "state"), [{ id: 1, state: STATE.EMPTY }]);
    const piece = sql`update ${u} set ${assigned(u, { state: n.state, pending: true })} from ${n} where ${u.id} = ${n.id}`;
    expect(whole(piece).strings).toHaveLength(3);
    expect(writeSql(sql`${whole(piece)} and ${u.version} = ${7}`)).toEqual(
      writeSql(sql`${piece} and ${u.version} = ${7}`),
    );
  });

  it("compare columns with values of their type, 64-bit hashes as text", async () => {
    const hash = "-9223372036854775808";
    const of = (where: Sql) =>
      db.rows(sql`
      select ${named({ idHash: hashText(s.idHash) })} from ${s} where ${s.componentId} = ${component} and ${where} order by ${s.position}`);
    expect(await of(anyOf(asHash(s.idHash), [hash]))).toEqual([{ idHash: hash }]);
    expect(await of(noneOf(asHash(s.idHash), [hash]))).toEqual([{ idHash: "7" }]);
    expect(await of(among(s.position, 2, 3))).toEqual([{ idHash: hash }]);
    expect(() => defined(s)).toThrow("no definition");
  });

  it("list what belongs to a row", async () => {
    await db.run(sql`insert into ${labels} ${row(labels, { projectId: project, name: "b", color: "red" })}`);
    await db.run(sql`insert into ${labels} ${row(labels, { projectId: project, name: "a", description: undefined })}`);
    const g = categories.as("g");
    const rows = await db.rows(sql`
      select ${pick(p, "id")}, ${named({
        labels: jsonList(
          { name: labels.name, color: labels.color },
          labels.name,
          sql`from ${labels} where ${labels.projectId} = ${p.id}`,
        ),
        categories: jsonList({ slug: g.slug }, g.id, sql`from ${g} where ${g.projectId} = ${p.id}`),
      })} from ${p}`);
    expect(rows).toEqual([
      {
        id: project,
        labels: [
          { name: "a", color: "silver" },
          { name: "b", color: "red" },
        ],
        categories: [],
      },
    ]);
  });

  it("may be missing behind a left join", async () => {
    const [d, team] = [outer(projects.as("d")), teams.as("t")];
    const rows = await db.rows(sql`
      select ${named({ slug: d.slug })} from ${team} left join ${d} on ${d.id} = ${team.definingProjectId} limit 1`);
    const typed: { slug: string | null }[] = rows;
    // @ts-expect-error the slug may be null
    const wrong: { slug: string }[] = rows;
    expect([typed, wrong]).toEqual([[{ slug: null }], [{ slug: null }]]);
  });

  it("are assigned what is given", async () => {
    const when = new Date("2026-01-02T03:04:05.678Z");
    const done = sql`update ${p} set ${assigned(p, { web: "x", name: undefined, removedAt: when })} where ${p.id} = ${project}
      returning ${pick(p, "web", "slug", "removedAt")}`;
    expect(await db.one(done)).toMatchObject({ web: "x", removedAt: when, slug: expect.stringMatching(/^p/) });
    // @ts-expect-error there is no such column
    expect(() => assigned(p, { wob: "x" })).toThrow("There is no column for wob.");
    // @ts-expect-error a slug is a text
    expect(() => assigned(p, { slug: 3 })).not.toThrow();
  });
});
