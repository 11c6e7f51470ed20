import { type Check, found, PASSED } from "@/lib/text/checks/check";
import { measuredText } from "@/lib/text/checks/measured-text";
import { flagNumber } from "@/lib/text/flags/flags";
import { countCharacters } from "@/lib/text/words";

export const sourceMaxLength: Check = {
  id: "source-max-length",
  name: "Length of the source",
  about: "The source is longer than the limit set by its flag, so that translations have no room.",
  severity: "warning",
  looksAt: "source",
  runs: { flags: ["source-max-length"] },
  whole: true,
  fails(_, { sources, flags }) {
    const limit = flagNumber(flags, "source-max-length");
    if (limit === undefined) return PASSED;
    const length = Math.max(...sources.map((source) => countCharacters(measuredText(source, flags))));
    return length <= limit ? PASSED : found("sourceLength", { length, limit });
  },
};
