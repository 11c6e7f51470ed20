import { db, literal, rawSql, sql } from "@/lib/platform/database";
import { ACCESS, STATE } from "@/lib/text/codes";
import type { Actor } from "../access/actor";
import { visibleComponents } from "../access/demand";
import { lookUpMemory } from "../memory/lookup";
import type { TranslationRow } from "../translations/translations";
import type { InternalService } from "./services";

/** What our own services have to say: the memory, and equal strings of the installation that the actor may see. */

export interface InternalAnswer {
  /** Plural forms joined as in changes. */
  target: string;
  source: string;
  /** 0 to 100. */
  quality: number;
  origin: string;
}

export interface InternalQuestion {
  unitId: number;
  /** Source, plural forms joined. */
  text: string;
}

/** Texts looked up in one statement. */
const BATCH = 100;

/** The best answers for each question, at most `limit` each, none below `threshold`. Equal targets count once. */
export async function askInternal(
  actor: Actor,
  translation: TranslationRow,
  service: InternalService,
  questions: readonly InternalQuestion[],
  options: { threshold: number; limit: number },
): Promise<InternalAnswer[][]> {
  const answers: InternalAnswer[][] = [];
  for (let at = 0; at < questions.length; at += BATCH) {
    const batch = questions.slice(at, at + BATCH);
    const strings = service.kind === "strings" ? await equalStrings(actor, translation, batch, options.limit) : [];
    const memory = await lookUpMemory(actor, {
      sourceLanguageId: translation.component.sourceLanguageId,
      targetLanguageId: translation.languageId,
      project: translation.component.project,
      texts: batch.map((one) => one.text),
      ...options,
    });
    batch.forEach((_, place) => {
      const found = [...(strings[place] ?? []), ...(memory[place] ?? [])].sort((a, b) => b.quality - a.quality);
      const seen = new Set<string>();
      answers.push(found.filter((one) => !seen.has(one.target) && seen.add(one.target)).slice(0, options.limit));
    });
  }
  return answers;
}

async function equalStrings(
  actor: Actor,
  translation: TranslationRow,
  questions: readonly InternalQuestion[],
  limit: number,
): Promise<InternalAnswer[][]> {
  const own = translation.component;
  const service = actor.cause === "service";
  // Another project's strings are shared as its memory is: when both take part, and the actor may see it.
  const lent = sql`p.contribute_shared_tm and (select up.use_shared_tm from projects up where up.id = ${own.projectId})
    and ${service ? rawSql(`p.access_control in (${ACCESS.PUBLIC}, ${ACCESS.PROTECTED})`) : rawSql("true")}`;
  const open = service && !own.restricted ? sql`(not c.restricted or c.id = ${own.id})` : rawSql("true");
  const rows = await db.rows<{ place: number; text: string; target: string; origin: string }>(sql`
    select a.place, a.text, x.target, x.origin
    from jsonb_to_recordset(${JSON.stringify(questions.map((one, place) => ({ place, ...one })))}::jsonb) as a(place int, "unitId" bigint, text text)
    cross join lateral (
      select joined_forms(u.targets) as target, concat_ws('/', p.slug, nullif(category_path(c.category_id), ''), c.slug) as origin
      from source_units s join components c on c.id = s.component_id join projects p on p.id = c.project_id
        join translations t on t.component_id = c.id and t.language_id = ${translation.languageId} and not t.is_source
        join units u on u.translation_id = t.id and u.source_id = s.id
      where hashtextextended(joined_forms(s.sources), 0) = hashtextextended(a.text, 0) and joined_forms(s.sources) = a.text
        and u.id <> a."unitId" and u.state in (${literal(STATE.TRANSLATED)}, ${literal(STATE.APPROVED)}) and c.source_language_id = ${own.sourceLanguageId} and not c.is_glossary
        and (c.project_id = ${own.projectId} or (${lent})) and ${open} and ${visibleComponents(actor)}
      order by (c.project_id = ${own.projectId}) desc, u.state desc, u.updated_at desc limit ${limit}
    ) x`);
  const found: InternalAnswer[][] = questions.map(() => []);
  for (const { place, text, target, origin } of rows)
    found[place]?.push({ source: text, target, origin, quality: 100 });
  return found;
}
