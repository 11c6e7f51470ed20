import { changes, components, projects, translations, units, users } from "@/lib/generated/tables";
import { named } from "@/lib/platform/columns";
import { db, rawSql, type Sql, sql } from "@/lib/platform/database";
import { anyOf, asFlag, asNumber, asText, counted, orNull } from "@/lib/platform/expressions";
import { STATE } from "@/lib/text/codes";
import type { Actor } from "../access/actor";
import { visibleComponents } from "../access/demand";
import { nameFor } from "../access/pseudonym";
import { actionCodes } from "../change-actions";
import { FORM_SEPARATOR } from "../changes/record";
import { reviewsOff } from "../projects/language-workflow";
import type { Reading } from "../search/run-search";
import type { TranslationRow } from "../translations/translations";
import { adapterOf } from "../units/four-eyes";
import { UNIT_FROM } from "../units/units";
import type { PlaceOfStrings } from "./place";
import { RISK } from "./risks";
import { type EditorUnit, selectEditorUnits } from "./unit";
import { type List, type StringName, WINDOW, type WindowRequest, withList } from "./window";

const [u, t, c, p] = [units.as("u"), translations.as("t"), components.as("c"), projects.as("p")];
const [h, o, a] = [changes.as("h"), changes.as("o"), users.as("a")];

/** Strings that wait for a review, riskiest first. */
export interface ReviewList {
  ids: number[];
  /** Sums of `RISK`, by place in `ids`. */
  risks: number[];
  /** Strings that wait, with those that are not listed. */
  waiting: number;
  /** Texts of the reader's own among them, that somebody else has to approve. */
  own: number;
}

/** What a reviewer compares. */
export interface ReviewFacts {
  unitId: number;
  /** The text that was approved last, else the one before this; empty where there was none. */
  before: string[];
  /** Whether `before` was approved. */
  wasApproved: boolean;
  /** Who wrote the text; null for nobody who has an account. */
  author: string | null;
  own: boolean;
  risks: number;
}

/** Strings that are put in order, and strings that one list of a review has. */
const MOST_RATED = 5000;
export const MOST_REVIEWED = 1000;
/** Whoever has changed fewer strings of the project is new there. */
const NEW_AUTHOR = 20;

const CONTENT = sql`${actionCodes("content")}::smallint[]`;
const TEXT = sql`array_to_string(${u.targets}, ${FORM_SEPARATOR}::text)`;

/** Placeholders and tags, roughly: which ones a text has matters here, not what they are. */
const MARKS = rawSql(String.raw`'%(?:\d+\$)?[-+0 #]*\d*(?:\.\d+)?[a-zA-Z@]|\{[^{}]*\}|</?[a-zA-Z][^<>]*>'`);
const marksOf = (text: Sql) =>
  sql`array(select found[1] from regexp_matches(${text}, '(' || ${MARKS} || ')', 'g') found order by 1)`;

/** Translations whose language is reviewed in their project. */
const REVIEWED = sql`case when ${t.isSource} then ${p.sourceReview} else ${p.translationReview} and not ${reviewsOff({ t, c })} end`;

/** What waits for a reviewer: texts that nobody has approved, and suggestions that nobody has decided. */
const WAITING = sql`${REVIEWED} and (${u.state} = ${STATE.TRANSLATED} or (${u.suggested} and ${u.state} < ${STATE.APPROVED}))`;

/** Rows `r` of strings with what a reviewer compares, one statement for all of them. */
function rated(chosen: Sql): Sql {
  return sql`
    chosen as materialized (${chosen}),
    compared as materialized (
      select k.*, wrote.author, wrote.adapter, wrote.old, coalesce(approved.target, wrote.old, '') as before, approved.target is not null as was_approved
      from chosen k
      left join lateral (
        select coalesce(${h.authorId}, ${h.userId}) as author, ${adapterOf(h)} as adapter, ${h.old} as old from ${h}
        where ${h.unitId} = k.id and ${h.action} = any(${CONTENT}) and ${h.old} <> ${h.target} and ${h.target} = k.text
        order by ${h.id} desc limit 1) wrote on true
      left join lateral (
        select ${o.target} as target from ${o}
        where ${o.unitId} = k.id and ${o.action} = any(${CONTENT}) and ${o.details}->>'state' = '30' and ${o.target} <> k.text
        order by ${o.id} desc limit 1) approved on true),
    newcomers as materialized (
      select x.author, x.project_id from (select distinct author, project_id from compared where author is not null) x
      where (select count(*) from (
        select from ${h} where ${h.userId} = x.author and ${h.projectId} = x.project_id and ${h.action} = any(${CONTENT})
        limit ${NEW_AUTHOR}) y) < ${NEW_AUTHOR}),
    r as (
      select m.*, (
        case when exists (select from newcomers n where n.author = m.author and n.project_id = m.project_id) then ${RISK.newAuthor} else 0 end
        + case when m.failing then ${RISK.failing} else 0 end
        + case when m.before <> '' and ${marksOf(sql`m.before`)} <> ${marksOf(sql`m.text`)} then ${RISK.placeholders} else 0 end
        + case when m.before <> '' and similarity(m.before, m.text) < 0.5 then ${RISK.largeChange} else 0 end)::int as risks
      from compared m)`;
}

