import { db, literal, sql } from "@/lib/platform/database";
import { STATE } from "@/lib/text/codes";
import type { Actor } from "../access/actor";
import { visibleComponents } from "../access/demand";
import type { TranslationRow } from "../translations/translations";

export interface Term {
  source: string;
  target: string;
}

const MOST_TERMS = 2000;
const MOST_IN_REQUEST = 50;

/** Translated terms of the project's glossaries in one language; forbidden translations are no help. */
export function termsOf(actor: Actor, translation: TranslationRow): Promise<Term[]> {
  return db.rows<Term>(sql`
    select s.sources[1] as source, u.targets[1] as target
    from components c join projects p on p.id = c.project_id
      join translations t on t.component_id = c.id and t.language_id = ${translation.languageId} and not t.is_source
      join units u on u.translation_id = t.id join source_units s on s.id = u.source_id
    where c.project_id = ${translation.component.projectId} and c.is_glossary and ${visibleComponents(actor)} and u.state in (${literal(STATE.TRANSLATED)}, ${literal(STATE.APPROVED)})
      and length(s.sources[1]) between 2 and 100 and length(u.targets[1]) <= 200
      and s.flags !~ '(^|[, ])forbidden' and s.extra_flags !~ '(^|[, ])forbidden' order by u.id limit ${MOST_TERMS}`);
}

/** Those terms that occur in one of the texts, in any case. */
export function occurring(terms: readonly Term[], texts: readonly string[]): Term[] {
  if (terms.length === 0) return [];
  const all = texts.join("\n").toLowerCase();
  return terms.filter((term) => all.includes(term.source.toLowerCase())).slice(0, MOST_IN_REQUEST);
}
