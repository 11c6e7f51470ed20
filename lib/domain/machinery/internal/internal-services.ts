import { components, projects, sourceUnits, translations, units } from "@/lib/generated/tables";
import { named, pick, recordset, subquery } from "@/lib/platform/columns";
import { db, rawSql, sql } from "@/lib/platform/database";
import { among, asText, TYPE } from "@/lib/platform/expressions";
import { ACCESS, STATE } from "@/lib/text/codes";
import type { Actor } from "../../access/actor";
import { visibleComponents } from "../../access/demand";
import { lookUpMemory } from "../../memory/lookup";
import type { TranslationRow } from "../../translations/translations";
import type { InternalService } from "../services";

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

const [c, p, up] = [components.as("c"), projects.as("p"), projects.as("up")];
const [u, s, t] = [units.as("u"), sourceUnits.as("s"), translations.as("t")];

const ASKED = { place: TYPE.number, unitId: u.id, text: TYPE.text };

async function equalStrings(
  actor: Actor,
  translation: TranslationRow,
  questions: readonly InternalQuestion[],
  limit: number,
): Promise<InternalAnswer[][]> {
  const own = translation.component;
  const service = actor.cause === "service";
  // Another project's strings are shared as its memory is: when both take part, and the actor may see it.
  const lent = sql`${p.contributeSharedTm} and (select ${up.useSharedTm} from ${up} where ${up.id} = ${own.projectId})
    and ${service ? among(p.accessControl, ACCESS.PUBLIC, ACCESS.PROTECTED) : rawSql("true")}`;
  const open = service && !own.restricted ? sql`(not ${c.restricted} or ${c.id} = ${own.id})` : rawSql("true");
  const a = recordset(
    "a",
    ASKED,
    questions.map((one, place) => ({ place, ...one })),
  );
  const origin = asText(sql`concat_ws('/', ${p.slug}, nullif(category_path(${c.categoryId}), ''), ${c.slug})`);
  const x = subquery(
    "x",
    sql`select ${named({ target: asText(sql`joined_forms(${u.targets})`), origin })}
      from ${s} join ${c} on ${c.id} = ${s.componentId} join ${p} on ${p.id} = ${c.projectId}
        join ${t} on ${t.componentId} = ${c.id} and ${t.languageId} = ${translation.languageId} and not ${t.isSource}
        join ${u} on ${u.translationId} = ${t.id} and ${u.sourceId} = ${s.id}
      where hashtextextended(joined_forms(${s.sources}), 0) = hashtextextended(${a.text}, 0) and joined_forms(${s.sources}) = ${a.text}
        and ${u.id} <> ${a.unitId} and ${among(u.state, STATE.TRANSLATED, STATE.APPROVED)}
        and ${c.sourceLanguageId} = ${own.sourceLanguageId} and not ${c.isGlossary}
        and (${c.projectId} = ${own.projectId} or (${lent})) and ${open} and ${visibleComponents(actor)}
      order by (${c.projectId} = ${own.projectId}) desc, ${u.state} desc, ${u.updatedAt} desc limit ${limit}`,
  );
  const rows = await db.rows(sql`
    select ${pick(a, "place", "text")}, ${pick(x, "target", "origin")} from ${a} cross join lateral ${x}`);
  const found: InternalAnswer[][] = questions.map(() => []);
  for (const { place, text, target, origin } of rows)
    found[place]?.push({ source: text, target, origin, quality: 100 });
  return found;
}
