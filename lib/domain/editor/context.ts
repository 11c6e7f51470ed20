import {
  components,
  languages,
  projects,
  sourceUnits,
  suggestions,
  userLanguages,
  users,
  votes,
} from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { anyOf, asFlag, asNumber, asText, orNull } from "@/lib/platform/expressions";
import { STATE, type UnitState } from "@/lib/text/codes";
import type { Actor } from "../access/actor";
import { ACTIONS } from "../change-actions";
import { type ChangeRow, recentChanges } from "../changes/list";
import { FORM_SEPARATOR } from "../changes/record";
import { findUnit, translationsOfSource } from "../units/units";

const [v, g, a, m] = [votes.as("v"), suggestions.as("g"), users.as("a"), userLanguages.as("m")];
const [s, c, p, l] = [sourceUnits.as("s"), components.as("c"), projects.as("p"), languages.as("l")];

/** A suggestion as the editor lists it. */
export interface EditorSuggestion {
  id: number;
  targets: string[];
  /** Null for one whose author has gone. */
  author: string | null;
  cause: string;
  at: string;
  votes: number;
}

/** The same string in another language. */
export interface EditorNeighbour {
  code: string;
  name: string;
  direction: string;
  targets: string[];
  state: UnitState;
  /** Whether the reader, the component or the project wants it beside the source. */
  beside: boolean;
}

/** One line of a string's history. */
export interface EditorEvent {
  id: number;
  what: string;
  who: string | null;
  cause: string;
  at: string;
  before: string[];
  after: string[];
  /** States before and after, where the change tells them. */
  states: [number, number] | null;
}

/** What stands beside a string: loaded for the next ones before they are opened. */
export interface EditorContext {
  unitId: number;
  suggestions: EditorSuggestion[];
  languages: EditorNeighbour[];
  history: EditorEvent[];
}

const SUGGESTIONS = 50;
const LANGUAGES = 60;
const EVENTS = 30;

/** Suggestions, other languages and history of a string. @throws NotFound */
export async function loadContext(actor: Actor, unitId: number): Promise<EditorContext> {
  const unit = await findUnit(actor, unitId);
  const [suggestions, languages, history] = await Promise.all([
    unit.suggested ? suggestionsOf(unitId) : [],
    languagesOf(actor, unit.sourceId, unitId),
    historyOf(actor, unitId, unit.sourceId),
  ]);
  return { unitId, suggestions, languages, history };
}

async function suggestionsOf(unitId: number): Promise<EditorSuggestion[]> {
  const author = orNull(asText(sql`coalesce(nullif(${a.fullName}, ''), ${a.username})`));
  const sum = asNumber(sql`coalesce((select sum(${v.value}) from ${v} where ${v.suggestionId} = ${g.id}), 0)::int`);
  const rows = await db.rows(sql`
    select ${pick(g, "id", "targets", "cause", "createdAt")}, ${named({ author, votes: sum })}
    from ${g} left join ${a} on ${a.id} = ${g.userId} where ${g.unitId} = ${unitId} order by votes desc, ${g.id} limit ${SUGGESTIONS}`);
  return rows.map(({ createdAt, ...row }) => ({ ...row, at: createdAt.toISOString() }));
}

/** The same string in other languages: those wanted beside the source first, then by name. */
async function languagesOf(actor: Actor, sourceId: number, except: number): Promise<EditorNeighbour[]> {
  const units = (await translationsOfSource(actor, sourceId)).filter(
    (unit) => unit.id !== except && unit.state !== STATE.EMPTY,
  );
  const codes = units.map((unit) => unit.languageCode);
  const beside = asFlag(sql`
    exists (select from ${m} where ${m.userId} = ${actor.userId} and ${m.languageId} = ${l.id} and ${m.secondary})
      or ${l.id} in (${c.secondaryLanguageId}, ${p.secondaryLanguageId}) is true`);
  const names = await db.rows(sql`
    select ${pick(l, "code", "name", "direction")}, ${named({ beside })}
    from ${s} join ${c} on ${c.id} = ${s.componentId} join ${p} on ${p.id} = ${c.projectId}, ${l}
    where ${s.id} = ${sourceId} and ${anyOf(l.code, codes)}`);
  const byCode = new Map(names.map((language) => [language.code, language]));
  return units
    .map((unit) => {
      const language = byCode.get(unit.languageCode);
      return {
        code: unit.languageCode,
        name: language?.name ?? unit.languageCode,
        direction: language?.direction || "ltr",
        targets: unit.targets,
        state: unit.state,
        beside: language?.beside ?? false,
      };
    })
    .sort((a, b) => Number(b.beside) - Number(a.beside) || a.name.localeCompare(b.name, "en"))
    .slice(0, LANGUAGES);
}

function eventOf(change: ChangeRow): EditorEvent {
  const { state, old_state: oldState } = change.details;
  const forms = (text: string) => (text === "" ? [] : text.split(FORM_SEPARATOR));
  return {
    id: change.id,
    what: ACTIONS[change.action]?.name ?? "Changed",
    who: change.userName || change.username,
    cause: change.cause,
    at: change.at.toISOString(),
    before: forms(change.old),
    after: forms(change.target),
    states: typeof state === "number" && typeof oldState === "number" ? [oldState, state] : null,
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
