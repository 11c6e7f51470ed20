/** Texts measured in a font: how many lines they take. */
import LineBreaker from "linebreak";
import { type CheckContext, type Finding, found, PASSED } from "@/lib/text/checks/check";
import { measuredText } from "@/lib/text/checks/measured-text";
import type { RuleSet } from "@/lib/text/checks/rules/rule-set";
import { phrase } from "@/lib/text/checks/sentences";
import { type Flags, flagNumber } from "@/lib/text/flags/flags";
import { FONT_FAMILIES, type FontFamily } from "@/lib/text/fonts/families";
import interTable from "@/lib/text/fonts/inter.json";
import monoTable from "@/lib/text/fonts/jetbrains-mono.json";
import { Font, type FontTable, type TextStyle } from "@/lib/text/fonts/measure";
import { type FontGroups, type FontMetrics, nearestWeight, tableOf } from "@/lib/text/fonts/metrics";
import { FONT_WEIGHTS } from "@/lib/text/fonts/weights";

const DEFAULT_SIZE = 10;
const NORMAL = 400;
const LONGEST = 20_000;

const TABLES: Record<FontFamily, FontTable> = {
  inter: interTable as FontTable,
  "jetbrains-mono": monoTable as FontTable,
};
const families = new Map<FontFamily, Font>();
const uploaded = new WeakMap<FontMetrics, Font>();

/** The font that flags ask for: of a group of the project, or one of ours. Names that nobody knows mean the default. */
function fontOf(flags: Flags, groups: FontGroups | undefined): Font {
  const asked = flags.get("font-family")?.[0]?.text ?? "";
  const group = groups && Object.hasOwn(groups, asked) ? groups[asked] : undefined;
  const metrics = flags.has("font-weight") ? nearestWeight(group ?? [], styleOf(flags).weight) : group?.[0];
  if (metrics) return remembered(uploaded, metrics, () => new Font(tableOf(metrics)));
  const family = FONT_FAMILIES.find((one) => one === asked) ?? FONT_FAMILIES[0];
  return remembered(families, family, () => new Font(TABLES[family]));
}

function remembered<Key>(
  fonts: { get(key: Key): Font | undefined; set(key: Key, font: Font): unknown },
  key: Key,
  make: () => Font,
): Font {
  const known = fonts.get(key);
  if (known) return known;
  const font = make();
  fonts.set(key, font);
  return font;
}

function styleOf(flags: Flags): TextStyle {
  const weight = flags.get("font-weight")?.[0]?.text ?? "";
  return {
    size: flagNumber(flags, "font-size") ?? DEFAULT_SIZE,
    weight: FONT_WEIGHTS.get(weight) ?? (/^\d{3}$/.test(weight) ? Number(weight) : NORMAL),
    spacing: flagNumber(flags, "font-spacing") ?? 0,
  };
}

/** Lines that a paragraph takes; what is wider than a line and cannot be broken. */
function wrapped(text: string, most: number, widthOf: (text: string) => number): { lines: number; wide?: string } {
  const breaker = new LineBreaker(text);
  let lines = 1;
  let line = "";
  let last = 0;
  for (let at = breaker.nextBreak(); at; at = breaker.nextBreak()) {
    const piece = text.slice(last, at.position);
    last = at.position;
    // Blanks at the end of a line take no room.
    if (line !== "" && widthOf((line + piece).trimEnd()) > most) {
      lines++;
      line = "";
    }
    line += piece;
    if (line === piece && widthOf(piece.trimEnd()) > most) return { lines, wide: piece.trimEnd() };
  }
  return { lines };
}

function fails(target: string, { flags, fonts }: CheckContext): readonly Finding[] {
  const [width, most] = [flagNumber(flags, "max-size"), flags.get("max-size")?.[1]?.text ?? "1"];
  if (width === undefined || !/^\d{1,9}$/.test(most) || target.length > LONGEST) return PASSED;
  const allowed = Number(most);
  const text = measuredText(target, flags);
  const [font, style] = [fontOf(flags, fonts), styleOf(flags)];
  const widthOf = (piece: string) => font.width(piece, style);
  const about = (number: number) => (font.guesses(text) ? phrase("about", { number }) : number);
  const whole = widthOf(text);
  if (allowed === 1 && !text.includes("\n"))
    return whole <= width ? PASSED : found("width", { width: about(Math.ceil(whole)), limit: width });
  let lines = 0;
  for (const paragraph of text.split("\n")) {
    const taken = paragraph === "" ? { lines: 1 } : wrapped(paragraph, width, widthOf);
    if (taken.wide !== undefined)
      return [
        {
          sentences: [phrase("wordWidth", { width: about(Math.ceil(widthOf(taken.wide))), limit: width })],
          extra: [taken.wide],
        },
      ];
    lines += taken.lines;
  }
  if (lines <= allowed) return PASSED;
  return found("textLines", { lines: about(lines), width, limit: allowed });
}

/** Rules for texts that are measured. */
export const size: RuleSet = { rules: { "max-size": { fails: ({ target }, unit) => fails(target, unit) } } };
