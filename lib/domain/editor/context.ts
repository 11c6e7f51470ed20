import {
  components,
  languages,
  projects,
  suggestions,
  translations,
  units,
  userLanguages,
  users,
  votes,
} from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { db, sql, together } from "@/lib/platform/database";
import { among, asFlag, asNumber, asText, counted, orNull } from "@/lib/platform/expressions";
import { describeCheck } from "@/lib/text/checks/describe";
import { STATE, type UnitState } from "@/lib/text/codes";
import { urls } from "@/lib/urls";
import type { Actor } from "../access/actor";
import { visibleComponents } from "../access/demand";
import { actionKey } from "../change-actions";
import { type ChangeRow, recentChanges } from "../changes/list";
import { FORM_SEPARATOR } from "../changes/record";
import { isOwnSuggestion } from "../discussion/may-suggest";
import { type FoundTerm, findTerms } from "../glossary/terms";
import { translatedFrom } from "../projects/language-workflow";
import { isRevertable } from "../units/revert";
import { linkOf } from "../units/spread";
import { findUnit, type UnitRow } from "../units/units";
import { commitNameIn } from "../users/commit-identity";
import { commentsOf, type EditorComment } from "./comments-of";
import { type NearbyString, type SameString, sameElsewhere, stringsAround, variantsBeside } from "./nearby";
import { type EditorShot, shotsOf } from "./shots";

const [v, g, a, m] = [votes.as("v"), suggestions.as("g"), users.as("a"), userLanguages.as("m")];
const [w, t] = [units.as("w"), translations.as("t")];
const [u, o] = [units.as("u"), translations.as("o")];
const [c, p, l] = [components.as("c"), projects.as("p"), languages.as("l")];

/** A suggestion as the editor lists it. */
export interface EditorSuggestion {
  id: number;
  targets: string[];
  /** Null for one whose author has gone. */
  author: string | null;
  cause: string;
  at: string;
  votes: number;
  /** What the reader voted: 1, -1, or 0 for nothing. */
  vote: number;
  /** Whether the reader may take it back as its own. */
  own: boolean;
}

/** The same string in another language. */
export interface EditorNeighbour {
  code: string;
  name: string;
  /** The name that it is stored with, where the page names it in another way. */
  stored?: string;
  direction: string;
  targets: string[];
  state: UnitState;
  /** Whether the reader, the component or the project wants it beside the source. */
  beside: boolean;
  /** Whether the workflow of the string's language says that it is translated from this one. */
  from: boolean;
}

/** One line of a string's history. */
export interface EditorEvent {
  id: number;
  /** The action by its name for programs. */
  what: string;
  /** The check that it is about, with its name in English. */
  check: { check: string; name: string } | null;
  who: string | null;
  cause: string;
  at: string;
  before: string[];
  after: string[];
  /** States before and after, where the change tells them. */
  states: [number, number] | null;
  /** Whether its text can be put back. */
  revertable: boolean;
  /** Why a suggestion was rejected; "" where nobody said so. */
  reason: string;
}

/** What stands beside a string: loaded for the next ones before they are opened. */
export interface EditorContext {
  unitId: number;
  suggestions: EditorSuggestion[];
  languages: EditorNeighbour[];
  comments: EditorComment[];
  history: EditorEvent[];
  terms: EditorTerm[];
  /** Strings around it in its file. */
  near: { before: NearbyString[]; after: NearbyString[] };
  /** Its variants, such as a short form. */
  variants: NearbyString[];
  /** The same string in other components. */
  same: SameString[];
  /** Whether edits go on between it and those; null where its component shares no texts. */
  linked: boolean | null;
  /** Of a source string: finished translations, which an edit marks for edit. */
  translated: number;
  shots: EditorShot[];
}

/** A term of a glossary that stands in the source. */
export type EditorTerm = Pick<
  FoundTerm,
  "sourceId" | "source" | "target" | "state" | "forms" | "explanation" | "forbidden" | "untranslatable" | "places"
> & {
  glossary: string;
  /** The term in its glossary. */
  url: string | null;
};

const SUGGESTIONS = 50;
const LANGUAGES = 60;
const EVENTS = 30;
const TERMS = 60;

/** Suggestions, comments, other languages, history and terms of a string, and the strings around it. @throws NotFound */
export async function loadContext(actor: Actor, unitId: number): Promise<EditorContext> {
  const unit = await findUnit(actor, unitId);
  // Terms that were just added are prepared first, in a transaction.
  const [context, terms] = await Promise.all([together(() => readContext(actor, unit)), termsOf(actor, unit)]);
  return { ...context, terms };
}

async function readContext(actor: Actor, unit: UnitRow): Promise<Omit<EditorContext, "terms">> {
  const [suggestions, comments, languages, history, near, variants, same, translated, shots, linked] =
    await Promise.all([
      unit.suggested ? suggestionsOf(actor, unit) : [],
      commentsOf(actor, unit),
      languagesOf(actor, unit),
      historyOf(actor, unit.id, unit.sourceId),
      stringsAround(unit),
      variantsBeside(unit),
      unit.id === unit.sourceId ? [] : sameElsewhere(actor, unit),
      unit.id === unit.sourceId ? countTranslated(unit.sourceId) : 0,
      shotsOf(unit),
      linkOf(unit.id),
    ]);
  return {
    unitId: unit.id,
    ...{ suggestions, comments, languages, history, near, variants, same, linked, translated, shots },
  };
}

