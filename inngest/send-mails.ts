import { MAIL_EVENT } from "@/lib/domain/mail/queue-mail";
import { forgetOldMails, sendMails as send } from "@/lib/domain/mail/send-mails";
import { inngest } from "@/lib/platform/queue";

/** Every minute, and as soon as a mail is queued: sends what waits. One at a time: a server that is away is asked once. */
export const sendMails = inngest.createFunction(
  {
    id: "send-mails",
    triggers: [{ cron: "* * * * *" }, { event: MAIL_EVENT }],
    retries: 0,
    concurrency: [{ limit: 1 }],
  },
  async ({ step }) => ({ sent: await step.run("send", () => send()) }),
);

/** Every night: forgets old mails. */
export const purgeMails = inngest.createFunction(
  { id: "purge-mails", triggers: [{ cron: "11 3 * * *" }], retries: 2 },
  async ({ step }) => ({ purged: await step.run("purge", () => forgetOldMails()) }),
);
