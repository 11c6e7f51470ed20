import { controlCharacters } from "@/lib/text/fixups/control-characters";
import { devanagariDanda } from "@/lib/text/fixups/devanagari-danda";
import type { Fixup } from "@/lib/text/fixups/fixup";
import { htmlSanitiser } from "@/lib/text/fixups/html-sanitiser";
import { lineEnds } from "@/lib/text/fixups/line-ends";
import { punctuationSpacingFixup } from "@/lib/text/fixups/punctuation-spacing";
import { surroundingWhitespace } from "@/lib/text/fixups/surrounding-whitespace";
import { trailingEllipsis } from "@/lib/text/fixups/trailing-ellipsis";
import { zeroWidthSpaceRemoval } from "@/lib/text/fixups/zero-width-space";

/**
 * All fixups, in the order in which they run. Those that take characters away come first, so that what they lay bare
 * is put right by the others and a second save finds nothing to do.
 */
export const FIXUPS: readonly Fixup[] = [
  zeroWidthSpaceRemoval,
  controlCharacters,
  htmlSanitiser,
  surroundingWhitespace,
  trailingEllipsis,
  devanagariDanda,
  punctuationSpacingFixup,
  lineEnds,
];
