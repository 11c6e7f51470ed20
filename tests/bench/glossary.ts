import { SERVICE } from "@/lib/domain/access/actor";
import { createComponent } from "@/lib/domain/creation/create-component";
import { findTerms } from "@/lib/domain/glossary/terms";
import { db, sql } from "@/lib/platform/database";
import { textRow } from "../support/text-rows";
import { quantile, type Report, timed } from "./report";

const TERMS = 20_000;

/** Words that look like words: two syllables of several hundred each, so that many share their first letters. */
function word(number: number): string {
  const syllable = (index: number) =>
    `${"bcdfghklmnprstvz"[index % 16]}${"aeiou"[(index >> 4) % 5]}${"nrslmtkd"[(index >> 6) % 8]}`;
  return `${syllable(number)}${syllable(number * 7 + 13)}${syllable((number >> 5) * 3)}`;
}

/** Terms of a string, out of a glossary of the project `bench` with twenty thousand of them. */
export async function benchGlossary(report: Report): Promise<void> {
  const app = await textRow<{ id: number; projectId: number; languageId: number }>(
    db,
    sql`select c.id, c.project_id as "projectId", t.language_id as "languageId" from components c
      join translations t on t.component_id = c.id and not t.is_source order by c.id, t.id limit 1`,
  );
  if (!app) throw new Error("There is no component.");
  const empty = new TextEncoder().encode('msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n');
  const glossary = await createComponent(
    SERVICE,
    "bench",
    { name: "Terms", slug: "terms", filemask: "*.po", fileFormat: "po", isGlossary: true, manageUnits: true },
    { files: [{ path: "cs.po", content: empty }] },
  );
  const terms = Array.from({ length: TERMS }, (_, index) =>
    index % 4 === 0 ? `${word(index)} ${word(index + 1)}` : word(index),
  );
  await db.run(sql`
    insert into source_units (component_id, id_hash, content_hash, context, sources, num_words, num_chars, position)
    select ${glossary.id}, n, n, n::text, array[term], 1, 1, n from unnest(${terms}::text[]) with ordinality as t(term, n)`);
  const place = { projectId: app.projectId, componentId: app.id, languageId: app.languageId };
  const began = performance.now();
  await findTerms(SERVICE, place, ["nothing"]);
  report.add(`Glossary, keys of ${TERMS} terms`, (performance.now() - began) / 1000, "s");
  await db.run(sql`vacuum analyze`);
  const text = (index: number) =>
    `Open the ${word(index)}s of this ${word(index + 4)} ${word(index + 5)} and save the file`;
  const ask = async (index: number) => {
    const found = await findTerms(SERVICE, place, [text(index * 97)]);
    if (found.length === 0) throw new Error(`No term was found in ${text(index * 97)}.`);
  };
  await timed(20, ask);
  const samples = await timed(200, ask);
  report.add(`Glossary, terms of a string out of ${TERMS}, p50`, quantile(samples, 0.5), "ms");
  report.add(`Glossary, terms of a string out of ${TERMS}, p95`, quantile(samples, 0.95), "ms", { most: 5 });
}
