import { categories, componentLists, languages, projects, settingsSaves, users } from "@/lib/generated/tables";
import { combined, named, outer, pick } from "@/lib/platform/columns";
import { db, type SelectedRow, type Sql, sql } from "@/lib/platform/database";
import { anyOf, asFlag, asJson, asText } from "@/lib/platform/expressions";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { can, demand, visibleProjects } from "../access/demand";
import type { SitePermission } from "../access/permissions";
import { type ComponentRow, scopeOf } from "../components/components";
import { NotFound } from "../errors";
import type { ProjectRow } from "../projects/projects";
import { type FieldValues, SAVE_ACTS, SAVE_TOPICS, type SaveTopic } from "../settings/record-saves";

/** Saves of settings as those read them who may change the same settings. */

const [s, a, l] = [settingsSaves.as("s"), outer(users.as("a")), outer(languages.as("l"))];
const [p, g, later, known] = [projects.as("p"), categories.as("g"), settingsSaves.as("later"), languages.as("k")];

/** Whose settings. */
export type SavesPlace =
  | { kind: "component"; component: ComponentRow }
  | { kind: "project"; project: ProjectRow }
  | { kind: "category"; project: ProjectRow; category: { id: number; path: string } }
  | { kind: "site" };

/** Asks for the right to change the settings, which is the one to see who did. @throws Forbidden */
export function demandSaves(actor: Actor, place: SavesPlace): void {
  if (place.kind === "site") demand(actor, "management.use");
  else if (place.kind === "component") demand(actor, "component.edit", scopeOf(place.component));
  else demand(actor, "project.edit", { project: place.project });
}

/** Whether the actor may see who changed the settings, and what. */
export const maySeeSaves = (actor: Actor, place: SavesPlace): boolean => {
  if (place.kind === "site") return can(actor, "management.use");
  if (place.kind === "component") return can(actor, "component.edit", scopeOf(place.component));
  return can(actor, "project.edit", { project: place.project });
};

/** What it takes to change settings of the installation that are not for all who manage it. */
const SITE_RIGHTS = [
  ["workflow", "language.edit"],
  ["addon", "management.addons"],
  ["role", "role.edit"],
  ["team", "group.edit"],
  ["service", "machinery.edit"],
] as const satisfies readonly (readonly [SaveTopic, SitePermission])[];

function inPlace(actor: Actor, place: SavesPlace): Sql {
  if (place.kind === "component") return sql`${s.componentId} = ${place.component.id}`;
  if (place.kind === "project") {
    const teamsToo = can(actor, "project.permissions", { project: place.project }) || can(actor, "group.edit");
    return sql`${s.projectId} = ${place.project.id} and (${s.topic} <> 'team' or ${teamsToo})`;
  }
  if (place.kind === "category") return sql`${s.categoryId} = ${place.category.id}`;
  const hidden = SITE_RIGHTS.flatMap(([topic, right]) => (can(actor, right) ? [] : [topic]));
  return sql`
    ${s.projectId} is null and ${s.categoryId} is null and ${s.componentId} is null and ${s.topic} <> all(${hidden}::text[])`;
}

const COLUMNS = combined(
  pick(s, "id", "at", "userId", "cause", "masked", "operationId", "reverts", "copiedFrom", "objectId", "subject"),
  pick(a, "username", "fullName"),
  named({
    act: asText(sql`${s.act}`),
    topic: asText(sql`${s.topic}`),
    before: asJson<FieldValues>(s.before),
    after: asJson<FieldValues>(s.after),
    language: l.code,
    languageName: l.name,
    /** Whether a later save has put it back. */
    putBack: asFlag(sql`exists (select from ${later} where ${later.reverts} = ${s.id})`),
  }),
);

const FROM = sql`from ${s} left join ${a} on ${a.id} = ${s.userId} left join ${l} on ${l.id} = ${s.languageId}`;

/** A save as it is stored. */
export type StoredSave = ReturnType<typeof present>;

function present(row: SelectedRow<typeof COLUMNS>) {
  const act = SAVE_ACTS.find((one) => one === row.act) ?? "save";
  const topic = SAVE_TOPICS.find((one) => one === row.topic) ?? "component";
  return { ...row, act, topic };
}

/** A field that a save changed, with values that people can read. */
export interface SavedField {
  name: string;
  before: unknown;
  after: unknown;
  /** Its values are secrets, and told by masks. */
  masked: boolean;
}

/** A save in a list. */
export type ListedSave = Omit<StoredSave, "before" | "after" | "masked"> & { fields: SavedField[] };

/**
 * Saves of settings, newest first. Needs the right to change the settings.
 * @param before id of the last one of the page before
 * @param team id of the team whose saves alone are meant
 * @throws Forbidden
 */
export async function listSaves(
  actor: Actor,
  place: SavesPlace,
  { before, team, limit }: { before?: number; team?: number; limit: number },
): Promise<{ rows: ListedSave[]; next: number | undefined }> {
  demandSaves(actor, place);
  const older = before === undefined ? sql`` : sql`and ${s.id} < ${before}`;
  const ofTeam = team === undefined ? sql`` : sql`and ${s.topic} = 'team' and ${s.objectId} = ${team}`;
  const found = await db.rows(sql`
    select ${COLUMNS} ${FROM} where ${inPlace(actor, place)} ${older} ${ofTeam}
    order by ${s.id} desc limit ${limit + 1}`);
  const rows = found.slice(0, limit).map(present);
  const readable = await readableValues(
    actor,
    rows.flatMap((row) => [row.before, row.after]),
  );
  return {
    rows: rows.map(({ before: was, after, masked, ...row }) => ({
      ...row,
      fields: fieldNames(was, after).map((name) => ({
        name,
        before: readable(name, was[name]),
        after: readable(name, after[name]),
        masked: masked.includes(name),
      })),
    })),
    next: found.length > limit ? rows.at(-1)?.id : undefined,
  };
}

