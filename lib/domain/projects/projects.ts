import {
  components,
  type Projects,
  projects,
  roles,
  teamProjects,
  teamRoles,
  teams,
  watches,
} from "@/lib/generated/tables";
import { assigned, combined, named, names, pick, row } from "@/lib/platform/columns";
import { db, inTransaction, isDuplicate, type SelectedRow, sql, type Tx } from "@/lib/platform/database";
import { asFlag, counted, present } from "@/lib/platform/expressions";
import { ACCESS, COMMIT_POLICY, isCode, LANGUAGE_SELECTION, PROJECT_SELECTION } from "@/lib/text/codes";
import { canonicalFlags, validateFlags } from "@/lib/text/flags/validate";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import { type Actor, ledgerUser } from "../access/actor";
import { projectTeams } from "../access/built-in";
import { demand, visibleProjects } from "../access/demand";
import { addMembers } from "../access/seed";
import { ACTION } from "../change-actions";
import { record } from "../changes/record";
import { type FieldError, Invalid, NotFound, type Sentence, worded } from "../errors";
import { secondaryLanguageProblems } from "../languages/languages";
import { MASK, openFrom, SEALED, sealFor } from "../secrets";
import { recordSaves, type Save } from "../settings/record-saves";
import { type Marks, ownChanges } from "../stale";
import { createTask } from "../tasks/tasks";
import type { Window } from "../window";
import { fontProblem } from "./font-names";
import { flagsWillChange } from "./former-flags";

const p = projects.as("p");
const c = components.as("k");

/** What people set, as columns: what a project is given and what it can be changed to. */
const SETTINGS = [
  "name",
  "slug",
  "web",
  "instructions",
  "accessControl",
  "translationReview",
  "sourceReview",
  "sourceEditsByMembers",
  "enforced2fa",
  "fourEyes",
  "setLanguageTeam",
  "enableHooks",
  "languageAliases",
  "checkFlags",
  "secondaryLanguageId",
  "commitPolicy",
  "useSharedTm",
  "contributeSharedTm",
] as const satisfies readonly (keyof Projects)[];

type Settings = Pick<Projects, (typeof SETTINGS)[number]>;

/** Columns of the alias `p`. */
export const PROJECT_COLUMNS = combined(
  pick(p, "id", "createdAt", ...SETTINGS),
  named({
    /** True when notifications must prove to know the project's secret. */
    hookSecretSet: asFlag(sql`${p.hookSecret} <> ''`),
    /** True when it has components and all of them are locked. */
    locked: asFlag(sql`exists (select from ${c} where ${c.projectId} = ${p.id})
      and not exists (select from ${c} where ${c.projectId} = ${p.id} and not ${c.locked})`),
  }),
);

export type ProjectRow = SelectedRow<typeof PROJECT_COLUMNS>;

/** Settings as somebody wrote them: codes are any numbers until `projectErrors` has looked at them. */
type Written = { [Name in keyof Settings]: Settings[Name] extends number ? number : Settings[Name] };

type Needed = "name" | "slug" | "web";

export interface ProjectInput extends Pick<Written, Needed>, Partial<Omit<Written, Needed>> {
  /** Secret shared with code hosts; "" takes it away, undefined leaves it. */
  hookSecret?: string;
}

/** What is given, as columns, once nothing is wrong with it. */
const givenSettings = (input: Partial<ProjectInput>): Partial<Settings> =>
  Object.fromEntries(SETTINGS.map((name) => [name, input[name]])) as Partial<Settings>;

/** Flags in the form in which they are stored. */
const canonical = <Input extends Partial<ProjectInput>>(input: Input): Input =>
  input.checkFlags === undefined ? input : { ...input, checkFlags: canonicalFlags(input.checkFlags) };

