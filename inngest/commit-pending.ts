import { sweepProbes } from "@/lib/domain/creation/probe-repository";
import { retryPulls, retryPushes, startDueCommits } from "@/lib/domain/integrate/due-commits";
import { inngest } from "@/lib/platform/queue";
import { sweepKeyFolders } from "@/lib/platform/vcs/ssh-key";

/** Every five minutes: commits what has waited long enough, and clears away clones nobody came back for. */
export const commitPending = inngest.createFunction(
  { id: "commit-pending", triggers: [{ cron: "*/5 * * * *" }], retries: 0 },
  async ({ step }) => ({
    started: await step.run("start-due-commits", () => startDueCommits()),
    retried: await step.run("retry-pushes", () => retryPushes()),
    pulled: await step.run("retry-pulls", () => retryPulls()),
    swept: await step.run("sweep-clones", async () => {
      await sweepProbes();
      await sweepKeyFolders();
      return true;
    }),
  }),
);
