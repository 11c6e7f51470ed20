import { inTransaction } from "@/lib/platform/database";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import { type Actor, ledgerUser, SERVICE } from "../access/actor";
import { demand, denial, type PermissionScope, throwDenial } from "../access/demand";
import type { Permission } from "../access/permissions";
import { ACTION } from "../change-actions";
import { asOperation } from "../changes/operations";
import { record } from "../changes/record";
import { type ComponentRow, componentsOfRepository, scopeOf } from "../components/components";
import { Failed, Invalid, Locked, type Sentence, Stale, sentenceOf, worded } from "../errors";
import { TASK_KINDS } from "../tasks/kinds";
import { createTask, isFinal, type NewTask, waitForTask } from "../tasks/tasks";
import { hasPending, projectNeeds, type RepositoryState, repositoryStates, storeStatus } from "../working-copy/status";
import { type Checkout, withWorkingCopy } from "../working-copy/working-copy";
import { type CommitReport, commitPending } from "./commit";
import { toCarryOut } from "./internal/carry-out";
import { plannedVersion, readPlanWord } from "./internal/plan-word";
import { lookAfterPull } from "./internal/push-request";
import { resetRepository } from "./internal/reset";
import { syncFiles } from "./internal/sync-files";
import { operationTask, type RepositoryOperation } from "./operation-task";
import { pushIfWanted, pushRepository } from "./push";
import { ensureSynced, updateRepository } from "./update";

export const REPOSITORY_OPERATIONS = TASK_KINDS["repository-operation"].shape.operation.options;

/** What each operation takes; the contract 6.7. */
export const PERMISSION: Record<RepositoryOperation, Permission> = {
  push: "vcs.push",
  pull: "vcs.update",
  commit: "vcs.commit",
  reset: "vcs.reset",
  cleanup: "vcs.reset",
  "file-sync": "vcs.reset",
  "file-scan": "vcs.reset",
  "pull-rebase": "vcs.update",
  "pull-merge": "vcs.update",
  "pull-merge-noff": "vcs.update",
  "reset-keep": "vcs.reset",
};

/** Pulls that go their own way, whatever the repository's merge style is. */
const STYLE: Partial<Record<RepositoryOperation, string>> = {
  "pull-rebase": "rebase",
  "pull-merge": "merge",
  "pull-merge-noff": "merge_noff",
};

/** How long a caller waits for the background to finish; clients wait 300 s at most. */
export const WAIT_MS = 280_000;

export interface OperationAnswer {
  result: boolean;
  /** Why it did not work, or what is worth knowing. */
  detail?: string;
  /** The same line by line, as pages say it; left out where all of it is English. */
  told?: Sentence[];
}

/** A word of a client as an operation. @throws Invalid */
export function readOperation(text: string): RepositoryOperation {
  const found = REPOSITORY_OPERATIONS.find((operation) => operation === text);
  if (!found)
    throw Invalid.field(
      "operation",
      refusal("unknownOperationChoose", { text, repositoryOperations: REPOSITORY_OPERATIONS.join(", ") }),
      "invalid_choice",
    );
  return found;
}

/**
 * Runs an operation on the repositories of components, each as a durable task, and waits for the end. Permission is
 * asked on every component that shares such a repository.
 * @param plan the word of a plan: exactly this one is carried out
 * @throws Stale when the plan would be another one now
 */
export async function runOperation(
  actor: Actor,
  target: { components: readonly ComponentRow[] },
  operation: RepositoryOperation,
  plan?: string,
): Promise<OperationAnswer> {
  if (plan !== undefined) await demandPlan(actor, target, operation, readPlanWord(operation, plan));
  const tasks = await startOperation(actor, target, operation, plan);
  const ends = await Promise.all(tasks.map((task) => waitForTask(task, WAIT_MS)));
  const stale: Sentence[] = [];
  const notes: Sentence[] = [];
  const failures = ends.flatMap((task) => {
    if (!task || !isFinal(task)) throw new Locked(refusal("operationStillRunning"), "repository-locked");
    const answer = task.result as EndOfOperation | string | null;
    if (task.state !== "done") return [typeof answer === "string" ? answer : refusal("operationFailed")];
    if (typeof answer !== "object" || answer?.result !== false) {
      if (typeof answer === "object" && answer) notes.push(...linesOf(answer));
      return [];
    }
    stale.push(...(answer.stale ?? []));
    return answer.detail ? linesOf(answer) : [refusal("operationFailed")];
  });
  if (stale.length > 0) throw new Stale(eachOnce(stale));
  return answerOf(failures, notes);
}

