import { wakeAlerts } from "@/lib/domain/diagnostics/dismiss";
import { probeLinks } from "@/lib/domain/diagnostics/probe-links";
import { sweepStringAlerts, sweepAlerts as sweepThem } from "@/lib/domain/diagnostics/sweep";
import { inngest } from "@/lib/platform/queue";

/** Every hour: alerts of what settings and repositories say, and those that were put off until today. */
export const sweepAlerts = inngest.createFunction(
  { id: "sweep-alerts", triggers: [{ cron: "17 * * * *" }], retries: 1, concurrency: [{ limit: 1 }] },
  async ({ step }) => ({
    swept: await step.run("sweep", () => sweepThem()),
    woken: await step.run("wake", () => wakeAlerts()),
  }),
);

/** Every night: addresses that pages link to, and alerts for which strings are read. */
export const sweepAlertsByNight = inngest.createFunction(
  { id: "sweep-alerts-by-night", triggers: [{ cron: "7 4 * * *" }], retries: 1, concurrency: [{ limit: 1 }] },
  async ({ step }) => ({
    links: await step.run("links", () => probeLinks()),
    strings: await step.run("strings", () => sweepStringAlerts()),
  }),
);