/** A save of a place. Needs the right to change its settings. @throws Forbidden, NotFound */
export async function findSave(actor: Actor, place: SavesPlace, id: number): Promise<StoredSave> {
  demandSaves(actor, place);
  const row = Number.isSafeInteger(id)
    ? await db.one(sql`select ${COLUMNS} ${FROM} where ${inPlace(actor, place)} and ${s.id} = ${id}`)
    : undefined;
  if (!row) throw new NotFound(refusal("noSettingsSave", { id: String(id).slice(0, 20) }));
  return present(row);
}

/** Whether something began, ended or was switched off, which is read before its settings; what follows stands behind them. */
const placeOfField = (name: string): number =>
  ["own", "exists", "off"].includes(name) ? -1 : Number(name === "inherited");

/** Names of the fields of a save, in the order of reading. */
export const fieldNames = (before: FieldValues, after: FieldValues): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].sort((x, y) => placeOfField(x) - placeOfField(y));

const REFERENCES = {
  category: ["categoryId", "parentId"],
  project: ["projectId"],
  language: ["secondaryLanguageId"],
} as const;

type Reference = keyof typeof REFERENCES;

const referenceOf = (name: string): Reference | undefined =>
  (Object.keys(REFERENCES) as Reference[]).find((kind) => (REFERENCES[kind] as readonly string[]).includes(name));

/**
 * Gives values in a form that people read: names for the ids of what is there and what the actor may know of, and the kind
 * and size of pictures.
 */
export async function readableValues(
  actor: Actor,
  all: readonly FieldValues[],
): Promise<(name: string, value: unknown) => unknown> {
  const ids: Record<Reference, Set<number>> = { category: new Set(), project: new Set(), language: new Set() };
  for (const [name, value] of all.flatMap((values) => Object.entries(values))) {
    const kind = referenceOf(name);
    if (kind && typeof value === "number") ids[kind].add(value);
  }
  const rowsOf: Record<Reference, (wanted: number[]) => Sql<{ id: number; name: string }>> = {
    category: (wanted) => sql`
      select ${pick(g, "id")}, ${named({ name: asText(sql`category_path(${g.id})`) })} from ${g} join ${p} on ${p.id} = ${g.projectId}
      where ${anyOf(g.id, wanted)} and ${g.removedAt} is null and ${visibleProjects(actor)}`,
    project: (wanted) =>
      sql`select ${pick(p, "id", "name")} from ${p} where ${anyOf(p.id, wanted)} and ${visibleProjects(actor)}`,
    language: (wanted) => sql`select ${pick(known, "id", "name")} from ${known} where ${anyOf(known.id, wanted)}`,
  };
  const found = new Map<string, string>();
  for (const kind of Object.keys(ids) as Reference[])
    if (ids[kind].size > 0)
      for (const { id, name } of await db.rows(rowsOf[kind]([...ids[kind]]))) found.set(`${kind} ${id}`, name);
  const called = await calledNames(actor, all);
  return (name, value) => {
    if (Array.isArray(value)) return value.map((one) => called.get(`${name} ${one}`) ?? one);
    const kind = referenceOf(name);
    if (kind && typeof value === "number") return found.get(`${kind} ${value}`) ?? `#${value}`;
    return name === "logo" ? pictureText(value) : value;
  };
}

/** Fields of teams that hold slugs or codes, which stay where nobody of that name is to be seen. */
async function calledNames(actor: Actor, all: readonly FieldValues[]): Promise<Map<string, string>> {
  const wanted = (field: string) => [
    ...new Set(all.flatMap((values) => (Array.isArray(values[field]) ? values[field].map(String) : []))),
  ];
  const lists = componentLists.as("cl");
  const asked = [
    [
      "projects",
      (slugs: string[]) => sql`
      select ${named({ key: p.slug })}, ${pick(p, "name")} from ${p} where ${anyOf(p.slug, slugs)} and ${visibleProjects(actor)}`,
    ],
    [
      "languages",
      (codes: string[]) =>
        sql`select ${named({ key: known.code })}, ${pick(known, "name")} from ${known} where ${anyOf(known.code, codes)}`,
    ],
    [
      "componentLists",
      (slugs: string[]) =>
        sql`select ${named({ key: lists.slug })}, ${pick(lists, "name")} from ${lists} where ${anyOf(lists.slug, slugs)}`,
    ],
  ] as const;
  const found = new Map<string, string>();
  for (const [field, statement] of asked) {
    const keys = wanted(field);
    if (keys.length === 0) continue;
    for (const { key, name } of await db.rows(statement(keys))) found.set(`${field} ${key}`, name);
  }
  return found;
}

/** A picture, told by its kind and size. */
function pictureText(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const { mimeType, content } = value as { mimeType: string; content: string };
  return `${mimeType}, ${Math.ceil((content.length * 3) / 4 / 1024)} KiB`;
}
