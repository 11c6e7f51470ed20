import type { WorkingCopy } from "@/lib/platform/vcs/vcs";
import type { NewComponent } from "../../components/component-input";
import type { ComponentRow } from "../../components/components";
import { withWorkingCopy } from "../../working-copy/working-copy";
import { probeRepository } from "../probe-repository";

/** A repository to be looked at: a copy of it, and the commit that counts. */
export interface SeenRepository {
  copy: WorkingCopy;
  commit: string;
}

/** Whether changed settings mean that the files are somewhere else. */
export const isElsewhere = ({ repo, vcs, branch }: Partial<NewComponent>): boolean =>
  [repo, vcs, branch].some((value) => value !== undefined);

/**
 * Looks at the repository in which a component's files are under changed settings: at the working copy, of which nothing is
 * fetched, or at a fresh clone where it is another one.
 * @param waitMs how long to wait for somebody else who uses the working copy
 * @throws Invalid on `repo`, `branch` or `vcs`; Locked
 */
export async function withFilesAsSet<T>(
  component: ComponentRow,
  { next, changed }: { next: NewComponent; changed: Partial<NewComponent> },
  look: (seen: SeenRepository) => Promise<T>,
  waitMs?: number,
): Promise<T> {
  if (!isElsewhere(changed))
    return withWorkingCopy(
      component.repositoryId,
      async ({ copy }) => look({ copy, commit: (await copy.remoteHead()) ?? (await copy.head()) }),
      { waitMs },
    );
  const probe = await probeRepository({
    projectId: component.project.id,
    vcs: next.vcs ?? "git",
    repo: next.repo,
    branch: next.branch ?? "",
  });
  return look(probe);
}
