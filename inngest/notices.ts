import { followForNotices } from "@/lib/domain/notices/follow";
import { forgetOldNotices } from "@/lib/domain/notices/inbox";
import { mailNotices } from "@/lib/domain/notices/mail-notices";
import { followForMilestones } from "@/lib/domain/notices/milestones";
import { writeSummaries } from "@/lib/domain/notices/summaries";
import { inngest } from "@/lib/platform/queue";

/** Every minute: tells people what has happened, and mails it to those who want it at once or whose period is over. */
export const tellNotices = inngest.createFunction(
  { id: "tell-notices", triggers: [{ cron: "* * * * *" }], retries: 0, concurrency: [{ limit: 1 }] },
  async ({ step }) => ({
    milestones: await step.run("milestones", () => followForMilestones()),
    summaries: await step.run("summaries", () => writeSummaries()),
    lines: await step.run("follow", () => followForNotices()),
    mails: await step.run("mail", () => mailNotices()),
  }),
);

/** Every night: forgets old notices. */
export const purgeNotices = inngest.createFunction(
  { id: "purge-notices", triggers: [{ cron: "17 3 * * *" }], retries: 2 },
  async ({ step }) => ({ purged: await step.run("purge", () => forgetOldNotices()) }),
);
