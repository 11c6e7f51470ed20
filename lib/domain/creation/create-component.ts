import { type Components, categories, components, projects, repositories } from "@/lib/generated/tables";
import { assigned, named, pick, row } from "@/lib/platform/columns";
import { db, inTransaction, isDuplicate, sql, type Tx } from "@/lib/platform/database";
import { asNumber, present } from "@/lib/platform/expressions";
import { findDriver } from "@/lib/platform/vcs/registry";
import { VcsError, type WorkingCopy } from "@/lib/platform/vcs/vcs";
import { withoutCredentials } from "@/lib/text/addresses";
import { RULES_VERSION } from "@/lib/text/checks/rules-version";
import { canonicalFlags } from "@/lib/text/flags/validate";
import { refusal } from "@/lib/text/messages/refusal";
import { type Actor, ledgerUser } from "../access/actor";
import { can, demand, visibleComponents } from "../access/demand";
import { ACTION } from "../change-actions";
import { record } from "../changes/record";
import { assignToLists } from "../componentlists/auto-assign";
import { holdDefaults } from "../components/component-defaults";
import { inputProblems, languageHelp, type NewComponent } from "../components/component-input";
import { type ComponentRow, componentsById, findComponentById, scopeOf } from "../components/components";
import { DEFAULT_MESSAGES } from "../components/defaults";
import { isOfRepository, isSharedSetting, type SharedSetting } from "../components/shared-settings";
import { type FieldError, Invalid, NotFound, sentenceOf, worded } from "../errors";
import { findLanguage, type LanguageRow, secondaryLanguageProblems } from "../languages/languages";
import { fontProblem } from "../projects/font-names";
import { findProject, noProject, type ProjectRow } from "../projects/projects";
import { demandCodeHost } from "../requests/accounts";
import { insertTranslation } from "../sync/ensure-translations";
import { createTask } from "../tasks/tasks";
import { withoutLastSlash } from "../working-copy/folders";
import { type InitialFile, storeLocalFiles } from "../working-copy/local-files";
import { addressColumns, openAddresses } from "../working-copy/stored-address";
import { withWorkingCopy } from "../working-copy/working-copy";
import { beginComponent, hasSettings, type Origin } from "./component-origin";
import { checkFiles, type FileCheck } from "./internal/check-files";
import { followDefaults, inheritedBy } from "./internal/inherit";
import { adoptProbe, demandPushAddress, probeRepository } from "./probe-repository";

const g = categories.as("g");
const [c, p, r] = [components.as("c"), projects.as("p"), repositories.as("r")];

/**
 * Makes a component from a repository, or from what was uploaded: validates the fields and the repository at once, stores it, and leaves the import of its files to a
 * task. Needs `project.edit`.
 * @throws Invalid with wire field names
 */
export async function createComponent(
  actor: Actor,
  projectSlug: string,
  given: Partial<NewComponent> & Pick<NewComponent, "name" | "slug">,
  origin: Origin = {},
): Promise<ComponentRow> {
  const { project, input, files, language, linked } = await begin(actor, projectSlug, given, origin);
  const id = linked
    ? await storeLinked(actor, project, language, input, linked)
    : await storeWithRepository(actor, project, language, input, files);
  return findComponentById(actor, id);
}

/** What a component would be made of. */
export interface ComponentPlan {
  /** The component whose repository it would share. */
  linked: ComponentRow | undefined;
  filemask: string;
  fileFormat: string;
  template: string;
  newBase: string;
  /** Files that its own repository would begin with; 0 when it has a remote. */
  files: number;
  /** Files that fit the mask, with the language each means. */
  languages: { code: string; language: string; path: string }[];
}

