import { beforeAll, describe, expect, it } from "vitest";
import { type Actor, anonymousActor } from "@/lib/domain/access/actor";
import { recentChanges } from "@/lib/domain/changes/list";
import { findComponentById } from "@/lib/domain/components/components";
import { commentsOf } from "@/lib/domain/editor/comments-of";
import { loadContext } from "@/lib/domain/editor/context";
import type { PlaceOfStrings } from "@/lib/domain/editor/place";
import { loadReview, openReview, reviewFacts } from "@/lib/domain/editor/review";
import { type ReviewAct, reviewStrings } from "@/lib/domain/editor/review-string";
import { RISK } from "@/lib/domain/editor/risks";
import { Conflict, Forbidden, Invalid } from "@/lib/domain/errors";
import { updateProject } from "@/lib/domain/projects/projects";
import { findTranslation } from "@/lib/domain/translations/translations";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { findUnit } from "@/lib/domain/units/units";
import { setPseudonym } from "@/lib/domain/users/pseudonyms";
import { countStatements, db, sql } from "@/lib/platform/database";
import { connect, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";

/** Reviews: what waits, what wants a closer look, and what a reviewer does with it. */

let admin: Actor;
let petra: Actor;
let jan: Actor;
let place: PlaceOfStrings;
let slug: string;
const ids: Record<string, number> = {};

const SOURCES = ["Plain", "Files %s", "Quit", "Long text", "Old", "Empty", "Upstream"];

const PO = [
  'msgid ""\nmsgstr ""\n"Language: cs\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n',
  ...SOURCES.map((source) => `msgid "${source}"\nmsgstr "${source === "Upstream" ? "Odjinud" : ""}"\n`),
].join("\n");

const write = (who: Actor, source: string, text: string, state = 20) =>
  editUnit(who, ids[source] ?? 0, { targets: [text], state });
const versionOf = async (source: string) => (await findUnit(admin, ids[source] ?? 0)).version;
const act = (who: Actor, what: ReviewAct) => reviewStrings(who, what, who.userId);
const one = async (source: string) => ({ unit: ids[source] ?? 0, version: await versionOf(source) });
const standing = async (source: string) => {
  const { targets, state } = await findUnit(admin, ids[source] ?? 0);
  return [targets[0], state];
};

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  petra = await makePerson("petra", { superuser: true });
  jan = await makePerson("jan");
  const made = await connect(admin, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po" });
  slug = made.component.project.slug;
  await updateProject(admin, slug, { translationReview: true });
  const component = await findComponentById(admin, made.component.id);
  for (const source of SOURCES) ids[source] = await unitId(component, "cs", source);
  const czech = await findTranslation(admin, component, "cs");
  place = { kind: "translation", translationId: czech.id };
  // Somebody who has worked here for long.
  await db.run(sql`
    insert into changes (action, cause, user_id, author_id, project_id, target, old)
    select 2, 'person', ${petra.userId}, ${petra.userId}, ${component.projectId}, 'x', 'y' from generate_series(1, 40)`);
  await write(petra, "Plain", "Prosté");
  await write(petra, "Files %s", "Soubory %s", 30);
  await write(petra, "Files %s", "Soubory všechny");
  await write(jan, "Quit", "Konec");
  await write(petra, "Long text", "Jedna věta o všem možném", 30);
  await write(petra, "Long text", "Zcela něco jiného");
});

describe("a review", () => {
  it("has what waits, that first which wants a closer look, and says why", async () => {
    const list = await loadReview(admin, place, "");
    const named = list.ids.map((id) => SOURCES.find((source) => ids[source] === id));
    expect(named).toEqual(["Quit", "Files %s", "Long text", "Plain", "Upstream"]);
    expect(list.risks[0]).toBe(RISK.newAuthor);
    expect((list.risks[1] ?? 0) & RISK.placeholders).toBe(RISK.placeholders);
    expect(list.risks.slice(2)).toEqual([RISK.largeChange, 0, 0]);
    expect([list.waiting, list.own]).toEqual([5, 0]);
  });

  it("compares a text with the one that was approved, and names who wrote it", async () => {
    const facts = await reviewFacts(admin, [ids["Files %s"] ?? 0, ids.Plain ?? 0, ids.Upstream ?? 0]);
    const of = (source: string) => facts.find(({ unitId }) => unitId === ids[source]);
    expect(of("Files %s")).toMatchObject({ before: ["Soubory %s"], wasApproved: true, author: "Petra", own: false });
    expect(of("Plain")).toMatchObject({ before: [], wasApproved: false });
    expect(of("Upstream")).toMatchObject({ author: null, own: false });
  });

  it("takes a search, and opens at a string", async () => {
    expect((await loadReview(admin, place, "source:Quit")).ids).toEqual([ids.Quit]);
    const review = await openReview(admin, place, "", { at: "string", string: { id: ids.Plain ?? 0 } });
    expect([review.cursor, review.units.length]).toEqual([ids.Plain, 5]);
    const next = await openReview(admin, place, "", { at: "after", string: { id: ids.Plain ?? 0 } });
    expect(next.cursor).toBe(ids.Upstream);
  });

  it("costs the same number of statements however much waits", async () => {
    const count = async (query: string) => (await countStatements(() => loadReview(admin, place, query))).count;
    expect(await count("state:translated")).toBe(await count("state:empty"));
  });

  it("leaves out one's own texts where nobody approves theirs, and counts them", async () => {
    await updateProject(admin, slug, { fourEyes: true });
    try {
      const list = await loadReview(petra, place, "");
      expect(list.ids).toEqual([ids.Quit, ids.Upstream]);
      expect(list.own).toBe(3);
      const { left } = await act(petra, { act: "approve", strings: [await one("Plain"), await one("Upstream")] });
      expect(left).toEqual([{ unit: ids.Plain, reason: expect.stringContaining("your own") }]);
      expect([await standing("Plain"), await standing("Upstream")]).toEqual([
        ["Prosté", 20],
        ["Odjinud", 30],
      ]);
    } finally {
      await updateProject(admin, slug, { fourEyes: false });
    }
  });
});

