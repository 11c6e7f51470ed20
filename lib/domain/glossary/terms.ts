import {
  componentLinks,
  components,
  glossaryKeys,
  languages,
  projects,
  sourceUnits,
  translations,
  units,
} from "@/lib/generated/tables";
import { named, outer, pick } from "@/lib/platform/columns";
import { type Connection, db, sql, Tx } from "@/lib/platform/database";
import { anyOf, asText, hashText, orNull, present } from "@/lib/platform/expressions";
import { STATE, type UnitState } from "@/lib/text/codes";
import { parseFlags } from "@/lib/text/flags/flags";
import { checksumOf } from "@/lib/text/hash";
import type { TermRule } from "@/lib/text/terms/judge";
import { keysOfText, TermIndex } from "@/lib/text/terms/match";
import type { Actor } from "../access/actor";
import { visibleComponents } from "../access/demand";
import { formsOf, makeKeys, WAITING } from "./internal/keys";

const [c, p, k, x] = [components.as("c"), projects.as("p"), glossaryKeys.as("k"), componentLinks.as("x")];
const [l, own] = [languages.as("l"), components.as("own")];
const [s, t, u] = [sourceUnits.as("s"), outer(translations.as("t")), outer(units.as("u"))];

/** A term of a glossary in one language. */
export interface GlossaryTerm extends TermRule {
  sourceId: number;
  /** The string in this language; null where the language has none. */
  unitId: number | null;
  /** What the translation is; 0 where there is none. */
  state: UnitState;
  /** Of the source, and behind it that of the translation. */
  explanation: string;
  /** Hex checksum of the string in web addresses. */
  checksum: string;
  glossary: Glossary;
}

/** The glossary that a term is from. */
export interface Glossary {
  id: number;
  name: string;
  color: string;
  projectSlug: string;
  categoryPath: string;
  componentSlug: string;
}

/** Where terms are looked for. */
export interface TermPlace {
  projectId: number;
  /** The component whose strings are looked at: it is no glossary of itself. */
  componentId: number;
  languageId: number;
}

/** Terms of one source language. */
export interface Candidates {
  terms: GlossaryTerm[];
  sourceLanguageCode: string;
}

/** More candidates of one question are not read. */
const MOST = 5000;

/** Glossaries that hold for a place: those of the project and those that others share with it. */
async function glossariesOf(actor: Actor, place: TermPlace, on: Connection) {
  return on.rows(sql`
    select ${pick(c, "id", "name")}, ${named({
      color: c.glossaryColor,
      projectSlug: p.slug,
      categoryPath: asText(sql`coalesce(category_path(${c.categoryId}), '')`),
      componentSlug: c.slug,
      sourceLanguageCode: l.code,
    })}
    from ${c} join ${p} on ${p.id} = ${c.projectId} join ${l} on ${l.id} = ${c.sourceLanguageId}
    where ${c.isGlossary} and ${c.id} <> ${place.componentId}
      and ${c.sourceLanguageId} = (select ${own.sourceLanguageId} from ${own} where ${own.id} = ${place.componentId})
      and (${c.projectId} = ${place.projectId} or ${c.id} in (select ${x.componentId} from ${x} where ${x.projectId} = ${place.projectId}))
      and ${visibleComponents(actor)} order by ${c.id} limit 200`);
}

/**
 * Terms that may stand in some texts: those that share a key with one of them. Reads no other terms, however many there
 * are.
 */
export async function candidateTerms(
  actor: Actor,
  place: TermPlace,
  texts: readonly string[],
  on: Connection = db,
): Promise<Candidates> {
  const glossaries = await glossariesOf(actor, place, on);
  const sourceLanguageCode = glossaries[0]?.sourceLanguageCode ?? "";
  const ids = glossaries.map((one) => one.id);
  const keys = ids.length > 0 ? [...new Set(texts.flatMap((text) => keysOfText(text, sourceLanguageCode)))] : [];
  if (keys.length === 0) return { terms: [], sourceLanguageCode };
  const [waiting, early] = await Promise.all([
    on.one(sql`select ${present} from ${k} where ${anyOf(k.componentId, ids)} and ${k.key} = ${WAITING} limit 1`),
    readTerms(place, ids, keys, on),
  ]);
  // Terms that wait all the same, because another process makes their keys now, are compared one by one.
  if (waiting) await makeKeys(ids, on instanceof Tx ? on : undefined);
  const rows = waiting ? await readTerms(place, ids, [...keys, WAITING], on) : early;
  const byId = new Map(glossaries.map(({ sourceLanguageCode: _, ...one }) => [one.id, one]));
  const terms = rows.flatMap(({ componentId, flags, extraFlags, isSource, idHash, ...row }) => {
    const glossary = byId.get(componentId);
    if (!glossary) return [];
    const all = parseFlags(`${flags}, ${extraFlags}`);
    const untranslatable = all.has("read-only");
    return [
      {
        ...row,
        target: untranslatable || isSource ? "" : (row.target ?? ""),
        state: row.state ?? STATE.EMPTY,
        forms: formsOf(all),
        caseSensitive: all.has("case-sensitive"),
        forbidden: all.has("forbidden"),
        untranslatable,
        checksum: checksumOf(BigInt(idHash)),
        glossary,
      },
    ];
  });
  return { terms, sourceLanguageCode };
}

function readTerms(place: TermPlace, glossaries: readonly number[], keys: readonly string[], on: Connection) {
  return on.rows(sql`
    select ${pick(s, "componentId", "flags", "extraFlags")}, ${named({
      explanation: asText(sql`concat_ws(E'\\n', nullif(${s.explanation}, ''), nullif(${u.explanation}, ''))`),
      sourceId: s.id,
      source: asText(sql`${s.sources}[1]`),
      unitId: u.id,
      target: orNull(asText(sql`${u.targets}[1]`)),
      state: u.state,
      idHash: hashText(s.idHash),
      isSource: t.isSource,
    })}
    from ${s} left join ${t} on ${t.componentId} = ${s.componentId} and ${t.languageId} = ${place.languageId}
      left join ${u} on ${u.sourceId} = ${s.id} and ${u.translationId} = ${t.id}
    where ${s.id} in (select ${k.sourceId} from ${k} where ${anyOf(k.componentId, glossaries)} and ${anyOf(k.key, keys)})
    order by ${s.componentId}, ${s.position}, ${s.id} limit ${MOST}`);
}

/** A term with the places where it stands: form of the source, start and end. */
export interface FoundTerm extends GlossaryTerm {
  places: [form: number, start: number, end: number][];
}

/** Terms of the glossaries that stand in the forms of a source, in the order of their first places. */
export async function findTerms(actor: Actor, place: TermPlace, sources: readonly string[]): Promise<FoundTerm[]> {
  const { terms, sourceLanguageCode } = await candidateTerms(actor, place, sources);
  if (terms.length === 0) return [];
  const index = new TermIndex(terms, sourceLanguageCode);
  const found = new Map<GlossaryTerm, FoundTerm>();
  sources.forEach((text, form) => {
    for (const { term, start, end } of index.in(text)) {
      const one = found.get(term) ?? { ...term, places: [] };
      found.set(term, one);
      one.places.push([form, start, end]);
    }
  });
  return [...found.values()];
}
