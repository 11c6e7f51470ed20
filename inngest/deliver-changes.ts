import { deliverDue } from "@/lib/domain/addons/deliver";
import { inngest } from "@/lib/platform/queue";

/** Every minute: add-ons that tell others of changes tell what is new. */
export const deliverChanges = inngest.createFunction(
  { id: "deliver-changes", triggers: [{ cron: "* * * * *" }], retries: 0, concurrency: [{ limit: 1 }] },
  async ({ step }) => ({ told: await step.run("deliver", () => deliverDue()) }),
);
