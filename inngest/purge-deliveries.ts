import { forgetOldDeliveries } from "@/lib/domain/addons/deliveries";
import { inngest } from "@/lib/platform/queue";

/** Every night: forgets old messages of add-ons. */
export const purgeDeliveries = inngest.createFunction(
  { id: "purge-deliveries", triggers: [{ cron: "41 3 * * *" }], retries: 2 },
  async ({ step }) => ({ purged: await step.run("purge", () => forgetOldDeliveries()) }),
);
