import { readFileSync } from "node:fs";
import { SERVICE } from "@/lib/domain/access/actor";
import { applyCounterChanges } from "@/lib/domain/counters/counters";
import { lookUpMemory } from "@/lib/domain/memory/lookup";
import { makeSketches } from "@/lib/domain/memory/sketches";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { bareComponent, bareProject } from "../support/places";
import { textRow } from "../support/text-rows";
import { quantile, type Report, timed } from "./report";

const ENTRIES = 1_000_000;

/** The words of our own pages, as often as they come there. */
const WORDS = readFileSync("app/messages/en.json", "utf8").match(/[A-Za-z]{2,}/g) ?? [];

/** A text of three to nine words. */
function sentence(number: number): string {
  let state = (number * 2654435761 + 12345) >>> 0;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  return Array.from({ length: 3 + Math.floor(random() * 7) }, () => WORDS[Math.floor(random() * WORDS.length)]).join(
    " ",
  );
}

/** A million translated strings of one language, in a component of a project of their own. */
export interface Million {
  projectId: number;
  componentId: number;
  /** The translation. */
  id: number;
  /** The languages. */
  source: number;
  target: number;
}

/** Stores a million translated strings, without files; memory knows them once their sketches are made. */
export async function makeMillion(): Promise<Million> {
  const projectId = await bareProject();
  const componentId = await bareComponent(projectId);
  const at = await textRow<{ id: number; source: number; target: number }>(
    db,
    sql`
      insert into translations (component_id, language_id, plural_id, language_code, filename)
      select ${componentId}, l.id, (select min(q.id) from plurals q where q.language_id = l.id), l.code, 'cs.po'
      from languages l where l.code = 'cs'
      returning id, language_id as target, (select id from languages where code = 'en') as source`,
  );
  if (!at) throw new Error("The translation was not made.");
  for (let from = 0; from < ENTRIES; from += 50_000) {
    const texts = Array.from({ length: 50_000 }, (_, index) => sentence(from + index));
    await db.run(sql`
      with n as (
        insert into source_units (component_id, id_hash, content_hash, context, sources, num_words, num_chars, position)
        select ${componentId}, n + ${from}, n + ${from}, n::text, array[text], 1, 1, n + ${from}
        from unnest(${texts}::text[]) with ordinality as t(text, n) returning id, position, sources)
      insert into units (source_id, translation_id, targets, state, original_state, position)
      select id, ${at.id}, array[upper(sources[1])], 20, 20, position from n`);
  }
  const all = { total: ENTRIES, totalWords: ENTRIES, translated: ENTRIES, translatedWords: ENTRIES };
  await inTransaction((tx) => applyCounterChanges(tx, [{ translationId: at.id, numbers: all }]));
  return { projectId, componentId, ...at };
}

/** Matches of a string, out of a million translated strings: of one language, which is the hardest. */
export async function benchMemory(report: Report): Promise<Million> {
  const { projectId, componentId, ...at } = await makeMillion();
  // A call makes 100,000; in the background, behind an import.
  const fill = await timed(ENTRIES / 100_000, () => makeSketches());
  if ((await makeSketches()) > 0) throw new Error("Sketches were missing.");
  report.add(`Memory, sketches of ${ENTRIES} strings`, fill.reduce((sum, ms) => sum + ms, 0) / 1000, "s");
  await db.run(sql`vacuum analyze`);
  const question: Omit<Parameters<typeof lookUpMemory>[1], "texts"> = {
    sourceLanguageId: at.source,
    targetLanguageId: at.target,
    project: { id: projectId },
    componentId,
    threshold: 75,
    limit: 8,
  };
  let answered = 0;
  const similar = async (index: number) => {
    const [found] = await lookUpMemory(SERVICE, { ...question, texts: [`${sentence(index * 4871)} again`] });
    answered += found?.length ?? 0;
  };
  await timed(20, similar);
  const samples = await timed(200, similar);
  if (answered === 0) throw new Error("Nothing was found.");
  const name = `Memory, similar strings out of ${ENTRIES}`;
  report.add(`${name}, p50`, quantile(samples, 0.5), "ms");
  report.add(`${name}, p95`, quantile(samples, 0.95), "ms", { most: 60 });
  const exact = await timed(200, (index) =>
    lookUpMemory(SERVICE, { ...question, texts: [sentence(index * 4871)], threshold: 100 }),
  );
  report.add(`Memory, equal strings out of ${ENTRIES}, p95`, quantile(exact, 0.95), "ms");
  return { projectId, componentId, ...at };
}
