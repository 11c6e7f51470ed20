import { SERVICE } from "@/lib/domain/access/actor";
import { lookUpMemory, type MemoryQuestion } from "@/lib/domain/memory/lookup";
import { db, sql } from "@/lib/platform/database";
import { bareComponent, bareProject } from "../support/places";
import { textRow } from "../support/text-rows";
import { quantile, type Report, timed } from "./report";

const ENTRIES = 1_000_000;

const VERBS = "Open Close Save Delete Rename Copy Move Print Share Export Import Show Hide Search Replace Start".split(
  " ",
);
const NOUNS =
  "file folder window account picture document page table chart button menu setting profile password message server".split(
    " ",
  );

/** A sentence as programs have them: of every four words one is rare, and no two sentences are the same. */
function sentence(number: number): string {
  const pick = (words: readonly string[], salt: number) =>
    words[(Math.imul(number + salt, 2654435761) >>> 8) % words.length];
  const rare = `${(Math.imul(number, 2246822519) >>> 4).toString(36)}`;
  return `${pick(VERBS, 1)} the ${pick(NOUNS, 7)} ${rare} and ${pick(VERBS, 31)} every ${pick(NOUNS, 77)} of ${number.toString(36)}`;
}

/** Matches of a string, out of a million translated strings: of one language, which is the hardest. */
export async function benchMemory(report: Report): Promise<void> {
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
  await db.run(sql`vacuum analyze`);
  const question: Omit<MemoryQuestion, "texts"> = {
    sourceLanguageId: at.source,
    targetLanguageId: at.target,
    project: { id: projectId },
    componentId,
    threshold: 75,
    limit: 8,
  };
  const ask = async (text: string) => {
    const [found] = await lookUpMemory(SERVICE, { ...question, texts: [text] });
    if (!found?.[0]) throw new Error(`Nothing was found for ${text}.`);
  };
  const similar = (index: number) => ask(sentence(index * 4871).replace("the ", "this "));
  await timed(20, similar);
  const samples = await timed(200, similar);
  const name = `Memory, similar strings out of ${ENTRIES}`;
  report.add(`${name}, p50`, quantile(samples, 0.5), "ms");
  report.add(`${name}, p95`, quantile(samples, 0.95), "ms", { most: 60 });
  const exact = await timed(200, (index) =>
    lookUpMemory(SERVICE, { ...question, texts: [sentence(index * 4871)], threshold: 100 }),
  );
  report.add(`Memory, equal strings out of ${ENTRIES}, p95`, quantile(exact, 0.95), "ms");
}