/** Projects the actor may know of, by id. */
export async function listProjects(actor: Actor, window: Window): Promise<{ rows: ProjectRow[]; count: number }> {
  const where = visibleProjects(actor);
  const [rows, all] = await Promise.all([
    db.rows(
      sql`select ${PROJECT_COLUMNS} from ${p} where ${where} order by ${p.id} limit ${window.limit} offset ${window.offset}`,
    ),
    db.one(sql`select ${counted} from ${p} where ${where}`),
  ]);
  return { rows, count: all?.count ?? 0 };
}

/** A project the actor may know of. @throws NotFound */
export async function findProject(actor: Actor, slug: string): Promise<ProjectRow> {
  const project = await db.one(
    sql`select ${PROJECT_COLUMNS} from ${p} where ${p.slug} = ${slug} and ${visibleProjects(actor)}`,
  );
  if (!project) throw noProject(slug);
  return project;
}

/** What is said of a project that is not there, or not for whoever asks. */
export const noProject = (slug: string) => new NotFound(refusal("projectUnseenSlug", { slug }));

/** What is wrong with the fields, the contract 4.5. */
export function projectErrors(input: Partial<ProjectInput>): FieldError[] {
  const errors: FieldError[] = [];
  const bad = (path: string, why: Sentence, code = "invalid") => errors.push({ path, code, ...worded(why) });
  if (input.name !== undefined) {
    if (!input.name.trim()) bad("name", refusal("enterNameProject"), "blank");
    if (input.name.length > 60) bad("name", refusal("atMost60"), "max_length");
  }
  if (input.slug !== undefined && (!/^[A-Za-z0-9_-]{1,60}$/.test(input.slug) || input.slug === "-"))
    bad("slug", refusal("useOnlyLettersDigitsMost"));
  if (input.web !== undefined) {
    const problem = websiteProblem(input.web);
    if (problem) bad("web", problem);
  }
  for (const pair of (input.languageAliases ?? "").split(",").filter((text) => text.trim()))
    if (!/^[^\s:]{1,50}:[^\s:]{1,50}$/.test(pair.trim()))
      bad("languageAliases", refusal("enterPairsSuch", { pair: pair.trim().slice(0, 40) }));
  for (const problem of input.checkFlags ? validateFlags(input.checkFlags) : []) bad("checkFlags", problem);
  if (input.accessControl !== undefined && !isCode(ACCESS, input.accessControl))
    bad("accessControl", refusal("chooseAccess"), "invalid_choice");
  if (input.commitPolicy !== undefined && !isCode(COMMIT_POLICY, input.commitPolicy))
    bad("commitPolicy", refusal("chooseWorkflowState"), "invalid_choice");
  return errors;
}

/** What is named and is not there. */
async function missingErrors(projectId: number | undefined, input: Partial<ProjectInput>): Promise<FieldError[]> {
  const font = await fontProblem(db, projectId, input.checkFlags);
  const errors = await secondaryLanguageProblems(input.secondaryLanguageId);
  return font ? [{ path: "checkFlags", code: "does_not_exist", ...worded(font) }, ...errors] : errors;
}

