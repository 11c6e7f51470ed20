import { tallyChanges as tally } from "@/lib/domain/changes/tallies";
import { inngest } from "@/lib/platform/queue";

/** Every minute: sums what the ledger has been told, so that its lists are counted at once. */
export const tallyChanges = inngest.createFunction(
  { id: "tally-changes", triggers: [{ cron: "* * * * *" }], retries: 0 },
  async ({ step }) => ({ lines: await step.run("tally", () => tally()) }),
);
