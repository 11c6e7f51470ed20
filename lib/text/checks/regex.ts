import { type Check, found, PASSED } from "@/lib/text/checks/check";
import { findPattern } from "@/lib/text/flags/pattern";

export const regex: Check = {
  id: "regex",
  name: "Regular expression",
  about: "The translation does not match the regular expression set by its flag.",
  severity: "warning",
  looksAt: "target",
  runs: { flags: ["regex"] },
  fails({ target }, { flags }) {
    const text = flags.get("regex")?.[0]?.text ?? "";
    const pattern = text === "" ? undefined : findPattern(text);
    return !pattern || pattern.found(target) ? PASSED : found("regex", { pattern: text.slice(0, 200) });
  },
};
