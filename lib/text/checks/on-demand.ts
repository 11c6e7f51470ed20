import { ruleSets } from "#check-rules";
import { type Check, PASSED } from "@/lib/text/checks/check";
import type { RuleSetName } from "@/lib/text/checks/rules/names";

/** What is said about a check whose rule stands in a set. */
type About = Omit<Check, "fails" | "fix" | "needs">;

/** A check whose rule comes with a parser or a table, so that a browser fetches it only for strings that ask for it. */
export function onDemand(needs: RuleSetName, about: About, isFixable = false): Check {
  const rule = () => ruleSets[needs]?.rules[about.id];
  return {
    ...about,
    needs,
    fails: (form, unit) => rule()?.fails(form, unit) ?? PASSED,
    ...(isFixable ? { fix: (form, unit) => rule()?.fix?.(form, unit) ?? form.target } : {}),
  };
}
