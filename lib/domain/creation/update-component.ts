import { type Components, components, type Repositories, repositories, translations } from "@/lib/generated/tables";
import { assigned, named, pick } from "@/lib/platform/columns";
import { db, inTransaction, isDuplicate, sql } from "@/lib/platform/database";
import { rowCount, sqlNow } from "@/lib/platform/expressions";
import { canonicalFlags } from "@/lib/text/flags/validate";
import { decidesReading } from "@/lib/text/formats/kernel/params";
import { refusal } from "@/lib/text/messages/refusal";
import { urls } from "@/lib/urls";
import { type Actor, ledgerUser } from "../access/actor";
import { demand } from "../access/demand";
import { demandTarget, moveComponent } from "../categories/move-component";
import { ACTION } from "../change-actions";
import { type ChangeLine, record } from "../changes/record";
import { askAgain } from "../components/agreement";
import { holdDefaults } from "../components/component-defaults";
import { inputProblems, languageHelp, type NewComponent } from "../components/component-input";
import {
  addressOf,
  type ComponentRow,
  componentsById,
  componentsOfRepository,
  scopeOf,
} from "../components/components";
import { isOfRepository, isSharedSetting } from "../components/shared-settings";
import { subtractComponents } from "../counters/relocate";
import { sweepAlerts, sweepStringAlerts } from "../diagnostics/sweep";
import { type FieldError, Invalid, NotFound, worded } from "../errors";
import { operationTask } from "../integrate/operation-task";
import { secondaryLanguageProblems } from "../languages/languages";
import { fontProblem } from "../projects/font-names";
import { flagsWillChange } from "../projects/former-flags";
import { demandCodeHost } from "../requests/accounts";
import { forgetRequest } from "../requests/keep-request";
import { recordSaves } from "../settings/record-saves";
import { type Marks, marksOf, ownChanges } from "../stale";
import { createTask } from "../tasks/tasks";
import { judgeEnforced } from "../units/enforced-checks";
import { touchComponent } from "../units/touched";
import { withoutLastSlash } from "../working-copy/folders";
import { addressColumns, meantAddress, wholeAddresses } from "../working-copy/stored-address";
import { componentColumns } from "./create-component";
import { checkFiles } from "./internal/check-files";
import { withFilesAsSet } from "./internal/files-as-set";
import { followDefaults } from "./internal/inherit";
import { demandPushAddress } from "./probe-repository";
import { holdSettings, type StoredSettings, saveOf, storedSettings } from "./stored-settings";

const [t, c, r] = [translations.as("t"), components.as("c"), repositories.as("r")];

/** Settings whose change means that all files are read again. */
const RESCAN = [
  "filemask",
  "template",
  "newBase",
  "intermediate",
  "screenshotFilemask",
  "fileFormat",
  "languageRegex",
  "keyFilter",
  "preferredFiles",
  "repo",
  "branch",
  "vcs",
] as const;
/** Settings of the repository, which only its owner may change. */
const REPOSITORY = [
  "vcs",
  "repo",
  "branch",
  "push",
  "pushBranch",
  "mergeStyle",
  "pushOnCommit",
  "commitPendingAge",
  "autoLockError",
  "autoMerge",
] as const;

/**
 * Changes a component. Needs `component.edit`. What decides which files there are is checked against the repository,
 * and a task reads the files again. All of it is written in one transaction, with the category it is to stand in.
 * @param seen marks of what a form showed: what was left as it was stays as others have saved it since
 * @throws Invalid with wire field names; for what somebody else has changed since it was seen
 */
