import { inTransaction } from "@/lib/platform/database";
import { paramsOf } from "@/lib/text/formats/kernel/params";
import { actingParams, reformatParams } from "@/lib/text/formats/kernel/reformat";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import { type Actor, ledgerUser, SERVICE } from "../access/actor";
import { demand } from "../access/demand";
import { type ComponentRow, findComponentById, scopeOf } from "../components/components";
import { Invalid } from "../errors";
import { formatOf } from "../files/strings";
import { createTask, type NewTask } from "../tasks/tasks";
import { storeStatus } from "../working-copy/status";
import { type Checkout, withWorkingCopy } from "../working-copy/working-copy";
import { type CommitProblem, commitPending } from "./commit";
import { commitReformatted, type ReformatReport } from "./internal/reformat-files";
import { answerIn, asAnswer, type OperationAnswer, problemLine } from "./operations";
import { planOn, type RepositoryPlan } from "./plan";
import { pushIfWanted } from "./push";
import { ensureSynced, updateRepository } from "./update";

/** Reformatting on request: the only time when parameters change what nobody has edited. */

const WAIT_MS = 60_000;

/** Which parameters would act on the files of a component, or why none does: `unset` are those that could. */
export function reformatOutlook(
  component: Pick<ComponentRow, "fileFormat" | "fileFormatParams">,
): { acting: string[] } | { acting: []; why: Refusal; unset: string[] } {
  const format = formatOf(component);
  const known = reformatParams(format);
  const acting = actingParams(format, component.fileFormatParams);
  if (acting.length > 0) return { acting };
  if (known.length === 0)
    return { acting: [], why: refusal("formatWithoutLayout", { format: format.name }), unset: [] };
  const labels = new Map(paramsOf(component.fileFormat).map(({ name, label }) => [name, label]));
  const params = known.map((name) => labels.get(name) ?? name).join(", ");
  return { acting: [], why: refusal("layoutUnset", { params }), unset: known };
}

/**
 * Starts to bring all files of a component into the shape of its parameters; gives the id of the task. Needs
 * `component.edit`.
 * @throws Invalid when no parameter would act
 */
export function reformatFiles(actor: Actor, component: ComponentRow): Promise<string> {
  const user = ledgerUser(actor);
  return startTask(actor, component, {
    kind: "reformat-files",
    payload: { repository: component.repositoryId, component: component.id, user },
  });
}

/** Starts to make a plan of the same, as it is. Needs `component.edit`. @throws Invalid when no parameter would act */
export function planReformat(actor: Actor, component: ComponentRow): Promise<string> {
  return startTask(actor, component, {
    kind: "plan-operation",
    payload: { repository: component.repositoryId, operation: "reformat", component: component.id },
  });
}

async function startTask(actor: Actor, component: ComponentRow, task: NewTask): Promise<string> {
  demand(actor, "component.edit", scopeOf(component));
  const outlook = reformatOutlook(component);
  if ("why" in outlook) throw Invalid.field("fileFormatParams", outlook.why, "invalid");
  const where = { userId: ledgerUser(actor) ?? undefined, projectId: component.projectId, componentId: component.id };
  return inTransaction(async (tx) => (await createTask(tx, { ...task, ...where })).id);
}

/**
 * Does the work: what waits is committed first, then the files are reformatted in one commit, which is pushed where
 * that is on. Running it again finds nothing to do. What the outside refuses is an answer, not an error.
 */
export async function performReformat(
  input: { repository: number; component: number; user: number | null },
  report: (done: number, total: number, text: string) => Promise<void> | void = () => {},
): Promise<OperationAnswer> {
  const component = await findComponentById(SERVICE, input.component);
  return asAnswer(() =>
    withWorkingCopy(
      input.repository,
      async (checkout) => {
        const answer = await reformatOn(checkout, component, { userId: input.user, report });
        await storeStatus(checkout);
        return answer;
      },
      { waitMs: WAIT_MS },
    ),
  );
}

/** What reformatting would do; called by the background function. */
export async function performReformatPlan(repositoryId: number, componentId: number): Promise<RepositoryPlan> {
  const component = await findComponentById(SERVICE, componentId);
  return withWorkingCopy(
    repositoryId,
    (checkout) =>
      planOn(checkout, (rehearsed) => asAnswer(() => reformatOn(rehearsed, component, { userId: null }, PLANNED))),
    { waitMs: WAIT_MS },
  );
}

async function reformatOn(
  checkout: Checkout,
  component: ComponentRow,
  options: Parameters<typeof commitReformatted>[2],
  words: typeof DONE = DONE,
): Promise<OperationAnswer> {
  await ensureSynced(checkout);
  const first = await commitPending(checkout);
  const done = await commitReformatted(checkout, component, options);
  if (done.commit !== null || first.commits > 0) {
    if (!checkout.driver.hasRemote) await updateRepository(checkout);
    else await pushIfWanted(checkout);
  }
  return answerOf(done, first.problems, words);
}

const DONE = {
  some: (files: number, all: number): Refusal => refusal("reformatted", { files, all }),
  none: refusal("reformattedNone"),
};
/** The same of what has not been done yet. */
const PLANNED: typeof DONE = {
  some: (files, all) => refusal("wouldReformat", { files, all }),
  none: refusal("wouldReformatNone"),
};

function answerOf(done: ReformatReport, others: readonly CommitProblem[], words: typeof DONE): OperationAnswer {
  const problems = [...others, ...done.problems].slice(0, 20).map(problemLine);
  const said =
    done.changed > 0
      ? words.some(done.changed, done.files)
      : done.problems.length > 0
        ? words.none
        : refusal("reformattedAlready");
  return answerIn(problems.length === 0, [said, ...problems]);
}
