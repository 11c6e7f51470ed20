import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { can } from "../access/demand";
import { Invalid } from "../errors";
import {
  type ActivityPlace,
  activityByLanguage,
  activityByPerson,
  activityByWeek,
  creditsOf,
  type Decided,
  type Period,
  workOf,
} from "../statistics/activity";
import { costOf, forecastsByLanguage, type Rates, statesByLanguage } from "../statistics/forecast";
import { type Scope, scopeName, scopeOf } from "./feed";

/** Reports of activity as tables, of whatever has a feed: the site, a language, a project, a component, … */

export const REPORTS = ["activity", "languages", "contributors", "work", "credits", "words", "forecast"] as const;
export type Report = (typeof REPORTS)[number];

const MOST_ROWS = 10_000;
const MOST_DAYS = 3660;

/** Where a report looks, and whether it tells of others. */
export interface ReportPlace {
  title: string;
  /** What the title is made of. */
  about: Scope["about"];
  link: string;
  place: ActivityPlace;
  /** Of people, only the reader. */
  own: boolean;
}

/** What the path of a report names. Reports about all contributors need `reports.view`. @throws NotFound */
export async function reportPlace(actor: Actor, path: readonly string[]): Promise<ReportPlace> {
  return placeOfScope(actor, await scopeOf(actor, path));
}

function placeOfScope(actor: Actor, { about, link, filter, permissionScope }: Scope): ReportPlace {
  const sees = permissionScope
    ? can(actor, "reports.view", permissionScope)
    : actor.isSuperuser && actor.tokenProjectId === undefined;
  return {
    title: scopeName(about),
    about,
    link,
    own: !sees,
    place: {
      projectId: permissionScope?.project.id,
      componentId: permissionScope?.component?.id,
      languageId: filter.languageId ?? permissionScope?.languageId,
    },
  };
}

/** Looks at a period before anything is read. @throws Invalid */
export function checkPeriod({ first, last }: Period): void {
  const days = (Date.parse(last) - Date.parse(first)) / 86_400_000;
  if (!(days >= 0)) throw Invalid.field("end", refusal("endPeriodBefore"));
  if (days > MOST_DAYS) throw Invalid.field("end", refusal("periodTenYears"));
}

export interface ReportTable {
  title: string;
  columns: readonly string[];
  rows: readonly (readonly (string | number)[])[];
}

const DONE = ["added", "edited", "approved", "suggested", "words"] as const;

/** A report of a place and period. */
export async function readReport(
  actor: Actor,
  report: Report,
  { title, place, own }: ReportPlace,
  period: Period,
  rates: Rates,
): Promise<ReportTable> {
  checkPeriod(period);
  switch (report) {
    case "activity": {
      const weeks = await activityByWeek(actor, place, period);
      return table(title, ["start", ...DONE], weeks);
    }
    case "languages":
      return table(title, ["code", "name", ...DONE], await activityByLanguage(actor, place, period));
    case "contributors": {
      const { rows } = await activityByPerson(actor, place, period, { limit: MOST_ROWS, own });
      return table(
        title,
        ["username", "fullName", ...DONE, "accepted", "rejected", "acceptedPercent"],
        rows.map((row) => ({ ...row, acceptedPercent: acceptedPercent(row) })),
      );
    }
    case "work": {
      const rows = await workOf(actor, place, period, { limit: MOST_ROWS, own });
      return table(title, ["start", "language", "username", "fullName", ...DONE], rows);
    }
    case "credits": {
      const rows = await creditsOf(actor, place, period, { limit: MOST_ROWS, own });
      return table(title, ["language", "fullName", "changes"], rows);
    }
    case "words": {
      const rows = await statesByLanguage(actor, place);
      return table(
        title,
        ["code", "name", "totalWords", "translatedWords", "approvedWords", "fuzzyWords", "cost"],
        rows.map((row) => ({ ...row, cost: costOf(row, rates) })),
      );
    }
    case "forecast": {
      const rows = await forecastsByLanguage(actor, place);
      return table(
        title,
        ["code", "name", "left", "pace", "date"],
        rows.map((row) => ({ ...row, pace: Math.round(row.pace * 100) / 100, date: row.date ?? "" })),
      );
    }
  }
}

/** How much of what was decided on was accepted; nothing where nothing was. */
function acceptedPercent({ accepted, rejected }: Decided): number | "" {
  const decided = accepted + rejected;
  return decided === 0 ? "" : Math.round((1000 * accepted) / decided) / 10;
}

/** Rows as a table of some of their members, named as the API names them. */
function table<Name extends string>(
  title: string,
  names: readonly Name[],
  rows: readonly Readonly<Record<Name, string | number>>[],
): ReportTable {
  return {
    title,
    columns: names.map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)),
    rows: rows.map((row) => names.map((name) => row[name])),
  };
}
