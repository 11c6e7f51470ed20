import { startChangedAddons } from "@/lib/domain/addon-runs/start-changed";
import { deliverChanges as deliver, dueDeliveries } from "@/lib/domain/addons/deliver";
import { inngest } from "@/lib/platform/queue";

const EVENT = "addons/deliver";

/** Every minute: add-ons that changes start are started, and those that have something to tell are woken, each by itself. */
export const deliverChanges = inngest.createFunction(
  { id: "deliver-changes", triggers: [{ cron: "* * * * *" }], retries: 0, concurrency: [{ limit: 1 }] },
  async ({ step }) => {
    const started = await step.run("start-changed", () => startChangedAddons());
    const due = await step.run("find-due", () => dueDeliveries());
    if (due.length > 0)
      await step.sendEvent(
        "wake",
        due.map((addon) => ({ name: EVENT, data: { addon } })),
      );
    return { woken: due.length, started };
  },
);

/** One add-on tells what is new: a receiver that hangs holds back itself alone. */
export const deliverMessages = inngest.createFunction(
  {
    id: "deliver-messages",
    triggers: [{ event: EVENT }],
    retries: 0,
    concurrency: [{ limit: 1, key: "string(event.data.addon)" }, { limit: 5 }],
  },
  async ({ event, step }) => ({ told: await step.run("deliver", () => deliver(Number(event.data.addon))) }),
);