/** What making a component would find; nothing is stored. @throws the same as making it */
export async function planComponent(
  actor: Actor,
  projectSlug: string,
  given: Partial<NewComponent> & Pick<NewComponent, "name" | "slug">,
  origin: Origin = {},
): Promise<ComponentPlan> {
  const { project, input, files, linked } = await begin(actor, projectSlug, given, origin);
  const { languages } = linked ? await lookInto(linked, input, project) : (await lookAt(input, project, files)).look;
  const { filemask, fileFormat, template = "", newBase = "" } = input;
  return { linked, filemask, fileFormat, template, newBase, files: files?.length ?? 0, languages };
}

/** What is asked of a new component before anything is stored. */
async function begin(
  actor: Actor,
  projectSlug: string,
  given: Partial<NewComponent> & Pick<NewComponent, "name" | "slug">,
  origin: Origin,
) {
  const project = await findProject(actor, projectSlug);
  demand(actor, "project.edit", { project });
  const flags = given.checkFlags === undefined ? {} : { checkFlags: canonicalFlags(given.checkFlags) };
  const said = { ...given, ...flags };
  // A copy has what its original has, and follows in what that one follows.
  const standing = { projectId: project.id, categoryId: given.categoryId ?? null };
  const isOpen = (name: SharedSetting) => given[name] === undefined;
  const above = hasSettings(origin) ? undefined : await inheritedBy(db, standing, isOpen);
  const begun = await beginComponent(actor, withoutLastSlash({ ...above?.values, ...said }), origin);
  const copied = begun.follows ?? [];
  const { inherited, values } =
    above ?? (await inheritedBy(db, standing, (name) => isOpen(name) && copied.includes(name)));
  const input: NewComponent = { ...begun.input, ...values, inherited };
  const { files } = begun;
  const params = hasSettings(origin) ? input.fileFormatParams : {};
  // What is asked for here, and not what follows from above or from an original, has to go together.
  const votes = given.suggestionAutoaccept === undefined ? {} : { suggestionVoting: input.suggestionVoting ?? false };
  const whole = { ...input, ...votes, template: input.template ?? "" };
  const problems = [...inputProblems(whole, params, project.id)];
  problems.push(...languageHelp({ ...whole, newLang: given.newLang }, project));
  const language = await sourceLanguage(input.sourceLanguage, problems);
  await uniqueness(project, input, problems);
  const font = await fontProblem(db, project.id, given.checkFlags);
  if (font) problems.push({ path: "checkFlags", code: "does_not_exist", ...worded(font) });
  problems.push(...(await secondaryLanguageProblems(input.secondaryLanguageId)));
  if (problems.length > 0 || !language) throw new Invalid(problems);
  const linked =
    (await linkTarget(actor, input)) ?? (input.disableAutoshare ? undefined : await shareable(actor, project, input));
  return { project, input, files, language, linked };
}

async function sourceLanguage(code: string | undefined, problems: FieldError[]): Promise<LanguageRow | undefined> {
  try {
    return await findLanguage(code ?? "en");
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    problems.push({
      path: "sourceLanguage.code",
      code: "does_not_exist",
      ...worded(refusal("noLanguage", { code: code ?? "" })),
    });
    return undefined;
  }
}

/** Name and slug are one per level, among components and categories. */
async function uniqueness(project: ProjectRow, input: NewComponent, problems: FieldError[]): Promise<void> {
  const category = input.categoryId ?? null;
  if (
    category !== null &&
    !(await db.one(
      sql`select ${present} from ${g} where ${g.id} = ${category} and ${g.projectId} = ${project.id} and ${g.removedAt} is null`,
    ))
  )
    problems.push({ path: "category", code: "does_not_exist", ...worded(refusal("categoryBelongsAnother")) });
  const taken = await db.rows(sql`
    select ${pick(c, "name", "slug")} from ${c}
    where ${c.projectId} = ${project.id} and ${c.categoryId} is not distinct from ${category} and (${c.name} = ${input.name} or ${c.slug} = ${input.slug})
    union all select ${g.name}, ${g.slug} from ${g}
    where ${g.projectId} = ${project.id} and ${g.parentId} is not distinct from ${category} and (${g.name} = ${input.name} or ${g.slug} = ${input.slug})`);
  for (const field of ["name", "slug"] as const)
    if (taken.some((row) => row[field] === input[field]))
      problems.push({
        path: field,
        code: "unique",
        ...worded(refusal("componentCategoryAlready", { field, wanted: input[field] })),
      });
}

