import { components, projects, sourceUnits, translations, units } from "@/lib/generated/tables";
import { named } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { among, asText } from "@/lib/platform/expressions";
import { STATE } from "@/lib/text/codes";
import type { Actor } from "../../access/actor";
import { visibleComponents } from "../../access/demand";
import type { TranslationRow } from "../../translations/translations";

export interface Term {
  source: string;
  target: string;
}

const MOST_TERMS = 2000;
const MOST_IN_REQUEST = 50;

const [c, p, t] = [components.as("c"), projects.as("p"), translations.as("t")];
const [u, s] = [units.as("u"), sourceUnits.as("s")];

const SOURCE = asText(sql`${s.sources}[1]`);
const TARGET = asText(sql`${u.targets}[1]`);

/** Translated terms of the project's glossaries in one language; forbidden translations are no help. */
export function termsOf(actor: Actor, translation: TranslationRow): Promise<Term[]> {
  return db.rows(sql`
    select ${named({ source: SOURCE, target: TARGET })}
    from ${c} join ${p} on ${p.id} = ${c.projectId}
      join ${t} on ${t.componentId} = ${c.id} and ${t.languageId} = ${translation.languageId} and not ${t.isSource}
      join ${u} on ${u.translationId} = ${t.id} join ${s} on ${s.id} = ${u.sourceId}
    where ${c.projectId} = ${translation.component.projectId} and ${c.isGlossary} and ${visibleComponents(actor)}
      and ${among(u.state, STATE.TRANSLATED, STATE.APPROVED)}
      and length(${SOURCE}) between 2 and 100 and length(${TARGET}) <= 200
      and ${s.flags} !~ '(^|[, ])forbidden' and ${s.extraFlags} !~ '(^|[, ])forbidden' order by ${u.id} limit ${MOST_TERMS}`);
}

/** Those terms that occur in one of the texts, in any case. */
export function occurring(terms: readonly Term[], texts: readonly string[]): Term[] {
  if (terms.length === 0) return [];
  const all = texts.join("\n").toLowerCase();
  return terms.filter((term) => all.includes(term.source.toLowerCase())).slice(0, MOST_IN_REQUEST);
}