async function countTranslated(sourceId: number): Promise<number> {
  const row = await db.one(sql`
    select ${counted} from ${w} join ${t} on ${t.id} = ${w.translationId} and not ${t.isSource}
    where ${w.sourceId} = ${sourceId} and ${among(w.state, STATE.TRANSLATED, STATE.APPROVED)}`);
  return row?.count ?? 0;
}

async function termsOf(actor: Actor, unit: UnitRow): Promise<EditorTerm[]> {
  const terms = await findTerms(actor, unit, unit.sources);
  return terms.slice(0, TERMS).map(({ unitId, caseSensitive, checksum, glossary, ...term }) => ({
    ...term,
    glossary: glossary.name,
    // A language that the glossary does not have has no page of the term.
    url: unitId === null ? null : urls.unitPage({ ...glossary, languageCode: unit.languageCode }, checksum),
  }));
}

async function suggestionsOf(actor: Actor, unit: UnitRow): Promise<EditorSuggestion[]> {
  const unitId = unit.id;
  const name = actor.isAnonymous
    ? commitNameIn(sql`${unit.projectId}::int`)
    : sql`coalesce(nullif(${a.fullName}, ''), ${a.username})`;
  const author = orNull(asText(sql`case when ${a.id} is not null then ${name} end`));
  const sum = asNumber(sql`coalesce((select sum(${v.value}) from ${v} where ${v.suggestionId} = ${g.id}), 0)::int`);
  const vote = asNumber(sql`
    coalesce((select ${v.value} from ${v} where ${v.suggestionId} = ${g.id} and ${v.userId} = ${actor.userId}), 0)::int`);
  const rows = await db.rows(sql`
    select ${pick(g, "id", "userId", "targets", "cause", "createdAt")}, ${named({ author, votes: sum, vote })}
    from ${g} left join ${a} on ${a.id} = ${g.userId} where ${g.unitId} = ${unitId} order by votes desc, ${g.id} limit ${SUGGESTIONS}`);
  return rows.map(({ createdAt, userId, ...row }) => ({
    ...row,
    at: createdAt.toISOString(),
    own: isOwnSuggestion(actor, { userId }),
  }));
}

/** The same string in other languages: those wanted beside the source first, then by name. */
async function languagesOf(actor: Actor, { id, sourceId }: UnitRow): Promise<EditorNeighbour[]> {
  const beside = asFlag(sql`
    exists (select from ${m} where ${m.userId} = ${actor.userId} and ${m.languageId} = ${l.id} and ${m.secondary})
      or ${l.id} = coalesce(${c.secondaryLanguageId}, ${p.secondaryLanguageId}) is true`);
  const rows = await db.rows(sql`
    select ${pick(l, "code", "name", "direction")}, ${pick(u, "targets", "state")}, ${named({
      beside,
      from: asFlag(sql`(${l.id} = (
        select ${translatedFrom({ t, c })} from ${w} join ${t} on ${t.id} = ${w.translationId} where ${w.id} = ${id} and not ${t.isSource})) is true`),
    })}
    from ${u} join ${o} on ${o.id} = ${u.translationId} join ${l} on ${l.id} = ${o.languageId}
      join ${c} on ${c.id} = ${o.componentId} join ${p} on ${p.id} = ${c.projectId}
    where ${u.sourceId} = ${sourceId} and ${u.id} <> ${id} and ${u.state} <> ${STATE.EMPTY} and not ${o.isSource}
      and ${visibleComponents(actor)}`);
  return rows
    .map(({ direction, from, ...row }) => ({
      ...row,
      direction: direction || "ltr",
      // A text that nobody vouches for is none to translate from.
      from: from && row.state >= STATE.TRANSLATED,
    }))
    .sort(
      (a, b) =>
        Number(b.from) - Number(a.from) || Number(b.beside) - Number(a.beside) || a.name.localeCompare(b.name, "en"),
    )
    .slice(0, LANGUAGES);
}

function eventOf(change: ChangeRow): EditorEvent {
  const { state, old_state: oldState, rejection_reason: reason, check } = change.details;
  const forms = (text: string) => (text === "" ? [] : text.split(FORM_SEPARATOR));
  return {
    id: change.id,
    what: actionKey(change.action, change.details),
    check: typeof check === "string" ? { check, name: describeCheck(check)?.name ?? check } : null,
    who: change.userName || change.username,
    cause: change.cause,
    at: change.at.toISOString(),
    before: forms(change.old),
    after: forms(change.target),
    states: typeof state === "number" && typeof oldState === "number" ? [oldState, state] : null,
    revertable: isRevertable(change),
    reason: typeof reason === "string" ? reason : "",
  };
}

/** History of a string and of its source, newest first. */
async function historyOf(actor: Actor, unitId: number, sourceId: number): Promise<EditorEvent[]> {
  const [own, source] = await Promise.all([
    recentChanges(actor, { unitId }, EVENTS),
    unitId === sourceId ? [] : recentChanges(actor, { unitId: sourceId }, EVENTS),
  ]);
  return [...own, ...source]
    .sort((a, b) => b.at.getTime() - a.at.getTime() || b.id - a.id)
    .slice(0, EVENTS)
    .map(eventOf);
}
