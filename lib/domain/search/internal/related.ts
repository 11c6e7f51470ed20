import {
  comments,
  findings,
  labels,
  screenshots,
  screenshotUnits,
  sourceUnitLabels,
  suggestions,
  units,
  users,
} from "@/lib/generated/tables";
import { rawSql, type Sql, sql } from "@/lib/platform/database";
import type { FieldMatch } from "@/lib/text/search-query/query";
import { formsMatch, nameIs, textMatch } from "./texts";
import { numberMatch, stateMatch, takesZero } from "./values";

const [u, ou, su] = [units.as("u"), units.as("ou"), units.as("su")];
const [cm, cu] = [comments.as("cm"), users.as("cu")];
const [sg, au, f] = [suggestions.as("sg"), users.as("au"), findings.as("f")];
const [sl, lb, xu, x] = [sourceUnitLabels.as("sl"), labels.as("lb"), screenshotUnits.as("xu"), screenshots.as("x")];

/** Texts and names of things that belong to a string. */

/** Those of them that belong to its source string, and are the same in all languages. */
export const OF_SOURCE: ReadonlySet<string> = new Set(["label", "labels_count", "screenshot", "source_state"]);

/** Comments on a string or on its source. @param ofSource only those on the source */
export function hasComment(
  where: Sql,
  { resolved, ofSource = false }: { resolved?: boolean; ofSource?: boolean },
): Sql {
  const place = ofSource
    ? sql`${cm.translationId} is null`
    : sql`(${cm.translationId} is null or ${cm.translationId} = ${ou.translationId})`;
  // From the comments to their strings: there are few of them.
  return sql`${u.id} in (select ${ou.id} from ${cm} join ${ou} on ${ou.sourceId} = ${cm.sourceId} left join ${cu} on ${cu.id} = ${cm.userId}
    where ${place} and ${resolved === undefined ? rawSql("true") : sql`${cm.resolved} = ${rawSql(String(resolved))}`} and ${where})`;
}

/**
 * Condition of a field about such things; undefined for any other field.
 * @param sourceId which source string, in a statement about source strings alone
 */
export function relatedCondition(field: string, match: FieldMatch, sourceId: Sql = u.sourceId): Sql | undefined {
  switch (field) {
    case "comment":
    case "resolved_comment":
      return hasComment(textMatch(cm.text, match), { resolved: field === "resolved_comment" });
    case "comment_author":
      return hasComment(nameIs(cu.username, match), {});
    case "suggestion":
      return sql`exists (select from ${sg} where ${sg.unitId} = ${u.id} and ${formsMatch(sg.targets, match)})`;
    case "suggestion_author":
      return sql`exists (select from ${sg} join ${au} on ${au.id} = ${sg.userId} where ${sg.unitId} = ${u.id} and ${nameIs(au.username, match)})`;
    case "label":
      return sql`exists (select from ${sl} join ${lb} on ${lb.id} = ${sl.labelId} where ${sl.sourceId} = ${sourceId} and ${textMatch(lb.name, match)})`;
    case "labels_count":
      return labelsCount(match, sourceId);
    case "screenshot":
      return sql`exists (select from ${xu} join ${x} on ${x.id} = ${xu.screenshotId} where ${xu.sourceId} = ${sourceId} and ${textMatch(x.name, match)})`;
    case "check":
    case "dismissed_check":
      return sql`exists (select from ${f} where ${f.unitId} = ${u.id} and ${f.dismissed} = ${rawSql(String(field === "dismissed_check"))}
        and ${f.check} = ${match.kind === "name" ? match.name : ""})`;
    case "source_state":
      return sql`exists (select from ${su} where ${su.id} = ${sourceId} and ${stateMatch(su.state, match)})`;
    default:
      return undefined;
  }
}

/** Strings without labels have no row: when 0 is asked for, those are told that have another number. */
function labelsCount(match: FieldMatch, sourceId: Sql): Sql {
  const fits = numberMatch(rawSql("count(*)"), match);
  const counted = (having: Sql) => sql`(select ${sl.sourceId} from ${sl} group by ${sl.sourceId} having ${having})`;
  return takesZero(match)
    ? sql`${sourceId} not in ${counted(sql`not (${fits})`)}`
    : sql`${sourceId} in ${counted(fits)}`;
}