/**
 * Looks at every repository of a plan before anything is done in one of them. A single one is looked at when its turn
 * comes. @throws Stale
 */
async function demandPlan(
  actor: Actor,
  target: { components: readonly ComponentRow[] },
  operation: RepositoryOperation,
  versions: ReadonlyMap<number, string>,
): Promise<void> {
  if (versions.size < 2) return;
  const tasks = await startTasks(actor, target, operation, (repository, owner) => ({
    kind: "plan-operation",
    payload: { repository, operation, check: versions.get(repository) },
    userId: ledgerUser(actor) ?? undefined,
    projectId: owner?.projectId,
    componentId: owner?.id,
  }));
  const ends = await Promise.all(tasks.map((task) => waitForTask(task, WAIT_MS)));
  const changed = ends.flatMap(
    (task) => (task?.result as EndOfOperation | null)?.stale ?? [refusal("planIncomparable")],
  );
  if (changed.length > 0) throw new Stale(eachOnce(changed));
}

/** What several repositories say alike is said once. */
const eachOnce = (sentences: readonly Sentence[]): Sentence[] => [
  ...new Map(sentences.map((sentence) => [worded(sentence).message, sentence])).values(),
];

/** What a task of an operation ends with. */
interface EndOfOperation extends OperationAnswer {
  /** What has changed since the plan was made that was to be carried out. */
  stale?: Sentence[];
}

/** One answer for several repositories: what failed, or what is worth knowing. */
export function answerOf(failures: readonly Sentence[], notes: readonly Sentence[] = []): OperationAnswer {
  return answerIn(failures.length === 0, eachOnce(failures.length > 0 ? failures : notes));
}

/** An answer of these lines. */
export function answerIn(result: boolean, lines: readonly Sentence[]): OperationAnswer {
  if (lines.length === 0) return { result };
  const detail = lines.map((line) => worded(line).message).join("\n");
  return lines.some((line) => typeof line !== "string") ? { result, detail, told: [...lines] } : { result, detail };
}

/** The lines of an answer; those of a task that ended before lines were kept are English. */
export const linesOf = ({ detail, told }: Pick<OperationAnswer, "detail" | "told">): Sentence[] =>
  told ?? (detail ? [detail] : []);

/** Starts an operation and gives the ids of its tasks, one per repository. */
export async function startOperation(
  actor: Actor,
  target: { components: readonly ComponentRow[] },
  operation: RepositoryOperation,
  plan?: string,
): Promise<string[]> {
  const versions = plan === undefined ? undefined : readPlanWord(operation, plan);
  return startTasks(actor, target, operation, (repository, owner, all) => {
    if (versions && (versions.size !== all.length || !versions.has(repository)))
      throw new Stale([refusal("planOtherRepositories")]);
    return operationTask(repository, operation, { actor, owner, plan: versions?.get(repository) });
  });
}

/** Starts a task for each repository of components. @throws Forbidden for whom may not do the operation */
export async function startTasks(
  actor: Actor,
  target: { components: readonly ComponentRow[] },
  operation: RepositoryOperation,
  taskOf: (repository: number, owner: ComponentRow | undefined, all: readonly number[]) => NewTask,
): Promise<string[]> {
  const repositories = [...new Set(target.components.map((component) => component.repositoryId))];
  const shared = await Promise.all(repositories.map((id) => componentsOfRepository(id)));
  for (const component of [...target.components, ...shared.flat()])
    demand(actor, PERMISSION[operation], scopeOf(component));
  return inTransaction(async (tx) => {
    const ids: string[] = [];
    for (const [index, repository] of repositories.entries()) {
      const owner = shared[index]?.[0] ?? target.components.find((component) => component.repositoryId === repository);
      const task = await createTask(tx, taskOf(repository, owner, repositories));
      ids.push(task.id);
    }
    return ids;
  });
}

