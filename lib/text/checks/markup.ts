import type { Check } from "@/lib/text/checks/check";
import { onDemand } from "@/lib/text/checks/on-demand";

interface Words {
  id: string;
  flag: string;
  name: string;
  about: string;
  severity: Check["severity"];
  isFixable?: boolean;
}

const ROWS: readonly Words[] = [
  {
    id: "bbcode",
    flag: "bbcode-text",
    name: "BBCode",
    about: "Source and translation have different BBCode tags.",
    severity: "warning",
  },
  {
    id: "md-link",
    flag: "md-text",
    name: "Markdown links",
    about: "The number of links differs, or an address inside of the document was changed.",
    severity: "warning",
    isFixable: true,
  },
  {
    id: "md-reflink",
    flag: "md-text",
    name: "Markdown references",
    about: "The ids of links such as [text][id] differ.",
    severity: "warning",
  },
  {
    id: "md-syntax",
    flag: "md-text",
    name: "Markdown marks",
    about: "Marks such as **, _ or backticks are in the source or the translation only.",
    severity: "warning",
  },
  {
    id: "rst-references",
    flag: "rst-text",
    name: "reStructuredText references",
    about:
      "Roles, substitutions, footnotes or links of the source are missing from the translation, or others are there.",
    severity: "warning",
  },
  {
    id: "rst-syntax",
    flag: "rst-text",
    name: "reStructuredText syntax",
    about: "A mark of reStructuredText is not closed in the translation.",
    severity: "error",
  },
  {
    id: "safe-mdx",
    flag: "safe-mdx",
    name: "MDX expressions",
    about: "The expressions in braces differ from those of the source, or stand in other elements.",
    severity: "error",
  },
  {
    id: "asciidoc-markup",
    flag: "asciidoc-text",
    name: "AsciiDoc markup",
    about: "Marks, macros or attributes of AsciiDoc are in the source or the translation only.",
    severity: "warning",
  },
];

/** Checks of light markup. */
export const markupChecks: readonly Check[] = ROWS.map(({ flag, isFixable, ...about }) =>
  onDemand("markup", { ...about, looksAt: "target", runs: { flags: [flag] } }, isFixable),
);
