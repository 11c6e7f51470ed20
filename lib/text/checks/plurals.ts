import { type Check, found, PASSED } from "@/lib/text/checks/check";

export const plurals: Check = {
  id: "plurals",
  name: "Missing plural form",
  about: "Some plural forms are translated and some are not.",
  severity: "error",
  looksAt: "target",
  runs: "always",
  whole: true,
  fails(_, { targets }) {
    if (targets.length < 2) return PASSED;
    const empty = targets.filter((target) => target === "").length;
    if (empty === 0 || empty === targets.length) return PASSED;
    return found("emptyForms", { empty, total: targets.length });
  },
};
