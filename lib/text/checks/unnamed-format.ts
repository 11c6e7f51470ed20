import { type Check, found, PASSED } from "@/lib/text/checks/check";
import { BRACE_SYNTAXES } from "@/lib/text/checks/format-braces";
import { directivesOf } from "@/lib/text/checks/format-check";
import { PRINTF_SYNTAXES } from "@/lib/text/checks/format-printf";
import { flagFormOf } from "@/lib/text/checks/ids";

const SYNTAXES = [...PRINTF_SYNTAXES, ...BRACE_SYNTAXES].map((syntax) => ({ syntax, flag: flagFormOf(syntax.id) }));

export const unnamedFormat: Check = {
  id: "unnamed_format",
  name: "Several unnamed directives",
  about: "The source has two or more directives without a name or number, so translations cannot reorder them.",
  severity: "warning",
  looksAt: "source",
  runs: { flags: SYNTAXES.map(({ flag }) => flag) },
  whole: true,
  fails(_, { sources, flags }) {
    const tooMany = SYNTAXES.some(
      ({ syntax, flag }) =>
        flags.has(flag) &&
        sources.some((source) => directivesOf(source, syntax).filter((directive) => directive.unnamed).length > 1),
    );
    return tooMany ? found("unnamedFormat") : PASSED;
  },
};
