import { z } from "zod";
import type { RemovalPlan } from "@/lib/domain/creation/plan-removal";
import { Reply, schema } from "../endpoint";

/** Dry runs of removals; the contract 2.6. */

export const removalQuery = z.object({
  dry_run: z.boolean().default(false).describe("Only tell what would go; the answer is then 200."),
});

export const Removal = schema(
  "RemovalPlan",
  z
    .object({
      dry_run: z.literal(true),
      components: z.array(z.string()),
      languages: z.int(),
      strings: z.int(),
      texts: z.int(),
      unpushed: z.int(),
      suggestions: z.int(),
      comments: z.int(),
      screenshots: z.int(),
      files: z.array(z.string()),
    })
    .optional(),
);

/** Removes, or tells what would go. */
export async function removal(
  { dry_run }: z.output<typeof removalQuery>,
  remove: () => Promise<void>,
  plan: () => Promise<RemovalPlan>,
): Promise<Reply<z.output<typeof Removal>>> {
  if (dry_run) return new Reply({ dry_run: true as const, ...(await plan()) }, {}, 200);
  await remove();
  return new Reply(undefined);
}
