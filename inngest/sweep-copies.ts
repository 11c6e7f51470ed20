import { sweepDemoFolders } from "@/lib/domain/demo/sweep-folders";
import { sweepCopies as sweep } from "@/lib/domain/working-copy/sweep-copies";
import { inngest } from "@/lib/platform/queue";

/** Every hour, on whichever machine it is: removes working copies of repositories that are gone, and folders of a demo that is. */
export const sweepCopies = inngest.createFunction(
  { id: "sweep-copies", triggers: [{ cron: "41 * * * *" }], retries: 0 },
  async ({ step }) => ({
    removed: await step.run("sweep", () => sweep()),
    folders: await step.run("folders", () => sweepDemoFolders()),
  }),
);
