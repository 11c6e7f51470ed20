import { components, languages, notices, projects, translations } from "@/lib/generated/tables";
import { combined, named, pick } from "@/lib/platform/columns";
import { type SelectedRow, type Sql, sql } from "@/lib/platform/database";
import { asText, orNull } from "@/lib/platform/expressions";
import type { Actor } from "../../access/actor";
import { visibleComponents, visibleProjects } from "../../access/demand";

/** Notices with the names of their places, as somebody may see them now. */

export const n = notices.as("n");
const [p, c, t, l] = [projects.as("p"), components.as("c"), translations.as("t"), languages.as("l")];

export const NOTICE = combined(
  pick(n, "id", "notification", "frequency", "count", "unmailed", "changes", "lastAt", "doneAt", "componentId"),
  named({
    day: asText(sql`${n.day}::text`),
    projectSlug: p.slug,
    projectName: p.name,
    componentSlug: orNull(c.slug),
    componentName: orNull(c.name),
    categoryPath: orNull(asText(sql`category_path(${c.categoryId})`)),
    languageCode: orNull(l.code),
    languageName: orNull(l.name),
    projectId: p.id,
  }),
);

export type NoticeRow = SelectedRow<typeof NOTICE>;

export const FROM_NOTICES = sql`
  from ${n} join ${p} on ${p.id} = ${n.projectId} left join ${c} on ${c.id} = ${n.componentId}
    left join ${t} on ${t.id} = ${n.translationId} left join ${l} on ${l.id} = ${t.languageId}`;

/** The actor's own notices of what it may see now: whoever lost access to a place reads nothing more of it. */
export function ownNotices(actor: Actor): Sql {
  const blocked = [...actor.blockedIn];
  return sql`(${n.userId} = ${actor.userId} and ${visibleProjects(actor)} and ${p.id} <> all(${blocked}::int[])
    and (${n.componentId} is null or ${visibleComponents(actor)}))`;
}