/** The component an internal address names, in upper or lower case. @throws Invalid */
async function linkTarget(actor: Actor, input: NewComponent): Promise<ComponentRow | undefined> {
  const match = /^(?:internal|weblate):\/\/([^/]+)\/(.+)$/i.exec(input.repo);
  if (!match) return undefined;
  const [project = "", component = ""] = match.slice(1);
  const target = await findIgnoringCase(actor, project, component);
  if (!target) throw Invalid.field("repo", refusal("noComponentShare", { project, component }), "does_not_exist");
  if (target.linkedComponentId !== null)
    throw Invalid.field("repo", refusal("itselfSharesRepository", { target: target.name }));
  if (!can(actor, "component.edit", scopeOf(target))) throw Invalid.field("repo", refusal("mayNotShare"));
  return target;
}

/** The component at an address below its project, the one in the very same letters first; nothing where the actor sees none. */
async function findIgnoringCase(actor: Actor, project: string, path: string): Promise<ComponentRow | undefined> {
  const slug = path.split("/").at(-1) ?? "";
  const rows = await db.rows(sql`
    select ${pick(c, "id")} from ${c} join ${p} on ${p.id} = ${c.projectId}
    where lower(${p.slug}) = lower(${project}) and lower(${c.slug}) = lower(${slug})
      and ${c.removedAt} is null and ${p.removedAt} is null and ${visibleComponents(actor)} order by ${c.id} limit 100`);
  const found = await componentsById(
    actor,
    rows.map(({ id }) => id),
  );
  const pathOf = (one: ComponentRow) => [one.project.slug, one.categoryPath, one.slug].filter(Boolean).join("/");
  const wanted = `${project}/${path}`;
  return (
    found.find((one) => pathOf(one) === wanted) ??
    found.find((one) => pathOf(one).toLowerCase() === wanted.toLowerCase())
  );
}

/** A component of the project on the same repository that the actor may edit; the contract 10.4. */
async function shareable(actor: Actor, project: ProjectRow, input: NewComponent): Promise<ComponentRow | undefined> {
  const vcs = input.vcs ?? "git";
  if (!findDriver(vcs)?.hasRemote) return undefined;
  const [repo, push] = [input.repo, input.push ?? ""];
  const rows = await db.rows(sql`
    select ${pick(c, "id")}, ${pick(r, "url", "push", "urlSecret", "pushSecret")} from ${c} join ${r} on ${r.id} = ${c.repositoryId}
    where ${c.projectId} = ${project.id} and ${c.linkedComponentId} is null and ${c.removedAt} is null and ${r.url} = ${withoutCredentials(repo)} and ${r.vcs} = ${vcs}
      and (${input.branch ?? ""} in ('', ${r.branch})) and (${withoutCredentials(push)} in ('', ${r.push})) order by ${c.id} limit 100`);
  // Who gives no password means the repository; who gives one means that account.
  const row = rows.find((one) => {
    const there = openAddresses(one);
    return [one.url, there.url].includes(repo) && (push === "" || [one.push, there.push].includes(push));
  });
  if (!row) return undefined;
  const found = await findComponentById(actor, row.id);
  demand(actor, "component.edit", scopeOf(found));
  return found;
}

