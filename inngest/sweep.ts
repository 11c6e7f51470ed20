import { purgeReceipts } from "@/lib/domain/hooks/receipts";
import { relayOutbox } from "@/lib/domain/tasks/outbox";
import { closeOrphans, purgeTasks } from "@/lib/domain/tasks/sweep-tasks";
import { inngest, purgeEngine } from "@/lib/platform/queue";

/** Every minute: sends events that were left unsent, closes tasks that nobody runs, removes what is old. */
export const sweep = inngest.createFunction(
  { id: "sweep", triggers: [{ cron: "* * * * *" }], retries: 0 },
  async ({ step }) => ({
    sent: await step.run("send-events", () => relayOutbox()),
    closed: await step.run("close-orphans", () => closeOrphans()),
    purged: await step.run("purge", async () => ({
      ...(await purgeTasks()),
      hooks: await purgeReceipts(),
      engine: await purgeEngine(),
    })),
  }),
);
