import { type Check, found, PASSED } from "@/lib/text/checks/check";

const KASHIDA = /(\p{Script=Arabic}\p{M}?)\u0640+(?=\p{Script=Arabic})/gu;

export const kashida: Check = {
  id: "kashida",
  name: "Stretched letter (kashida)",
  about: "Two letters are joined by a decorative stretch (kashida).",
  severity: "info",
  looksAt: "target",
  runs: "always",
  fails({ target }) {
    if (!target.includes("\u0640") || target.search(KASHIDA) < 0) return PASSED;
    return found("kashida");
  },
  fix: ({ target }) => target.replace(KASHIDA, "$1"),
};