/**
 * Does the work of one operation; called by the background function. The ledger names who asked for it. A failure of the
 * outside is an answer, not an error.
 * @param options `plan`: the version of the plan that is carried out; `id`: names it among what can be taken back, the same
 *   one when it is done again
 */
export async function performOperation(
  repositoryId: number,
  operation: RepositoryOperation,
  report: Report = () => {},
  { askedBy = null, plan, id }: { askedBy?: number | null; plan?: string | null; id?: string } = {},
): Promise<EndOfOperation> {
  const components = (await componentsOfRepository(repositoryId)).map((component) => component.id);
  const details = { name: operation, needs: [PERMISSION[operation]], components, repository: repositoryId };
  const { result } = await asOperation(SERVICE, { id, kind: "repository", details, userId: askedBy }, () =>
    performHere(repositoryId, operation, report, { askedBy, plan }),
  );
  return result;
}

async function performHere(
  repositoryId: number,
  operation: RepositoryOperation,
  report: Report,
  { askedBy, plan }: { askedBy: number | null; plan?: string | null },
): Promise<EndOfOperation> {
  const work = async (checkout: Checkout) => {
    const planned = plan ? await toCarryOut(checkout, plannedVersion(plan)) : checkout;
    return performOn(planned, operation, report);
  };
  try {
    return await asAnswer(() => withWorkingCopy(repositoryId, work, { waitMs: 60_000, askedBy }));
  } catch (error) {
    if (error instanceof Stale) return { result: false, detail: error.message, stale: [...error.reasons] };
    throw error;
  }
}

/** Makes a repository and its strings what upstream has; no text of ours stands. Taken back like any other operation. */
export async function discardLocal(repositoryId: number, askedBy: number | null): Promise<OperationAnswer> {
  const components = (await componentsOfRepository(repositoryId)).map((component) => component.id);
  const details = { name: "reset", needs: [PERMISSION.reset], components, repository: repositoryId };
  const work = async (checkout: Checkout) => {
    await resetRepository(checkout, { discard: true });
    return { result: true };
  };
  const { result } = await asOperation(SERVICE, { kind: "repository", details, userId: askedBy }, () =>
    asAnswer(() => withWorkingCopy(repositoryId, work, { waitMs: 60_000, askedBy })),
  );
  return result;
}

type Report = (done: number, total: number, text: string) => Promise<void> | void;

/** A failure of the outside as an answer. */
export async function asAnswer(work: () => Promise<OperationAnswer>): Promise<OperationAnswer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Failed) return answerIn(false, [sentenceOf(error)]);
    throw error;
  }
}

/** Does the work of one operation in a checkout. */
export const performOn = (
  checkout: Checkout,
  operation: RepositoryOperation,
  report: Report = () => {},
): Promise<OperationAnswer> => perform(inStyle(checkout, operation), operation, report);

/** The checkout as the operation uses it: a push behind a pull goes the same way. */
function inStyle(checkout: Checkout, operation: RepositoryOperation): Checkout {
  const mergeStyle = STYLE[operation] ?? checkout.repository.mergeStyle;
  return { ...checkout, repository: { ...checkout.repository, mergeStyle } };
}

