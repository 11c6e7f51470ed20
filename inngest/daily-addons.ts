import { startDailyAddons } from "@/lib/domain/addon-runs/run-addon";
import { inngest } from "@/lib/platform/queue";

/** Every ten minutes: starts the add-ons whose minute of the day has come. */
export const dailyAddons = inngest.createFunction(
  { id: "daily-addons", triggers: [{ cron: "*/10 * * * *" }], retries: 0 },
  async ({ step }) => ({ started: await step.run("start-daily-addons", () => startDailyAddons()) }),
);
