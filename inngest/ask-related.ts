import { askByNight, askComponents, askTouched } from "@/lib/domain/units/related-checks";
import { groupVariants } from "@/lib/domain/units/variants";
import { inngest } from "@/lib/platform/queue";

/**
 * Every minute: checks that look at other strings, for strings that were left over and for components that were imported;
 * strings that may be variants of each other are grouped.
 */
export const askRelated = inngest.createFunction(
  { id: "ask-related", triggers: [{ cron: "* * * * *" }], retries: 0, concurrency: [{ limit: 1 }] },
  async ({ step }) => ({
    strings: await step.run("strings", () => askTouched()),
    components: await step.run("components", () => askComponents()),
    variants: await step.run("variants", () => groupVariants()),
  }),
);

/** Every night: strings that have become old untranslated, and findings whose cause may have gone. */
export const askRelatedByNight = inngest.createFunction(
  { id: "ask-related-by-night", triggers: [{ cron: "41 2 * * *" }], retries: 2, concurrency: [{ limit: 1 }] },
  async ({ step }) => step.run("ask", () => askByNight()),
);