/** Whether the text of a row `r` is the reader's own, in whole or in part. */
const isOwn = (actor: Actor): Sql =>
  sql`(r.author is not distinct from ${actor.userId} or coalesce(r.adapter = ${actor.userId}, false))`;

const CHOSEN = sql`
  select ${u.id} as id, ${u.translationId} as translation_id, ${u.position} as position, ${u.failing} as failing,
    ${p.id} as project_id, ${p.fourEyes} as four_eyes, ${TEXT} as text`;

/**
 * Strings of a place that wait for a review, those first that want a closer look. Texts of the reader's own are left out
 * where nobody approves their own.
 * @throws as `loadWindow`
 */
export async function loadReview(actor: Actor, place: PlaceOfStrings, query: string): Promise<ReviewList> {
  return withList(actor, place, query, (list) => reviewOf(actor, list));
}

async function reviewOf(actor: Actor, list: List): Promise<ReviewList> {
  const waiting = sql`${anyOf(u.translationId, list.ids)} and ${WAITING} and ${list.condition} and ${visibleComponents(actor)}`;
  const [rows, [all]] = await Promise.all([
    list.rows(sql`
      with ${rated(sql`
        ${CHOSEN}, array_position(${list.ids}::int[], ${u.translationId}) as rank ${UNIT_FROM} where ${waiting}
        order by rank, ${u.position}, ${u.id} limit ${MOST_RATED}`)}
      select ${named({
        id: asNumber(sql`r.id`),
        risks: asNumber(sql`r.risks`),
        own: asFlag(sql`(r.four_eyes and ${isOwn(actor)})`),
      })}
      from r order by r.risks desc, r.rank, r.position, r.id`),
    list.rows(sql`select ${counted} ${UNIT_FROM} where ${waiting}`),
  ]);
  const others = rows.filter(({ own }) => !own);
  const listed = others.slice(0, MOST_REVIEWED);
  return {
    ids: listed.map(({ id }) => id),
    risks: listed.map(({ risks }) => risks),
    waiting: all?.count ?? 0,
    own: rows.length - others.length,
  };
}

/** What a reviewer compares of some strings, in no order. At most 100. */
export async function reviewFacts(
  actor: Actor,
  unitIds: readonly number[],
  on: Pick<Reading, "rows"> = db,
): Promise<ReviewFacts[]> {
  if (unitIds.length === 0) return [];
  const ids = unitIds.slice(0, WINDOW.before + WINDOW.ahead);
  const rows = await on.rows(sql`
    with ${rated(sql`${CHOSEN} ${UNIT_FROM} where ${anyOf(u.id, ids)} and ${visibleComponents(actor)}`)}
    select ${named({
      unitId: asNumber(sql`r.id`),
      before: asText(sql`r.before`),
      wasApproved: asFlag(sql`r.was_approved`),
      own: asFlag(isOwn(actor)),
      risks: asNumber(sql`r.risks`),
      author: orNull(
        asText(sql`
          (select ${nameFor(actor, sql`coalesce(nullif(${a.fullName}, ''), ${a.username})`, a.id, sql`r.project_id`)}
            from ${a} where ${a.id} = r.author)`),
      ),
    })} from r`);
  return rows.map((row) => ({ ...row, before: row.before === "" ? [] : row.before.split(FORM_SEPARATOR) }));
}

/** A review as its page opens it. */
export interface OpenReview extends ReviewList {
  units: EditorUnit[];
  facts: ReviewFacts[];
  cursor: number | undefined;
}

/** The list of a review and the strings around a place in it. @throws as `loadWindow` */
export async function openReview(
  actor: Actor,
  place: PlaceOfStrings,
  query: string,
  ask: WindowRequest,
  known: readonly TranslationRow[] = [],
): Promise<OpenReview> {
  const { review, id } = await withList(actor, place, query, async (list) => {
    const review = await reviewOf(actor, list);
    const asked = ask.at === "offset" ? undefined : await idOf(list, ask.string);
    return { review, id: asked };
  });
  const found = id === undefined ? -1 : review.ids.indexOf(id);
  const wanted = ask.at === "offset" ? ask.offset : ask.at === "after" ? found + 1 : Math.max(0, found);
  const at = Math.min(Math.max(0, wanted), review.ids.length - 1);
  const near = review.ids.slice(Math.max(0, at - WINDOW.before), at + WINDOW.ahead);
  const [units, facts] = await Promise.all([selectEditorUnits(actor, near, known), reviewFacts(actor, near)]);
  return { ...review, units, facts, cursor: review.ids[at] };
}

async function idOf(list: List, name: StringName): Promise<number | undefined> {
  return (await list.find(name))?.id;
}
