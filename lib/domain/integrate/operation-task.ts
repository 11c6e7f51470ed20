import { type Actor, ledgerUser } from "../access/actor";
import type { Payload } from "../tasks/kinds";
import type { NewTask } from "../tasks/tasks";

export type RepositoryOperation = Payload<"repository-operation">["operation"];

/** The task of one operation on a repository, as a page of the component and its project shows it. */
export function operationTask(
  repository: number,
  operation: RepositoryOperation,
  { actor, owner, plan }: { actor?: Actor; owner?: { id: number; projectId: number }; plan?: string },
): NewTask {
  const askedBy = actor ? ledgerUser(actor) : null;
  return {
    kind: "repository-operation",
    payload: { repository, operation, askedBy, plan },
    userId: askedBy ?? undefined,
    projectId: owner?.projectId,
    componentId: owner?.id,
  };
}
