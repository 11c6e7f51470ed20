import { type Check, found, PASSED } from "@/lib/text/checks/check";
import { withSourceEnd } from "@/lib/text/checks/end-marks";
import { endsWithInterrobang } from "@/lib/text/checks/text-ends";

export const endInterrobang: Check = {
  id: "end_interrobang",
  name: "Question and exclamation mark at the end",
  about: "Only one of source and translation ends with a question and an exclamation mark together.",
  severity: "warning",
  looksAt: "target",
  runs: "always",
  fails({ source, target }) {
    if (source === "") return PASSED;
    const wanted = endsWithInterrobang(source);
    if (wanted === endsWithInterrobang(target)) return PASSED;
    return found(wanted ? "endInterrobangLost" : "endInterrobangAdded");
  },
  fix: (form, unit) => withSourceEnd(form, unit, endInterrobang.fails),
};
