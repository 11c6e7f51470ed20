import { changeTallies, components, languages, projects, pseudonyms, users } from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { db, literal, type Sql, sql } from "@/lib/platform/database";
import { asText } from "@/lib/platform/expressions";
import type { Actor } from "../access/actor";
import { visibleComponents, visibleProjects } from "../access/demand";
import { LEVELS, type Level } from "./tallies";

/** What a history can be narrowed by, to choose from: what its lines name, as far as the sums of the ledger know. */

const [y, c, p] = [changeTallies.as("y"), components.as("c"), projects.as("p")];
const [u, l, ps] = [users.as("u"), languages.as("l"), pseudonyms.as("ps")];

const MOST = 200;
/** Sums that are looked through: a large project has more of them than a page should read. */
const READ = 20_000;

export interface HistoryChoice {
  value: string;
  label: string;
}

export interface HistoryChoices {
  projects: HistoryChoice[];
  /** Of a project alone, by path. */
  components: HistoryChoice[];
  languages: HistoryChoice[];
  people: HistoryChoice[];
}

type Of = { projectId?: number; componentId?: number };

/** Choices for the history of a project or a component, or of everything the actor may see. */
export async function historyChoices(actor: Actor, of: Of): Promise<HistoryChoices> {
  const { projectId, componentId } = of;
  // A pseudonym would be told whose it is by the one who is missing, or found, beside it.
  const known = actor.isAnonymous ? sql`and not exists (select from ${ps} where ${ps.userId} = ${u.id})` : sql``;
  const [projects, components, languages, people] = await Promise.all([
    db.rows(
      sql`select ${named({ value: p.slug, label: p.name })} from ${p} where ${visibleProjects(actor)} order by ${p.name} limit ${MOST}`,
    ),
    projectId === undefined
      ? []
      : db.rows(sql`
          select ${named({ value: asText(sql`concat_ws('/', nullif(category_path(${c.categoryId}), ''), ${c.slug})`), label: c.name })}
          from ${c} join ${p} on ${p.id} = ${c.projectId} where ${p.id} = ${projectId} and ${visibleComponents(actor)}
          order by ${c.name}, ${c.id} limit ${MOST}`),
    db.rows(sql`
      select ${named({ value: l.code, label: l.name })} from ${l}
      where ${l.id} ${summed(actor, of, "everything", y.languageId)} order by ${l.name}`),
    projectId === undefined && componentId === undefined
      ? []
      : db
          .rows(sql`
            select ${pick(u, "username", "fullName")} from ${u}
            where not ${u.isAnonymous} and ${u.id} ${summed(actor, of, "person", y.userId)} ${known}
            order by ${u.username} limit ${MOST}`)
          .then((rows) => rows.map(({ username, fullName }) => ({ value: username, label: fullName || username }))),
  ]);
  return { projects, components, languages, people };
}

/** That sums of a level name it, of components that the actor may see. */
function summed(actor: Actor, { projectId, componentId }: Of, level: Level, what: Sql): Sql {
  const here =
    componentId !== undefined
      ? sql`${y.componentId} = ${componentId}`
      : projectId !== undefined
        ? sql`${y.projectId} = ${projectId}`
        : sql`true`;
  return sql`in (
    select r.named from (
      select ${what} as named, ${y.componentId} from ${y}
      where ${y.level} = ${literal(LEVELS[level])} and ${here} and ${what} is not null limit ${READ}) r
    join ${c} on ${c.id} = r.component_id join ${p} on ${p.id} = ${c.projectId} where ${visibleComponents(actor)})`;
}