async function storeWithRepository(
  actor: Actor,
  project: ProjectRow,
  language: LanguageRow,
  input: NewComponent,
  files: readonly InitialFile[] | undefined,
): Promise<number> {
  const { vcs, repo, local, probe } = await lookAt(input, project, files);
  const reserved = await db.one(sql`select ${named({ id: asNumber(sql`nextval('repositories_id_seq')::int`) })}`);
  const repositoryId = reserved?.id ?? 0;
  await adoptProbe(probe, repositoryId);
  return store(actor, project, language, input, async (tx) => {
    const url = addressColumns("url", repo);
    const push = addressColumns("push", input.push ?? "");
    await tx.run(sql`
      insert into ${r} ${row(r, {
        id: repositoryId,
        vcs,
        url: url.shown,
        urlSecret: url.sealed,
        branch: probe.settings.branch,
        push: push.shown,
        pushSecret: push.sealed,
        pushBranch: input.pushBranch ?? "",
        mergeStyle: input.mergeStyle ?? "rebase",
        pushOnCommit: input.pushOnCommit ?? true,
        commitPendingAge: input.commitPendingAge ?? 24,
        autoLockError: input.autoLockError ?? true,
        autoMerge: input.autoMerge ?? false,
        remoteCommit: local ? null : probe.commit,
      })}`);
    if (files && files.length > 0) await storeLocalFiles(tx, repositoryId, files);
    return { repositoryId, linkedComponentId: null };
  });
}

async function storeLinked(
  actor: Actor,
  project: ProjectRow,
  language: LanguageRow,
  input: NewComponent,
  target: ComponentRow,
): Promise<number> {
  await lookInto(target, input, project);
  return store(actor, project, language, input, async () => ({
    repositoryId: target.repositoryId,
    linkedComponentId: target.id,
  }));
}

/** What the repository of another component has for a new one. @throws Invalid */
async function lookInto(target: ComponentRow, input: NewComponent, project: ProjectRow): Promise<FileCheck> {
  // The working copy of the shared repository is at hand: nothing is cloned a second time.
  const look = await withWorkingCopy(
    target.repositoryId,
    async ({ copy, driver }) => {
      if (driver.hasRemote) await fetchFor(copy);
      const commit = (await copy.remoteHead()) ?? (await copy.head());
      return checkFiles(input, commit, copy, project.languageAliases);
    },
    { waitMs: 60_000 },
  );
  demandClearFiles(look);
  return look;
}

/**
 * @throws Invalid where a file is wrong, the base file is of another language, or two files are of one: whoever begins can
 * still say what is meant
 */
function demandClearFiles({ problems, foreignBase, twice }: FileCheck): void {
  const all = [
    ...problems,
    ...foreignBase,
    ...twice.map((said) => ({ path: "filemask", code: "invalid", ...worded(said) })),
  ];
  if (all.length > 0) throw new Invalid(all);
}

async function fetchFor(copy: WorkingCopy): Promise<void> {
  try {
    await copy.fetch();
  } catch (error) {
    if (error instanceof VcsError) throw Invalid.field("repo", sentenceOf(error));
    throw error;
  }
}

/** What a repository of its own, or the files that it begins with, has for a new component. @throws Invalid */
async function lookAt(input: NewComponent, project: ProjectRow, files: readonly InitialFile[] | undefined) {
  const vcs = input.vcs ?? "git";
  const local = !findDriver(vcs)?.hasRemote;
  const repo = local ? "local:" : input.repo;
  await demandPushAddress(input.push, project.id);
  await demandCodeHost({ vcs, repo, push: input.push, autoMerge: input.autoMerge });
  const probe = await probeRepository({
    projectId: project.id,
    vcs,
    repo,
    branch: input.branch || (local ? "main" : ""),
    push: input.push,
    pushBranch: input.pushBranch,
    files,
  });
  const look = await checkFiles(input, probe.commit, probe.copy, project.languageAliases);
  demandClearFiles(look);
  return { vcs, repo, local, probe, look };
}

