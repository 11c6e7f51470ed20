import { followForMemory } from "@/lib/domain/memory/follow";
import { makeSketches } from "@/lib/domain/memory/sketches";
import { inngest } from "@/lib/platform/queue";

/** Every minute: takes what has been translated into the translation memory. */
export const fillMemory = inngest.createFunction(
  { id: "fill-memory", triggers: [{ cron: "* * * * *" }], retries: 0 },
  async ({ step }) => ({
    lines: await step.run("follow", () => followForMemory()),
    sketches: await step.run("sketch", () => makeSketches()),
  }),
);
