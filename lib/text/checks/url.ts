import { type Check, found, PASSED } from "@/lib/text/checks/check";

export const url: Check = {
  id: "url",
  name: "Address",
  about: "The translation is not a complete web address.",
  severity: "warning",
  looksAt: "target",
  runs: { flags: ["url"] },
  fails({ target }) {
    const complete = /^(?:https?|ftps?):\/\/[^\s/]/i.test(target) && !/\s/.test(target) && URL.canParse(target);
    return complete ? PASSED : found("url");
  },
};