export async function updateComponent(
  actor: Actor,
  component: ComponentRow,
  wanted: Partial<NewComponent>,
  seen?: Marks,
): Promise<ComponentRow> {
  demand(actor, "component.edit", scopeOf(component));
  const given = seen ? ownChanges(seen, present(component), wanted) : wanted;
  // Where it is to stand is asked before anything else, so that a wrong place costs no look into the repository.
  if (
    (["categoryId", "name", "slug"] as const).some(
      (name) => given[name] !== undefined && given[name] !== component[name],
    )
  )
    await demandTarget(actor, component, given);
  const { before, changed, inherited } = await settledChanges(component, given);
  if (changed.sourceLanguage !== undefined) throw Invalid.field("sourceLanguage", refusal("sourceLanguageComponent"));
  if (changed.restricted !== undefined) demand(actor, "project.permissions", scopeOf(component));
  const linkedChange =
    component.linkedComponentId === null ? undefined : REPOSITORY.find((name) => changed[name] !== undefined);
  if (linkedChange) throw Invalid.field(linkedChange, refusal("componentSharesRepository"));
  const next = { ...before, ...changed } as NewComponent;
  const problems = changeProblems(component, before, changed);
  if (changed.newLang !== undefined) problems.push(...languageHelp(next, component.project));
  const font = await fontProblem(db, component.projectId, changed.checkFlags);
  if (font) problems.push({ path: "checkFlags", code: "does_not_exist", ...worded(font) });
  problems.push(...(await secondaryLanguageProblems(changed.secondaryLanguageId)));
  if (problems.length > 0) throw new Invalid(problems);
  await demandPushAddress(changed.push, component.projectId);
  if ([changed.vcs, changed.repo, changed.push, changed.autoMerge].some((value) => value !== undefined))
    // Where it cannot be, a setting that nobody touches now does nothing.
    await demandCodeHost({ ...next, autoMerge: changed.autoMerge });
  const rescan = readsAgain(before, changed);
  if (rescan) {
    const look = await withFilesAsSet(component, { next, changed }, ({ copy, commit }) =>
      checkFiles(next, commit, copy, component.project.languageAliases),
    );
    // A base file that has always been there may be named as it is.
    const wrong = changed.template === undefined ? look.problems : [...look.problems, ...look.foreignBase];
    if (wrong.length > 0) throw new Invalid(wrong);
    if (look.matched.translations.length === 0) await refuseEmptying(component, next.filemask);
  }
  await write(actor, component, inherited ? { ...changed, inherited } : changed, rescan);
  await sweepAlerts({ componentId: component.id });
  // Strings are read only where a setting says otherwise what they are.
  if (rescan || changed.isGlossary !== undefined) await sweepStringAlerts({ componentId: component.id });
  return changedComponent(actor, component);
}

/** What a change comes to, in settings as they are stored: those that are others afterwards, and what it is that follows. */
export async function settledChanges(
  component: ComponentRow,
  given: Partial<NewComponent>,
): Promise<{ before: Partial<NewComponent>; changed: Partial<NewComponent>; inherited: string[] | undefined }> {
  const addresses = await wholeAddresses(component.repositoryId);
  const before = { ...present(component), repo: addresses.url, push: addresses.push };
  const own = given.gitExport === urls.component(addressOf(component)).clone ? { gitExport: "" } : {};
  // As with its creation, the version control of a link is its owner's whatever is said.
  const link = isOwnLink(component, given.repo) ? { repo: addresses.url, vcs: undefined } : {};
  const flags = given.checkFlags === undefined ? {} : { checkFlags: canonicalFlags(given.checkFlags) };
  const asked = withoutLastSlash({ ...given, ...own, ...link, ...flags }, given.fileFormat ?? component.fileFormat);
  const { inherited: follow, ...plain } = withMeantAddresses(asked, before);
  const changed = Object.fromEntries(
    Object.entries(plain).filter(
      ([name, value]) =>
        value !== undefined && JSON.stringify(value) !== JSON.stringify(before[name as keyof NewComponent]),
    ),
  ) as Partial<NewComponent>;
  return { before, changed, inherited: followedAfter(component, changed, follow) };
}

/** Whether an address is the internal one of the component whose repository this one shares, as it was created with. */
function isOwnLink({ linkedPlace }: ComponentRow, repo: string | undefined): boolean {
  if (!linkedPlace || repo === undefined) return false;
  const { projectSlug, categoryPath, componentSlug } = linkedPlace;
  const path = [projectSlug, categoryPath, componentSlug].filter(Boolean).join("/");
  const named = repo.trim().toLowerCase().replace(/\/+$/, "");
  return ["internal", "weblate"].some((scheme) => named === `${scheme}://${path}`.toLowerCase());
}

/** What is wrong with a change as such. What was wrong before and is not touched stays; what a change makes wrong elsewhere does not. */
export function changeProblems(
  component: ComponentRow,
  before: Partial<NewComponent>,
  changed: Partial<NewComponent>,
): FieldError[] {
  const said = ({ path, message }: FieldError) => `${path}: ${message}`;
  const problemsOf = (input: Partial<NewComponent>) =>
    inputProblems(input, component.fileFormatParams, component.projectId);
  const standing = new Set(problemsOf(before).map(said));
  return problemsOf({ ...before, ...changed }).filter(
    (problem) => problem.path in changed || problem.path === "template" || !standing.has(said(problem)),
  );
}

/** Whether a change means that all files are read again. */
export const readsAgain = (before: Partial<NewComponent>, changed: Partial<NewComponent>): boolean =>
  RESCAN.some((name) => changed[name] !== undefined) || readsOtherwise(before, changed);

/** What a form changes of the settings that it showed. @throws StaleForm for what somebody else has changed meanwhile */
export const changesOfForm = (component: ComponentRow, wanted: Partial<NewComponent>, seen: Marks) =>
  ownChanges(seen, present(component), wanted);

