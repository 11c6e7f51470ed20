import { purgePlans } from "@/lib/domain/bulk/purge-plans";
import { purgeOperations as purge } from "@/lib/domain/undo/purge-operations";
import { inngest } from "@/lib/platform/queue";

/** Every night: removes what was kept of operations that are too old to be undone, and plans that nobody carried out. */
export const purgeOperations = inngest.createFunction(
  { id: "purge-operations", triggers: [{ cron: "23 3 * * *" }], retries: 2 },
  async ({ step }) => ({
    purged: await step.run("purge", () => purge()),
    plans: await step.run("plans", () => purgePlans()),
  }),
);
