import { renewFindings as renew } from "@/lib/domain/projects/former-flags";
import { inngest } from "@/lib/platform/queue";

/** Components whose strings are checked anew at the same time. */
const AT_ONCE = 3;

/** Every two minutes: begins to make findings anew that older rules of checks made, some components at a time. */
export const renewFindings = inngest.createFunction(
  { id: "renew-findings", triggers: [{ cron: "*/2 * * * *" }], retries: 0 },
  async ({ step }) => ({ begun: await step.run("begin", () => renew(AT_ONCE)) }),
);
