import { flagFormOf } from "@/lib/text/checks/ids";
import { STRING_CHECK_IDS } from "@/lib/text/checks/string-checks";
import { type Flags, formatFlags } from "@/lib/text/flags/flags";
import { fontGroupIn } from "@/lib/text/fonts/asked";
import type { LookAgain, OuterFlags } from "../../projects/former-flags";
import { effectiveFlags, outerFlags } from "../../quality/check-unit";

/** Flags around the strings of one language of a component, and what they mean together with those of a string. */

/** The flags of a string, those of its file and those that people set. */
export interface OwnFlags {
  flags: string;
  extraFlags: string;
}

/** What the flags of a string say, where they are others than they were. */
export interface ChangedFlags {
  /** Flag texts, weakest first. */
  levels: readonly string[];
  now: Flags;
  /** Whether some of the former flags closed the string. */
  wasClosed: boolean;
  /** Whether some of them made the string terminology. */
  wasTerm: boolean;
}

/** Which strings of a component are meant. */
export interface FlagPlace {
  isGlossary: boolean;
  /** Left out for the source strings, which no language has for itself. */
  languageId?: number;
}

const levelsFrom = (
  [project, component, fileFormat, languages = {}]: OuterFlags,
  { isGlossary, languageId }: FlagPlace,
): string[] =>
  outerFlags({
    component: { checkFlags: component, fileFormat, isGlossary, project: { checkFlags: project } },
    translation: { checkFlags: (languageId !== undefined && languages[languageId]) || "" },
  });

/**
 * Tells of the flags of strings whether they have changed with what stands around them. Each combination is looked at once,
 * as a few stand on most strings.
 */
export function flagComparison(
  now: OuterFlags,
  former: readonly OuterFlags[],
  place: FlagPlace,
): (own: OwnFlags) => ChangedFlags | undefined {
  const seen = new Map<string, ChangedFlags | undefined>();
  const outer = levelsFrom(now, place);
  const before = former.map(([project, component, format, languages = now[3]]) =>
    levelsFrom([project, component, format, languages], place),
  );
  const reasons = former.flatMap(([, , , , again]) => again ?? []);
  return ({ flags, extraFlags }) => {
    const key = `${flags}\u0000${extraFlags}`;
    if (!seen.has(key))
      seen.set(
        key,
        compare(
          [...outer, flags, extraFlags],
          before.map((one) => [...one, flags, extraFlags]),
          reasons,
        ),
      );
    return seen.get(key);
  };
}

function compare(
  levels: readonly string[],
  before: readonly (readonly string[])[],
  reasons: readonly LookAgain[],
): ChangedFlags | undefined {
  const now = effectiveFlags(levels);
  const former = before.map((one) => effectiveFlags(one));
  const isSame = former.every((flags) => formatFlags(flags) === formatFlags(now));
  if (isSame && !reasons.some((reason) => concerns(reason, now))) return undefined;
  return {
    levels,
    now,
    wasClosed: former.some((flags) => flags.has("read-only")),
    wasTerm: former.some((flags) => flags.has("terminology")),
  };
}

/** Whether a string with these flags is looked at again for a reason. */
function concerns({ fonts = [], rules }: LookAgain, flags: Flags): boolean {
  const group = fontGroupIn(flags);
  return rules !== undefined || (group !== undefined && fonts.includes(group));
}

const RELATED = ["read-only", "ignore-all-checks", ...STRING_CHECK_IDS.map((check) => `ignore-${flagFormOf(check)}`)];

/** Whether flags that changed say something of checks that look at other strings. */
export const asksRelated = (now: OuterFlags, former: readonly OuterFlags[]): boolean =>
  former.some(([, , , , again]) => again?.rules !== undefined) ||
  [now, ...former].some(([project, component, , languages = {}]) =>
    [project, component, ...Object.values(languages)].some((text) => RELATED.some((name) => text.includes(name))),
  );
