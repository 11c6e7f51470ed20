import { forgetOldDeliveries } from "@/lib/domain/addons/deliveries";
import { forgetQuestions } from "@/lib/domain/machinery/answers";
import { forgetSent } from "@/lib/domain/machinery/sent";
import { forgetOldCalls } from "@/lib/domain/users/count-calls";
import { inngest } from "@/lib/platform/queue";

/** Every night: forgets old messages of add-ons, what services were sent and asked long ago, and old calls of tokens. */
export const purgeDeliveries = inngest.createFunction(
  { id: "purge-deliveries", triggers: [{ cron: "41 3 * * *" }], retries: 2 },
  async ({ step }) => ({
    purged: await step.run("purge", () => forgetOldDeliveries()),
    sent: await step.run("sent", () => forgetSent()),
    questions: await step.run("questions", () => forgetQuestions()),
    calls: await step.run("calls", () => forgetOldCalls()),
  }),
);
