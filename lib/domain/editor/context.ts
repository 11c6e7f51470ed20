import { db, sql } from "@/lib/platform/database";
import { STATE } from "@/lib/text/codes";
import type { Actor } from "../access/actor";
import { ACTIONS } from "../change-actions";
import { type ChangeRow, recentChanges } from "../changes/list";
import { FORM_SEPARATOR } from "../changes/record";
import { findUnit, translationsOfSource } from "../units/units";

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
  state: number;
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

interface SuggestionRow {
  id: number;
  targets: string[];
  author: string | null;
  cause: string;
  createdAt: Date;
  votes: number;
}

async function suggestionsOf(unitId: number): Promise<EditorSuggestion[]> {
  const rows = await db.rows<SuggestionRow>(sql`
    select g.id, g.targets, coalesce(nullif(a.full_name, ''), a.username) as author, g.cause, g.created_at,
      coalesce((select sum(v.value) from votes v where v.suggestion_id = g.id), 0)::int as votes
    from suggestions g left join users a on a.id = g.user_id where g.unit_id = ${unitId} order by votes desc, g.id limit ${SUGGESTIONS}`);
  return rows.map(({ createdAt, ...row }) => ({ ...row, at: createdAt.toISOString() }));
}

/** The same string in other languages: those wanted beside the source first, then by name. */
async function languagesOf(actor: Actor, sourceId: number, except: number): Promise<EditorNeighbour[]> {
  const units = (await translationsOfSource(actor, sourceId)).filter(
    (unit) => unit.id !== except && unit.state !== STATE.EMPTY,
  );
  const names = await db.rows<{ code: string; name: string; direction: string; beside: boolean }>(sql`
    select l.code, l.name, l.direction,
      exists (select from user_languages m where m.user_id = ${actor.userId} and m.language_id = l.id and m.secondary)
        or l.id in (c.secondary_language_id, p.secondary_language_id) is true as beside
    from source_units s join components c on c.id = s.component_id join projects p on p.id = c.project_id,
      languages l
    where s.id = ${sourceId} and l.code = any(${units.map((unit) => unit.languageCode)}::text[])`);
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