/** Marks of those settings of a component that a form shows, by the names of the settings. */
export function settingMarks(component: ComponentRow, names: readonly string[]): Marks {
  const values = present(component);
  return marksOf(Object.fromEntries(names.map((name) => [name, values[name as keyof NewComponent]])));
}

function present(component: ComponentRow): Partial<NewComponent> {
  const { repository } = component;
  return {
    ...component,
    repo: repository.url,
    vcs: repository.vcs,
    branch: repository.branch,
    push: repository.push,
    pushBranch: repository.pushBranch,
    mergeStyle: repository.mergeStyle,
    pushOnCommit: repository.pushOnCommit,
    commitPendingAge: repository.commitPendingAge,
    autoLockError: repository.autoLockError,
    autoMerge: repository.autoMerge,
    sourceLanguage: component.sourceLanguage.code,
  };
}

/**
 * Settings that follow what is above the component, where they are others than before. One that begins to follow loses what
 * is said of it besides; one that follows and is given another value is the component's own from then on.
 * @throws Invalid
 */
function followedAfter(
  component: ComponentRow,
  changed: Partial<NewComponent>,
  follow: readonly string[] | undefined,
): string[] | undefined {
  const now = component.inherited;
  const wanted = [...new Set(follow ?? now)];
  for (const name of wanted) {
    if (!isSharedSetting(name))
      throw Invalid.field("inherited", refusal("noSettingFollow", { name }), "invalid_choice");
    if (now.includes(name)) continue;
    if (component.linkedComponentId !== null && isOfRepository(name))
      throw Invalid.field("inherited", refusal("componentSharesRepository"));
    delete changed[name];
  }
  const next = wanted.filter((name) => changed[name as keyof NewComponent] === undefined).sort();
  return next.join() === [...now].sort().join() ? undefined : next;
}

/** A component that its change may have hidden from the actor: restricted, it is seen by teams that name it. */
async function changedComponent(actor: Actor, { id, repositoryId }: ComponentRow): Promise<ComponentRow> {
  const [seen] = await componentsById(actor, [id]);
  const found = seen ?? (await componentsOfRepository(repositoryId)).find((one) => one.id === id);
  if (!found) throw new NotFound(refusal("componentRemoved", { id }));
  return found;
}

/** What is given, with whole addresses: others see and send back only a part of them. */
function withMeantAddresses(
  input: Partial<NewComponent>,
  { repo, push }: { repo: string; push: string },
): Partial<NewComponent> {
  return {
    ...input,
    ...(input.repo === undefined ? {} : { repo: meantAddress("repo", input.repo, repo) }),
    ...(input.push === undefined ? {} : { push: meantAddress("push", input.push, push) }),
  };
}

/** Whether a changed parameter means that files say something else than before. */
function readsOtherwise(before: Partial<NewComponent>, { fileFormatParams: after }: Partial<NewComponent>): boolean {
  if (after === undefined) return false;
  const was = before.fileFormatParams ?? {};
  const names = new Set([...Object.keys(was), ...Object.keys(after)]);
  return [...names].some((name) => decidesReading(name) && was[name] !== after[name]);
}

/**
 * A mask that fits no file would take every language away; that is never what somebody meant by changing a setting.
 * @throws Invalid
 */
export async function refuseEmptying(component: ComponentRow, filemask: string): Promise<void> {
  const row = await db.one(sql`
    select ${named({ languages: rowCount })} from ${t} where ${t.componentId} = ${component.id} and ${t.filename} <> '' and not ${t.isSource}`);
  if (row && row.languages > 0)
    throw Invalid.field(
      "filemask",
      refusal("wouldLoseLanguages", { filemask, component: component.name, count: row.languages }),
    );
}

