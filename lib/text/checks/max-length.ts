import { type Check, found, PASSED } from "@/lib/text/checks/check";
import { measuredText } from "@/lib/text/checks/measured-text";
import { flagNumber } from "@/lib/text/flags/flags";
import { countCharacters } from "@/lib/text/words";

export const maxLength: Check = {
  id: "max-length",
  name: "Maximum length",
  about: "The translation is longer than allowed.",
  severity: "error",
  looksAt: "target",
  runs: { flags: ["max-length"] },
  fails({ target }, { flags }) {
    const limit = flagNumber(flags, "max-length");
    if (limit === undefined) return PASSED;
    const length = countCharacters(measuredText(target, flags));
    return length <= limit ? PASSED : found("length", { length, limit });
  },
};
