import { CHECKS } from "@/lib/text/checks/registry";
import { type CheckAbout, STRING_CHECKS } from "@/lib/text/checks/string-checks";

/** All checks that run, in the order in which they are listed. */
export const ALL_CHECKS: readonly CheckAbout[] = [...CHECKS, ...STRING_CHECKS];

const BY_ID = new Map(ALL_CHECKS.map((check) => [check.id, check]));

/** What is said of a check; undefined where no check of this name runs. */
export function describeCheck(id: string): CheckAbout | undefined {
  return BY_ID.get(id);
}