async function perform(checkout: Checkout, operation: RepositoryOperation, report: Report): Promise<OperationAnswer> {
  switch (operation) {
    case "commit":
    case "file-sync": {
      await ensureSynced(checkout);
      const unread = operation === "file-sync" ? await syncFiles(checkout) : [];
      const done = await commitPending(checkout);
      if (!checkout.driver.hasRemote) await updateRepository(checkout);
      if (done.commits > 0) await pushIfWanted(checkout);
      await storeStatus(checkout);
      return answerOfCommit({ problems: [...unread, ...done.problems], clashes: done.clashes });
    }
    case "pull":
    case "pull-rebase":
    case "pull-merge":
    case "pull-merge-noff": {
      const done = await updateRepository(checkout, { report });
      await pushIfWanted(checkout);
      await lookAfterPull(checkout);
      return problemsOf(
        done.sync
          .flatMap((sync) => sync.problems)
          .map((problem) => {
            const { filename, line, column } = problem;
            return { filename, ...worded(refusal("whyPlace", { why: sentenceOf(problem), line, column })) };
          }),
      );
    }
    case "push":
      return answerOfCommit(await pushRepository(checkout));
    case "reset":
    case "reset-keep":
      await resetRepository(checkout, { keep: operation === "reset-keep" });
      return { result: true };
    case "cleanup":
      await checkout.copy.cleanup();
      await tell(checkout, ACTION.REPOSITORY_CLEANUP);
      await storeStatus(checkout);
      return { result: true };
    case "file-scan": {
      await commitPending(checkout);
      const done = await updateRepository(checkout, { force: true, report });
      await pushIfWanted(checkout);
      await tell(checkout, ACTION.FORCED_RESCAN_OF_TRANSLATIONS);
      return problemsOf(done.sync.flatMap((sync) => sync.problems));
    }
  }
}

const problemsOf = (problems: CommitReport["problems"]): OperationAnswer => answerOfCommit({ problems, clashes: [] });

/** What still waits is a failure; a text that has become a clash waits for no commit, and is worth knowing. */
/** A file and what is wrong with it. */
export const problemLine = (problem: CommitReport["problems"][number]): Refusal =>
  refusal("readMember", { name: problem.filename, why: sentenceOf(problem) });

function answerOfCommit({ problems, clashes }: Pick<CommitReport, "problems" | "clashes">): OperationAnswer {
  return answerIn(problems.length === 0, [...problems, ...clashes].slice(0, 20).map(problemLine));
}

async function tell(checkout: Checkout, action: number): Promise<void> {
  const components = await componentsOfRepository(checkout.repository.id);
  await inTransaction((tx) =>
    record(
      tx,
      SERVICE,
      components.map((component) => ({
        action,
        userId: checkout.askedBy,
        projectId: component.projectId,
        componentId: component.id,
      })),
    ),
  );
}

/** Why the actor may not look at a repository's state, or undefined: any of the four rights will do. */
function statusDenial(actor: Actor, component: ComponentRow) {
  const rights: Permission[] = ["vcs.push", "vcs.commit", "vcs.reset", "vcs.update"];
  const denials = rights.map((right) => denial(actor, right, scopeOf(component)));
  return denials.some((why) => why === undefined) ? undefined : denials[0];
}

/** State of a component's repository. Needs any of the repository rights. */
export async function componentRepositoryStatus(actor: Actor, component: ComponentRow): Promise<RepositoryState> {
  const why = statusDenial(actor, component);
  if (why) throwDenial(why.reason === "not-signed-in" ? { ...why, reason: "missing-permission" } : why);
  const state = (await repositoryStates([component.repositoryId])).get(component.repositoryId);
  if (!state) throw new Failed(refusal("repositoryNoStatus"));
  return state;
}

/** State of the repository as one translation sees it: only its own strings can be waiting for a commit. */
export async function translationRepositoryStatus(
  actor: Actor,
  translation: { id: number; component: ComponentRow },
): Promise<RepositoryState> {
  const state = await componentRepositoryStatus(actor, translation.component);
  return { ...state, needsCommit: await hasPending(translation.id) };
}

/** State of all repositories of a project together. Needs any of the repository rights in the project. */
export async function projectRepositoryStatus(
  actor: Actor,
  project: PermissionScope["project"],
): Promise<{ needsCommit: boolean; needsMerge: boolean; needsPush: boolean }> {
  const rights: Permission[] = ["vcs.push", "vcs.commit", "vcs.reset", "vcs.update"];
  const denials = rights.map((right) => denial(actor, right, { project }));
  const [first] = denials;
  if (first && denials.every((why) => why !== undefined))
    throwDenial(first.reason === "not-signed-in" ? { ...first, reason: "missing-permission" } : first);
  return projectNeeds(project.id);
}