async function write(
  actor: Actor,
  component: ComponentRow,
  changed: Partial<NewComponent>,
  rescan: boolean,
): Promise<void> {
  try {
    await inTransaction(async (tx) => {
      const follows = changed.inherited !== undefined || changed.categoryId !== undefined;
      if (follows) await holdDefaults(tx);
      let before: StoredSettings | undefined;
      const settle = async () => {
        const ofRepository = REPOSITORY.some((name) => changed[name] !== undefined);
        before = await holdSettings(tx, component, ofRepository);
        if (changed.checkFlags !== undefined || changed.fileFormat !== undefined)
          await flagsWillChange(tx, actor, { projectId: component.projectId, componentId: component.id });
        const values: Partial<Components> = {
          name: changed.name?.trim(),
          slug: changed.slug,
          categoryId: changed.categoryId,
          filemask: changed.filemask,
          fileFormat: changed.fileFormat,
          inherited: changed.inherited,
          ...componentColumns(changed),
        };
        if (isAnything(values))
          await tx.run(sql`update ${c} set ${assigned(c, values)} where ${c.id} = ${component.id}`);
      };
      const moved = changed.categoryId === undefined ? undefined : await moveComponent(tx, component, changed, settle);
      if (!moved) await settle();
      const url = changed.repo === undefined ? undefined : addressColumns("url", changed.repo);
      const push = changed.push === undefined ? undefined : addressColumns("push", changed.push);
      const { vcs, branch, pushBranch, mergeStyle, pushOnCommit, commitPendingAge, autoLockError, autoMerge } = changed;
      const elsewhere = [vcs, url, branch, push, pushBranch].some((given) => given !== undefined);
      const repository: Partial<Repositories> = {
        // What we pushed to another branch, or had from one, says nothing of this one.
        pushedHeads: elsewhere ? [] : undefined,
        syncedCommit: url || branch ? null : undefined,
        anchor: vcs || url || branch ? null : undefined,
        ...{ vcs, branch, pushBranch, mergeStyle, pushOnCommit, commitPendingAge, autoLockError, autoMerge },
        url: url?.shown,
        urlSecret: url?.sealed,
        push: push?.shown,
        pushSecret: push?.sealed,
      };
      if (isAnything(repository))
        await tx.run(sql`update ${r} set ${assigned(r, repository)} where ${r.id} = ${component.repositoryId}`);
      const { enforcedChecks, checkFlags, fileFormat, allowPropagation } = changed;
      if ([enforcedChecks, checkFlags, fileFormat, allowPropagation].some((given) => given !== undefined))
        await judgeEnforced(tx, component.id);
      if (changed.allowPropagation !== undefined) await touchComponent(tx, component);
      if (changed.agreement !== undefined) await askAgain(tx, [component.id]);
      if (elsewhere) await forgetRequest(tx, component.repositoryId);
      await record(tx, actor, [...linesOf(component, changed), ...(moved ? [moved] : [])]);
      if (follows) await followDefaults(tx, actor, [component.id], { told: true });
      const after = await storedSettings(tx, component.id);
      if (before && after) await recordSaves(tx, actor, [saveOf(component.id, before, after)]);
      if (!rescan) return;
      const task = await createTask(
        tx,
        operationTask(component.repositoryId, "file-scan", { actor, owner: component }),
      );
      await tx.run(sql`update ${c} set ${assigned(c, { taskId: task.id })} where ${c.id} = ${component.id}`);
    });
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    const field = (error as { constraint?: string }).constraint === "components_name" ? "name" : "slug";
    throw Invalid.field(field, refusal("componentTaken", { field }), "unique");
  }
}

/** What the ledger tells of changed settings. */
function linesOf(component: ComponentRow, changed: Partial<NewComponent>): ChangeLine[] {
  const lines: ChangeLine[] = [];
  const tell = (action: number, old: string, target: string) =>
    lines.push({ action, projectId: component.projectId, componentId: component.id, old, target });
  if (changed.slug) tell(ACTION.COMPONENT_RENAMED, component.slug, changed.slug);
  if (changed.license !== undefined) tell(ACTION.LICENSE_CHANGED, component.license, changed.license);
  if (changed.agreement !== undefined)
    tell(ACTION.CONTRIBUTOR_LICENSE_AGREEMENT_CHANGED, component.agreement, changed.agreement);
  return lines;
}

const isAnything = (values: object): boolean => Object.values(values).some((value) => value !== undefined);

/** Hides a component (and those linked to it) at once; its rows go in the background. Needs `component.edit`. */
export async function removeComponent(actor: Actor, component: ComponentRow): Promise<void> {
  demand(actor, "component.edit", scopeOf(component));
  await inTransaction(async (tx) => {
    const gone = await tx.rows(sql`
      update ${c} set ${assigned(c, {
        removedAt: sqlNow,
        slug: sql`'removed-' || ${c.id}`,
        name: sql`'removed ' || ${c.id}`,
      })}
      where (${c.id} = ${component.id} or ${c.linkedComponentId} = ${component.id}) and ${c.removedAt} is null returning ${pick(c, "id")}`);
    await record(
      tx,
      actor,
      gone.map(({ id }) => ({
        action: ACTION.COMPONENT_REMOVED,
        projectId: component.projectId,
        componentId: id,
        target: component.slug,
      })),
    );
    await subtractComponents(
      tx,
      gone.map(({ id }) => id),
    );
    for (const { id } of gone) await touchComponent(tx, { id, projectId: component.projectId });
    await createTask(tx, { kind: "remove-objects", payload: {}, userId: ledgerUser(actor) ?? undefined });
  });
}
