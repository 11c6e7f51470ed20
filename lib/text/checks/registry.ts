import { accelerator } from "@/lib/text/checks/accelerator";
import { beginNewline } from "@/lib/text/checks/begin-newline";
import { beginSpace } from "@/lib/text/checks/begin-space";
import type { Check } from "@/lib/text/checks/check";
import { checkGlossary } from "@/lib/text/checks/check-glossary";
import { doubleSpace } from "@/lib/text/checks/double-space";
import { duplicate } from "@/lib/text/checks/duplicate";
import { ellipsis } from "@/lib/text/checks/ellipsis";
import { endColon } from "@/lib/text/checks/end-colon";
import { endEllipsis } from "@/lib/text/checks/end-ellipsis";
import { endExclamation } from "@/lib/text/checks/end-exclamation";
import { endInterrobang } from "@/lib/text/checks/end-interrobang";
import { endNewline } from "@/lib/text/checks/end-newline";
import { endQuestion } from "@/lib/text/checks/end-question";
import { endSemicolon } from "@/lib/text/checks/end-semicolon";
import { endSpace } from "@/lib/text/checks/end-space";
import { endStop } from "@/lib/text/checks/end-stop";
import { escapedNewline } from "@/lib/text/checks/escaped-newline";
import { fluentChecks, fluentSourceChecks } from "@/lib/text/checks/fluent";
import { braceChecks } from "@/lib/text/checks/format-braces";
import { printfChecks } from "@/lib/text/checks/format-printf";
import { icuMessageFormat, icuMessageFormatSyntax } from "@/lib/text/checks/icu";
import { kabyleCharacters } from "@/lib/text/checks/kabyle-characters";
import { kashida } from "@/lib/text/checks/kashida";
import { markupChecks } from "@/lib/text/checks/markup";
import { maxLength } from "@/lib/text/checks/max-length";
import { maxLines } from "@/lib/text/checks/max-lines";
import { maxSize } from "@/lib/text/checks/max-size";
import { mf2Format } from "@/lib/text/checks/mf2-format";
import { multipleCapital } from "@/lib/text/checks/multiple-capital";
import { newlineCount } from "@/lib/text/checks/newline-count";
import { optionalPlural } from "@/lib/text/checks/optional-plural";
import { placeholders } from "@/lib/text/checks/placeholders";
import { plurals } from "@/lib/text/checks/plurals";
import { prohibitedInitialCharacter } from "@/lib/text/checks/prohibited-initial-character";
import { punctuationSpacing } from "@/lib/text/checks/punctuation-spacing";
import { regex } from "@/lib/text/checks/regex";
import { safeHtml } from "@/lib/text/checks/safe-html";
import { same } from "@/lib/text/checks/same";
import { samePlurals } from "@/lib/text/checks/same-plurals";
import { sourceMaxLength } from "@/lib/text/checks/source-max-length";
import { unnamedFormat } from "@/lib/text/checks/unnamed-format";
import { url } from "@/lib/text/checks/url";
import { xmlCharsAroundTags } from "@/lib/text/checks/xml-chars-around-tags";
import { xmlInvalid } from "@/lib/text/checks/xml-invalid";
import { xmlTags } from "@/lib/text/checks/xml-tags";
import { zeroWidthSpace } from "@/lib/text/checks/zero-width-space";

/** All pure checks, in the order in which their findings are listed. */
export const CHECKS: readonly Check[] = [
  plurals,
  ...printfChecks,
  ...braceChecks,
  icuMessageFormat,
  mf2Format,
  ...fluentChecks,
  placeholders,
  regex,
  url,
  accelerator,
  prohibitedInitialCharacter,
  maxLength,
  maxLines,
  maxSize,
  safeHtml,
  xmlInvalid,
  xmlTags,
  xmlCharsAroundTags,
  ...markupChecks,
  beginNewline,
  endNewline,
  newlineCount,
  escapedNewline,
  beginSpace,
  endSpace,
  doubleSpace,
  endStop,
  endColon,
  endQuestion,
  endExclamation,
  endInterrobang,
  endEllipsis,
  endSemicolon,
  punctuationSpacing,
  multipleCapital,
  kashida,
  kabyleCharacters,
  checkGlossary,
  duplicate,
  same,
  samePlurals,
  zeroWidthSpace,
  ellipsis,
  optionalPlural,
  unnamedFormat,
  sourceMaxLength,
  icuMessageFormatSyntax,
  ...fluentSourceChecks,
];

const BY_ID = new Map(CHECKS.map((check) => [check.id, check]));

/** The pure check with this id; undefined when there is none (it may be one that looks at other strings). */
export function findCheck(id: string): Check | undefined {
  return BY_ID.get(id);
}
