import type { JobResult } from "@/lib/platform/readers/reader-job";
import { bareKeys } from "@/lib/text/flags/variants";

/** What readers do for variants: expressions of people are matched with many keys. */
export const VARIANT_JOBS = {
  bareKeys: ({ expression, keys }: { expression: string; keys: readonly string[] }): JobResult => ({
    value: bareKeys(expression, keys),
  }),
};
