import { components, projects, translations } from "@/lib/generated/tables";
import { named, subquery } from "@/lib/platform/columns";
import { rawSql, type Sql, sql } from "@/lib/platform/database";
import { among } from "@/lib/platform/expressions";
import { ACCESS } from "@/lib/text/codes";
import type { Actor } from "../../access/actor";
import { visibleComponents } from "../../access/demand";
import { ORIGIN } from "../strings";
import type { MemoryQuestion } from "./question";

const [c, p, up, t] = [components.as("c"), projects.as("p"), projects.as("up"), translations.as("t")];

/**
 * Components whose strings may be offered, with their translation into the language of the question. Those of a restricted
 * component stay in it, whoever asks; another project's are lent as its memory is: when both take part, and the actor
 * may see it.
 */
export function lendersOf(actor: Actor, question: Omit<MemoryQuestion, "texts" | "threshold" | "limit">) {
  const { project, componentId = 0 } = question;
  return sql`
    select ${named({ id: c.id, translationId: t.id, projectId: c.projectId, origin: ORIGIN })}
    from ${c} join ${p} on ${p.id} = ${c.projectId}
      join ${t} on ${t.componentId} = ${c.id} and ${t.languageId} = ${question.targetLanguageId} and not ${t.isSource}
    where ${c.sourceLanguageId} = ${question.sourceLanguageId} and not ${c.isGlossary}
      and (not ${c.restricted} or ${c.id} = ${componentId}) and ${project ? lent(actor, project) : rawSql("true")}
      and ${visibleComponents(actor)}`;
}

/** The same, as ids of components alone. */
export const lenderIds = (actor: Actor, question: Omit<MemoryQuestion, "texts" | "threshold" | "limit">): Sql => {
  const l = subquery("l", lendersOf(actor, question));
  return sql`select ${l.id} from ${l}`;
};

function lent(actor: Actor, project: { id: number }): Sql {
  // The service acts for people who may not see every project that shares.
  const open = actor.cause === "service" ? among(p.accessControl, ACCESS.PUBLIC, ACCESS.PROTECTED) : rawSql("true");
  return sql`(${c.projectId} = ${project.id} or (${p.contributeSharedTm} and ${open}
    and (select ${up.useSharedTm} from ${up} where ${up.id} = ${project.id})))`;
}