/** A project's website is shown to strangers as a link: an ordinary host on http or https. */
function websiteProblem(web: string): Refusal | undefined {
  if (web === "") return undefined;
  if (web.length > 200) return refusal("webMost200");
  let url: URL;
  try {
    url = new URL(web);
  } catch {
    return refusal("addressComplete");
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") return refusal("addressHttp");
  const host = url.hostname;
  if (host === "localhost" || host.endsWith(".localhost")) return refusal("webLocalhost");
  if (/^\d+(\.\d+){3}$/.test(host) || host.startsWith("[")) return refusal("webHostName");
  return undefined;
}

/**
 * Makes a project. Needs `project.add`; a creator who is no superuser administers it.
 * @param demo which project of the demo it is, where it is one
 */
export function createProject(actor: Actor, input: ProjectInput, demo?: string): Promise<ProjectRow> {
  return storeProject(actor, canonical(input), demo);
}

async function storeProject(actor: Actor, input: ProjectInput, demo: string | undefined): Promise<ProjectRow> {
  demand(actor, "project.add");
  const errors = [...projectErrors(input), ...(await missingErrors(undefined, input))];
  if (errors.length > 0) throw new Invalid(errors);
  try {
    return await inTransaction(async (tx) => {
      const project = await insertProject(tx, input, demo);
      await ensureTeams(tx, project);
      const admin = await tx.one(sql`
        select ${pick(teams, "id")} from ${teams} where ${teams.definingProjectId} = ${project.id} and ${teams.name} = 'Administration'`);
      const creator = ledgerUser(actor);
      if (admin && creator !== null && !actor.isSuperuser) await addMembers(tx, admin.id, [creator]);
      if (creator !== null)
        await tx.run(
          sql`insert into ${watches} ${row(watches, { userId: creator, projectId: project.id })} on conflict do nothing`,
        );
      await record(tx, actor, [{ action: ACTION.PROJECT_CREATED, projectId: project.id }]);
      return project;
    });
  } catch (error) {
    throw explainDuplicate(error, input);
  }
}

async function insertProject(tx: Tx, input: ProjectInput, demo: string | undefined): Promise<ProjectRow> {
  const hookSecret = sealFor(SEALED.hookSecret, input.hookSecret ?? "");
  const values = { ...givenSettings(input), name: input.name.trim(), hookSecret, demo: demo ?? null };
  const made = await tx.one(sql`insert into ${p} ${row(p, values)} returning ${PROJECT_COLUMNS}`);
  if (!made) throw new Error("The project was not stored.");
  return made;
}

function explainDuplicate(error: unknown, input: Partial<ProjectInput>): unknown {
  if (!isDuplicate(error)) return error;
  const field = (error as { constraint?: string }).constraint?.includes("slug") ? "slug" : "name";
  return Invalid.field(field, refusal("projectExists", { field, value: input[field] ?? "" }), "unique");
}

/** Makes the teams that the project's access level and reviews call for; existing ones stay. */
async function ensureTeams(tx: Tx, project: ProjectRow): Promise<void> {
  for (const [name, role] of projectTeams(project.accessControl, project.translationReview || project.sourceReview)) {
    const existing = await tx.one(
      sql`select ${present} from ${teams} where ${teams.definingProjectId} = ${project.id} and ${teams.name} = ${name}`,
    );
    if (existing) continue;
    const values = {
      name,
      builtin: true,
      definingProjectId: project.id,
      projectSelection: PROJECT_SELECTION.LISTED,
      languageSelection: LANGUAGE_SELECTION.ALL,
    };
    const team = await tx.one(sql`insert into ${teams} ${row(teams, values)} returning ${pick(teams, "id")}`);
    if (!team) throw new Error("The team was not stored.");
    await tx.run(sql`insert into ${teamProjects} ${row(teamProjects, { teamId: team.id, projectId: project.id })}`);
    await tx.run(sql`
      insert into ${teamRoles} (${names(teamRoles, "teamId", "roleId")}) select ${team.id}, ${roles.id} from ${roles} where ${roles.name} = ${role}`);
  }
}

/** The settings that change. All else stays as somebody else may be changing it at this moment. */
function changedSettings(before: ProjectRow, input: Partial<ProjectInput>): Partial<Settings> {
  const changed = Object.entries(givenSettings(input)).filter(
    ([name, value]) => value !== undefined && value !== before[name as keyof Settings],
  );
  return Object.fromEntries(changed);
}

const STORED = pick(p, "id", "hookSecret", ...SETTINGS);

/** What a save has made of a project. @param secret of its notifications, where one was given */
function saveOf({ hookSecret, ...stored }: SelectedRow<typeof STORED>, after: ProjectRow, secret?: string): Save {
  const [was, is] = [givenSettings(stored), givenSettings(after)];
  const former = hookSecret === "" ? "" : openFrom(SEALED.hookSecret, hookSecret);
  if (secret === undefined || secret === former)
    return { topic: "project", projectId: stored.id, before: was, after: is };
  const mask = (text: string) => (text === "" ? "" : MASK);
  return {
    ...{ topic: "project", projectId: stored.id, masked: ["hookSecret"] },
    before: { ...was, hookSecret: mask(former) },
    after: { ...is, hookSecret: mask(secret) },
  };
}

/** Changes a project. Needs `project.edit` there (and `project.permissions` for the access level). */
export function updateProject(
  actor: Actor,
  slug: string,
  input: Partial<ProjectInput>,
  seen?: Marks,
): Promise<ProjectRow> {
  return changeProject(actor, slug, canonical(input), seen);
}

async function changeProject(
  actor: Actor,
  slug: string,
  wanted: Partial<ProjectInput>,
  seen?: Marks,
): Promise<ProjectRow> {
  const before = await findProject(actor, slug);
  demand(actor, "project.edit", { project: before });
  const input = seen ? ownChanges(seen, before, wanted) : wanted;
  if (input.accessControl !== undefined && input.accessControl !== before.accessControl)
    demand(actor, "project.permissions", { project: before });
  if (input.enforced2fa && !before.enforced2fa && actor.withoutFactor)
    throw Invalid.field("enforced2fa", refusal("setUpSecond"));
  const errors = [...projectErrors(input), ...(await missingErrors(before.id, input))];
  // Programs take no website away; the page of the settings may.
  if (actor.cause === "api" && input.web === "" && before.web !== "")
    errors.push({ path: "web", code: "blank", ...worded(refusal("fieldMayNot")) });
  if (errors.length > 0) throw new Invalid(errors);
  try {
    return await inTransaction(async (tx) => {
      const hookSecret = input.hookSecret === undefined ? undefined : sealFor(SEALED.hookSecret, input.hookSecret);
      const changes = { ...changedSettings(before, input), hookSecret };
      const held = await tx.one(sql`select ${STORED} from ${p} where ${p.id} = ${before.id} for no key update`);
      if (changes.checkFlags !== undefined) await flagsWillChange(tx, actor, { projectId: before.id });
      const after = await tx.one(
        Object.values(changes).every((value) => value === undefined)
          ? sql`select ${PROJECT_COLUMNS} from ${p} where ${p.id} = ${before.id}`
          : sql`update ${p} set ${assigned(p, changes)} where ${p.id} = ${before.id} returning ${PROJECT_COLUMNS}`,
      );
      if (!after) throw new NotFound(refusal("projectRemoved", { slug }));
      await ensureTeams(tx, after);
      if (held) await recordSaves(tx, actor, [saveOf(held, after, input.hookSecret)]);
      if (after.slug !== before.slug)
        await record(tx, actor, [
          { action: ACTION.PROJECT_RENAMED, projectId: after.id, old: before.slug, target: after.slug },
        ]);
      if (after.accessControl !== before.accessControl)
        await record(tx, actor, [
          { action: ACTION.VISIBILITY_CHANGED, projectId: after.id, details: { access_control: after.accessControl } },
        ]);
      return after;
    });
  } catch (error) {
    throw explainDuplicate(error, input);
  }
}

/** Hides a project at once; its rows go in the background. Needs `project.edit`. */
export async function removeProject(actor: Actor, slug: string): Promise<void> {
  const project = await findProject(actor, slug);
  demand(actor, "project.edit", { project });
  await inTransaction(async (tx) => {
    // The name and slug become free at once, and so does its place in the demo.
    const gone = {
      removedAt: sql`now()`,
      demo: null,
      slug: sql`'removed-' || ${p.id}`,
      name: sql`'removed ' || ${p.id}`,
    };
    await tx.run(sql`update ${p} set ${assigned(p, gone)} where ${p.id} = ${project.id}`);
    // Of no project: the lines of a project go with it.
    await record(tx, actor, [{ action: ACTION.PROJECT_REMOVED, target: project.slug }]);
    await createTask(tx, { kind: "remove-objects", payload: {}, userId: ledgerUser(actor) ?? undefined });
  });
}
