import { type Check, found, PASSED } from "@/lib/text/checks/check";

export const samePlurals: Check = {
  id: "same-plurals",
  name: "Equal plural forms",
  about: "All plural forms have the same translation.",
  severity: "info",
  looksAt: "target",
  runs: "always",
  whole: true,
  fails(_, { sources, targets }) {
    const [first] = targets;
    if (sources.length < 2 || targets.length < 2 || !first) return PASSED;
    return targets.every((target) => target === first) ? found("All plural forms are the same.") : PASSED;
  },
};
