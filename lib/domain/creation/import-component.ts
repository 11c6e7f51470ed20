import { components, repositories } from "@/lib/generated/tables";
import { assigned } from "@/lib/platform/columns";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { SERVICE } from "../access/actor";
import { notifyAddons } from "../addons/queue";
import { findComponentById } from "../components/components";
import { syncComponent } from "../sync/sync-component";
import { storeStatus } from "../working-copy/status";
import { withWorkingCopy } from "../working-copy/working-copy";
import { planAnew } from "./internal/plan-anew";

const [r, c] = [repositories.as("r"), components.as("c")];

export interface ImportReport {
  component: number;
  files: number;
  strings: number;
  problems: number;
}

/**
 * Imports all files of a new component. Each file is one transaction and is skipped when it has been read, so a run
 * that was killed goes on where it stopped.
 */
export async function importComponent(
  componentId: number,
  report: (done: number, total: number, text: string) => Promise<void> | void,
): Promise<ImportReport> {
  const before = await findComponentById(SERVICE, componentId);
  return withWorkingCopy(
    before.repositoryId,
    async (checkout) => {
      const component = await findComponentById(SERVICE, componentId);
      const commit = (await checkout.copy.remoteHead()) ?? (await checkout.copy.head());
      const tree = await checkout.copy.tree(commit);
      const sync = await syncComponent(component, checkout.copy, tree, commit, { report });
      await planAnew(sync.strings);
      await inTransaction(async (tx) => {
        await tx.run(
          sql`update ${r} set ${assigned(r, { syncedCommit: sql`coalesce(${r.syncedCommit}, ${commit})` })} where ${r.id} = ${checkout.repository.id}`,
        );
        await notifyAddons(tx, component, "component-updated");
      });
      await storeStatus(checkout);
      return { component: componentId, files: sync.files, strings: sync.strings, problems: sync.problems.length };
    },
    { waitMs: 120_000 },
  );
}

/** Takes the task off a component that is ready: programs wait for that. */
export async function releaseTask(componentId: number): Promise<void> {
  await db.run(sql`update ${c} set ${assigned(c, { taskId: null })} where ${c.id} = ${componentId}`);
}