async function store(
  actor: Actor,
  project: ProjectRow,
  language: LanguageRow,
  input: NewComponent,
  repository: (tx: Tx) => Promise<{ repositoryId: number; linkedComponentId: number | null }>,
): Promise<number> {
  try {
    return await inTransaction(async (tx) => {
      await holdDefaults(tx);
      // One creation per project at a time: what is unique across two tables is looked at under this lock.
      const there = await tx.one(sql`
        select ${present} from ${projects} where ${projects.id} = ${project.id} and ${projects.removedAt} is null for update`);
      if (!there) throw noProject(project.slug);
      const where = await repository(tx);
      const id = await insertComponent(tx, project, language, input, where);
      await insertTranslation(
        tx,
        { id },
        {
          languageId: language.id,
          pluralId: language.plural.id,
          languageCode: language.code,
          filename: input.template ?? "",
          isSource: true,
          authorId: ledgerUser(actor),
        },
      );
      await followDefaults(tx, actor, [id], { told: true });
      await assignToLists(tx, [id]);
      const task = await createTask(tx, {
        kind: "create-component",
        payload: { component: id, repository: where.repositoryId },
        userId: ledgerUser(actor) ?? undefined,
        projectId: project.id,
        componentId: id,
      });
      await tx.run(sql`update ${c} set ${assigned(c, { taskId: task.id })} where ${c.id} = ${id}`);
      await record(tx, actor, [
        { action: ACTION.COMPONENT_CREATED, projectId: project.id, componentId: id, target: input.slug },
      ]);
      return id;
    });
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    const field = (error as { constraint?: string }).constraint === "components_name" ? "name" : "slug";
    throw Invalid.field(field, refusal("componentAlreadyExists", { field, input: input[field] }), "unique");
  }
}

async function insertComponent(
  tx: Tx,
  project: ProjectRow,
  language: LanguageRow,
  input: NewComponent,
  where: { repositoryId: number; linkedComponentId: number | null },
): Promise<number> {
  const values: Partial<Components> = {
    projectId: project.id,
    categoryId: input.categoryId ?? null,
    name: input.name.trim(),
    slug: input.slug,
    ...where,
    sourceLanguageId: language.id,
    filemask: input.filemask,
    fileFormat: input.fileFormat,
    // A repository that is shared follows what is above its owner.
    inherited: (input.inherited ?? []).filter(
      (name) => where.linkedComponentId === null || !(isSharedSetting(name) && isOfRepository(name)),
    ),
    rulesVersion: RULES_VERSION,
    ...DEFAULT_MESSAGES,
    ...componentColumns({ manageUnits: Boolean(input.template), ...input }),
  };
  const made = await tx.one(sql`insert into ${c} ${row(c, values)} returning ${pick(c, "id")}`);
  return made?.id ?? 0;
}

const SETTINGS = [
  ...([
    "template",
    "newBase",
    "intermediate",
    "editTemplate",
    "screenshotFilemask",
    "fileFormatParams",
    "license",
  ] as const),
  ...(["agreement", "newLang", "languageCodeStyle", "checkFlags", "priority", "enforcedChecks", "restricted"] as const),
  ...(["repoweb", "gitExport", "reportSourceBugs", "allowPropagation", "manageUnits", "enableSuggestions"] as const),
  ...([
    "suggestionVoting",
    "suggestionAutoaccept",
    "languageRegex",
    "preferredFiles",
    "keyFilter",
    "variantRegex",
    "secondaryLanguageId",
  ] as const),
  ...(["isGlossary", "glossaryColor", "clashRule"] as const),
] as const satisfies readonly (keyof Components & keyof NewComponent)[];

/** An empty message leaves the one that is there. */
const MESSAGES = [
  ...(["commitMessage", "addMessage", "deleteMessage", "mergeMessage", "addonMessage", "pullMessage"] as const),
] as const satisfies readonly (keyof Components & keyof NewComponent)[];

/** Columns of the settings that creation and change share; only what was given. */
export function componentColumns(input: Partial<NewComponent>): Partial<Components> {
  const given = [
    ...SETTINGS.map((name) => [name, input[name]] as const),
    ...MESSAGES.map((name) => [name, input[name] || undefined] as const),
  ];
  return Object.fromEntries(given.filter(([, value]) => value !== undefined)) as Partial<Components>;
}
