import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import { type Actor, ledgerUser } from "../access/actor";
import type { ComponentRow } from "../components/components";
import { Failed, Locked, type Sentence } from "../errors";
import { type Payload, TASK_KINDS } from "../tasks/kinds";
import { isFinal, type TaskRow, waitForTask } from "../tasks/tasks";
import { withRehearsedCopy } from "../working-copy/rehearsed-copy";
import { withWorkingCopy } from "../working-copy/working-copy";
import { changesBetween, versionNow } from "./internal/plan-version";
import { plannedVersion, writePlanWord } from "./internal/plan-word";
import type { RepositoryOperation } from "./operation-task";
import { answerOf, asAnswer, linesOf, performOn, startTasks, WAIT_MS } from "./operations";
import { planOn, type RepositoryPlan } from "./plan";
import { performReformatPlan } from "./reformat";

/** A plan of an operation, and the word with which exactly this plan is carried out. */
export interface OperationPlan {
  operation: RepositoryOperation;
  word: string;
  result: boolean;
  detail?: string;
  told?: Sentence[];
  repositories: RepositoryPlan[];
}

/** What an operation would do to the repositories of components. Who may do it may ask. */
export async function planOperation(
  actor: Actor,
  target: { components: readonly ComponentRow[] },
  operation: RepositoryOperation,
): Promise<OperationPlan> {
  const tasks = await startPlan(actor, target, operation);
  const repositories = (await Promise.all(tasks.map(endOf))) as RepositoryPlan[];
  const failures = repositories.flatMap((plan) => (plan.result ? [] : linesOf(plan)));
  const word = writePlanWord(operation, new Map(repositories.map((plan) => [plan.repository, plan.version])));
  return { operation, word, ...answerOf(failures), repositories };
}

/** Starts to make a plan, and gives the ids of its tasks, one per repository. */
export function startPlan(
  actor: Actor,
  target: { components: readonly ComponentRow[] },
  operation: RepositoryOperation,
): Promise<string[]> {
  return startTasks(actor, target, operation, (repository, owner) => ({
    kind: "plan-operation",
    payload: { repository, operation },
    userId: ledgerUser(actor) ?? undefined,
    projectId: owner?.projectId,
    componentId: owner?.id,
  }));
}

/** The plan of one repository that a task has made, of an operation or of reformatting; undefined when it has not. */
export function planOfTask(task: TaskRow): { operation: string; word: string; plan: RepositoryPlan } | undefined {
  const payload = TASK_KINDS["plan-operation"].safeParse(task.payload).data;
  if (task.kind !== "plan-operation" || task.state !== "done" || !payload || payload.check !== undefined)
    return undefined;
  const plan = task.result as RepositoryPlan;
  const { operation, repository } = payload;
  return { operation, word: writePlanWord(operation, new Map([[repository, plan.version]])), plan };
}

async function endOf(id: string): Promise<unknown> {
  const task = await waitForTask(id, WAIT_MS);
  if (!task || !isFinal(task)) throw new Locked(refusal("planStillMadeBackground"), "repository-locked");
  if (task.state === "done") return task.result;
  const why = typeof task.result === "string" ? task.result : "";
  throw new Failed(why ? refusal("planFailedBecause", { why }) : refusal("planFailed"));
}

/** Makes the plan of one repository, of reformatting for one component of it; called by the background function. */
export async function performPlan(
  repository: number,
  operation: Payload<"plan-operation">["operation"],
  component?: number,
): Promise<RepositoryPlan> {
  if (operation === "reformat") return performReformatPlan(repository, component ?? 0);
  return withWorkingCopy(
    repository,
    (checkout) => planOn(checkout, (rehearsed) => asAnswer(() => performOn(rehearsed, operation))),
    { waitMs: 60_000 },
  );
}

/** What has changed in one repository since a plan was made, in sentences; called by the background function. */
export async function checkPlan(repositoryId: number, version: string): Promise<Refusal[]> {
  const planned = plannedVersion(version);
  return withWorkingCopy(
    repositoryId,
    (checkout) =>
      // The copy of others stays where it is.
      withRehearsedCopy(checkout, async (rehearsed) => changesBetween(planned, await versionNow(rehearsed, planned))),
    { waitMs: 60_000 },
  );
}