describe("a reviewer", () => {
  it("approves several texts at once but for those that were changed, and takes it back", async () => {
    const stale = await one("Plain");
    await write(petra, "Plain", "Prostinké");
    const { left, units } = await act(admin, { act: "approve", strings: [stale, await one("Long text")] });
    expect(left).toEqual([{ unit: ids.Plain, reason: expect.stringContaining("changed") }]);
    expect(units).toHaveLength(2);
    expect(await standing("Long text")).toEqual(["Zcela něco jiného", 30]);
    await act(admin, { act: "unapprove", strings: [await one("Long text")] });
    expect(await standing("Long text")).toEqual(["Zcela něco jiného", 20]);
  });

  it("sends a text back with a reason, which its author is told, and takes that back", async () => {
    const { comment } = await act(admin, { act: "reject", ...(await one("Quit")), reason: "Not our word." });
    expect(await standing("Quit")).toEqual(["Konec", 10]);
    const { comments, history } = await loadContext(admin, ids.Quit ?? 0);
    expect(comments[0]).toMatchObject({ id: comment });
    expect(JSON.stringify(comments[0])).toContain("Not our word.");
    expect(history.some(({ reason }) => reason === "Not our word.")).toBe(true);
    const mentioned = await db.answer(sql`select mentions from comments where id = ${comment ?? 0}`);
    expect(JSON.stringify(mentioned.rows)).toContain(String(jan.userId));
    await act(admin, { act: "unreject", ...(await one("Quit")), comment: comment ?? null });
    expect(await standing("Quit")).toEqual(["Konec", 20]);
    expect(await commentsOf(admin, await findUnit(admin, ids.Quit ?? 0))).toEqual([]);
  });

  it("has to say why", async () => {
    await expect(act(admin, { act: "reject", ...(await one("Quit")), reason: "  " })).rejects.toThrow(Invalid);
    expect(await standing("Quit")).toEqual(["Konec", 20]);
  });

  it("makes a text a suggestion of its author; what was approved stands again, and that can be taken back", async () => {
    const { suggestion } = await act(admin, { act: "suggest", ...(await one("Files %s")) });
    expect(await standing("Files %s")).toEqual(["Soubory %s", 30]);
    const { suggestions } = await loadContext(admin, ids["Files %s"] ?? 0);
    expect(suggestions).toMatchObject([{ id: suggestion, targets: ["Soubory všechny"], author: "Petra" }]);
    await act(admin, { act: "unsuggest", ...(await one("Files %s")), suggestion: suggestion ?? 0 });
    expect(await standing("Files %s")).toEqual(["Soubory všechny", 20]);
    const [line] = await recentChanges(admin, { unitId: ids["Files %s"] ?? 0 }, 1);
    expect(line?.authorId).toBe(petra.userId);
  });

  it("decides only what they have read", async () => {
    const stale = await one("Quit");
    await write(jan, "Quit", "Ukončit");
    for (const what of ["reject", "suggest"] as const)
      await expect(act(admin, { act: what, ...stale, reason: "No." } as ReviewAct)).rejects.toThrow(Conflict);
    expect(await standing("Quit")).toEqual(["Ukončit", 20]);
  });

  it("has the permission to review", async () => {
    for (const what of ["reject", "suggest"] as const)
      await expect(act(jan, { act: what, ...(await one("Quit")), reason: "No." } as ReviewAct)).rejects.toThrow(
        Forbidden,
      );
    const { left } = await act(jan, { act: "approve", strings: [await one("Quit")] });
    expect(left).toHaveLength(1);
    expect(await standing("Quit")).toEqual(["Ukončit", 20]);
  });
});

it("strangers read the pseudonym of whoever wrote a text", async () => {
  const unit = ids["Files %s"] ?? 0;
  await setPseudonym(petra, "petra", slug, { name: "Night Owl", ownAddress: false });
  const author = async (actor: Actor) => (await reviewFacts(actor, [unit]))[0]?.author;
  expect([await author(admin), await author(await anonymousActor())]).toEqual(["Petra", "Night Owl"]);
});
