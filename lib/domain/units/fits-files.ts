import { sourceUnits } from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { type Connection, sql } from "@/lib/platform/database";
import { asNumber } from "@/lib/platform/expressions";
import { type AddedString, keysNear, refusedAddition, stemOf, tellsAdditions } from "@/lib/text/formats/kernel/can-add";
import { formatOptions } from "@/lib/text/formats/kernel/format";
import { findFormatWith } from "@/lib/text/formats/registry";
import type { Sentence } from "@/lib/text/messages/worded";
import type { TranslationRow } from "../translations/translations";

const s = sourceUnits.as("s");

/** Strings that are tried at once, and how many there may be: what comes behind them is told by the commit. */
const TRIED = 2000;
const MOST_TRIED = 20_000;

/** A string that cannot be added, why, and whether its key or what it says stands in the way. */
export interface NotAdded {
  context: string;
  why: Sentence;
  about: "key" | "text";
}

/** A string of so many forms that no format has anything to say of. */
const withTexts = (context: string, sources: number, targets: number): AddedString => ({
  context,
  sources: Array.from({ length: sources }, () => "x"),
  targets: Array.from({ length: targets }, () => "x"),
});

const plain = ({ context, sources, targets }: AddedString) => withTexts(context, sources.length, targets.length);

/**
 * The first of some new strings that the files of a component cannot hold beside those that it has, such as a key that
 * needs levels where another is a text. Undefined where all fit, as far as that can be told without the files.
 */
export async function additionRefusal(
  tx: Connection,
  translation: TranslationRow,
  fresh: readonly AddedString[],
): Promise<NotAdded | undefined> {
  const { component, plural } = translation;
  const format = findFormatWith(component.fileFormat, component.fileFormatParams);
  const [one] = fresh;
  if (!format || !one) return undefined;
  const monolingual = component.template !== "";
  const options = formatOptions({
    languageCode: translation.languageCode,
    plural: { number: plural.number, formula: plural.formula, categories: plural.categories },
    monolingual,
    isTemplate: monolingual && translation.isSource,
    params: component.fileFormatParams,
  });
  if (!tellsAdditions(format, options)) return undefined;
  const stem = stemOf(one.context);
  const near = sql`(starts_with(${s.context}, ${one.context}) or starts_with(${one.context}, ${s.context})
    or (${stem} <> '' and starts_with(${s.context}, ${stem})))`;
  const rows = await tx.rows(sql`
    select ${pick(s, "context")}, ${named({ forms: asNumber(sql`cardinality(${s.sources})`) })} from ${s}
    where ${s.componentId} = ${component.id} and ${s.context} <> '' and ${fresh.length === 1 ? near : sql`true`}
    order by ${s.position}`);
  // What they say is none of the question.
  const known = rows.map(({ context, forms }) => withTexts(context, forms, forms));
  const all = [...known, ...fresh];
  for (let at = 0; at < Math.min(fresh.length, MOST_TRIED); at += TRIED) {
    const wanted = fresh.slice(at, at + TRIED);
    const keys = new Set(wanted.map(({ context }) => context));
    const around = keysNear(
      all.map(({ context }) => context),
      [...keys],
    );
    const others = all.filter(({ context }) => around.has(context) && !keys.has(context)).slice(0, TRIED);
    const refused = refusedAddition(format, options, others, wanted);
    if (!refused) continue;
    const named = wanted.filter(({ context }) => context === refused.context);
    const about = refusedAddition(format, options, others, named.map(plain)) ? "key" : "text";
    return { ...refused, about };
  }
  return undefined;
}
