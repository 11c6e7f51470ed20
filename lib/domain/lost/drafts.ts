import { components, drafts, languages, projects, sourceUnits, translations, units } from "@/lib/generated/tables";
import { assigned, named, outer, pick } from "@/lib/platform/columns";
import { db, type Sql, sql } from "@/lib/platform/database";
import { asNumber, asText, orNull } from "@/lib/platform/expressions";
import { refusal } from "@/lib/text/messages/refusal";
import { type Actor, isNobodysOwn } from "../access/actor";
import { visibleComponents } from "../access/demand";
import { DRAFT_DAYS } from "../editor/drafts";
import { Conflict, NotFound } from "../errors";
import { componentsCondition } from "../translations/place-condition";
import type { PathObject } from "../translations/resolve-path";

const [d, u, s, t] = [drafts.as("d"), units.as("u"), sourceUnits.as("s"), translations.as("t")];
const [c, p, l, e] = [components.as("c"), projects.as("p"), languages.as("l"), drafts.as("e")];
const gone = outer(u);

/** What somebody has typed and never saved, of a string that is gone. Nobody else sees it. */
export interface GoneDraft {
  /** Id that the string had. */
  unitId: number;
  sources: string[];
  targets: string[];
  updatedAt: Date;
  componentName: string;
  languageCode: string;
  languageName: string;
  /** A string of the same component and language that has this source now, where the text can go. */
  newUnitId: number | null;
}

const MOST = 200;

/** The string that has the source of a draft now, and no other draft of the same person. */
const heir: Sql = sql`(
  select ${u.id} from ${s} join ${u} on ${u.sourceId} = ${s.id} join ${t} on ${t.id} = ${u.translationId} and ${t.languageId} = ${d.languageId}
  where ${s.componentId} = ${d.componentId} and ${s.sources} = ${d.sources}
    and not exists (select from ${e} where ${e.userId} = ${d.userId} and ${e.unitId} = ${u.id})
  order by ${u.id} limit 1)`;

function placeOf(place: PathObject): Sql {
  if (place.kind === "translation")
    return sql`${c.id} = ${place.translation.component.id} and ${l.id} = ${place.translation.languageId}`;
  if (place.kind === "component") return sql`${c.id} = ${place.component.id}`;
  const language = place.kind === "project-language" ? sql`and ${l.id} = ${place.language.id}` : sql``;
  return sql`${componentsCondition(place)} ${language}`;
}

/** The actor's own drafts of strings that are gone, the newest first; 200 at most. */
export async function goneDrafts(actor: Actor, place: PathObject): Promise<GoneDraft[]> {
  if (isNobodysOwn(actor)) return [];
  return db.rows(sql`
    select ${pick(d, "unitId", "sources", "targets", "updatedAt")}, ${named({
      componentName: asText(sql`${c.name}`),
      languageCode: asText(sql`${l.code}`),
      languageName: asText(sql`${l.name}`),
      newUnitId: orNull(asNumber(heir)),
    })}
    from ${d} join ${c} on ${c.id} = ${d.componentId} join ${p} on ${p.id} = ${c.projectId} join ${l} on ${l.id} = ${d.languageId}
      left join ${gone} on ${gone.id} = ${d.unitId}
    where ${d.userId} = ${actor.userId} and ${gone.id} is null and ${visibleComponents(actor)} and ${placeOf(place)}
      and ${d.updatedAt} > now() - make_interval(days => ${DRAFT_DAYS})
    order by ${d.updatedAt} desc, ${d.unitId} limit ${MOST}`);
}

/**
 * Gives a draft to the string that has its source now, where the editor shows it as unsaved text; gives the string's id.
 * @throws NotFound for a draft that is not there; Conflict where no string has this source
 */
export async function moveDraft(actor: Actor, unitId: number): Promise<number> {
  const moved = await db.one(sql`
    update ${drafts} set ${assigned(drafts, { unitId: u.id, baseVersion: u.version })}
    from ${d} join ${u} on ${u.id} = ${heir}
    where ${d.userId} = ${actor.userId} and ${d.unitId} = ${unitId}
      and ${drafts.userId} = ${d.userId} and ${drafts.unitId} = ${d.unitId}
    returning ${pick(u, "id")}`);
  if (moved) return moved.id;
  const there = await db.one(
    sql`select ${pick(d, "unitId")} from ${d} where ${d.userId} = ${actor.userId} and ${d.unitId} = ${unitId}`,
  );
  if (!there) throw new NotFound(refusal("textNoLonger"));
  throw new Conflict(refusal("noStringSource"));
}
