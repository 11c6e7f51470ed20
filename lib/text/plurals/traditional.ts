import type { PluralCategory } from "@/lib/text/plurals/cldr-rules";

/** A plural rule that translators and existing catalogues expect in place of, or without, CLDR's. */
export interface TraditionalPlural {
  formula: string;
  categories: PluralCategory[];
  reason: string;
}

const MILLIONS = "CLDR adds a form for whole millions, which no catalogue in use has";
const ABSENT = "CLDR has no rule; this is the one that catalogues in use declare";
const ESTABLISHED = "same choice as CLDR, spelled as catalogues in use spell it";

const ONE_OTHER: PluralCategory[] = ["one", "other"];
const OTHER: PluralCategory[] = ["other"];

const NOT_ONE = "n != 1";
const ABOVE_ONE = "n > 1";
const EAST_SLAVIC = "n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2";
const POLISH = "n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2";
const CZECH = "(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2";

const row = (formula: string, categories: PluralCategory[], reason: string): TraditionalPlural => ({
  formula,
  categories,
  reason,
});

const group = (codes: string, plural: TraditionalPlural): [string, TraditionalPlural][] =>
  codes.split(" ").map((code) => [code, plural]);

/** Traditional plural rules by language code; they win over CLDR's. */
export const TRADITIONAL_PLURALS: ReadonlyMap<string, TraditionalPlural> = new Map([
  ...group("ca es it lld pt_PT scn vec", row(NOT_ONE, ONE_OTHER, MILLIONS)),
  ...group("fr pt", row(ABOVE_ONE, ONE_OTHER, MILLIONS)),
  ...group("ru uk be", row(EAST_SLAVIC, ["one", "few", "many"], ESTABLISHED)),
  ...group("sr hr bs sh", row(EAST_SLAVIC, ["one", "few", "other"], ESTABLISHED)),
  ...group("cs sk", row(CZECH, ["one", "few", "other"], ESTABLISHED)),
  ...group("pl", row(POLISH, ["one", "few", "many"], ESTABLISHED)),
  ...group("csb szl", row(POLISH, ["one", "few", "many"], ABSENT)),
  ...group("rue", row(EAST_SLAVIC, ["one", "few", "many"], ABSENT)),
  ...group(
    "ar ars",
    row(
      "n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5",
      ["zero", "one", "two", "few", "many", "other"],
      ESTABLISHED,
    ),
  ),
  ...group(
    "lt",
    row("n%10==1 && n%100!=11 ? 0 : n%10>=2 && (n%100<10 || n%100>=20) ? 1 : 2", ["one", "few", "other"], ESTABLISHED),
  ),
  ...group(
    "lv",
    row(
      "n%10==1 && n%100!=11 ? 0 : n != 0 ? 1 : 2",
      ["one", "other", "zero"],
      "CLDR's zero form also serves 10 to 20; gettext's own table keeps it for 0, and puts it last",
    ),
  ),
  ...group(
    "ro mo",
    row("n==1 ? 0 : (n==0 || (n%100 > 0 && n%100 < 20)) ? 1 : 2", ["one", "few", "other"], ESTABLISHED),
  ),
  ...group(
    "sl",
    row("n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3", ["one", "two", "few", "other"], ESTABLISHED),
  ),
  ...group(
    "ga",
    row(
      "n==1 ? 0 : n==2 ? 1 : n<7 ? 2 : n<11 ? 3 : 4",
      ["one", "two", "few", "many", "other"],
      "as gettext's own table; it gives 0 to the form of 3 to 6, CLDR to the last",
    ),
  ),
  ...group(
    "mt",
    row(
      "n==1 ? 0 : n==0 || (n%100>1 && n%100<11) ? 1 : n%100>10 && n%100<20 ? 2 : 3",
      ["one", "few", "many", "other"],
      "CLDR split off a form for 2 in 2022; catalogues in use have four forms",
    ),
  ),
  ...group("ach arn mfe mi oc zgh ber", row(ABOVE_ONE, ONE_OTHER, ABSENT)),
  ...group("ay crh tt lzh nan hak wuu gan hsn cjy", row("0", OTHER, ABSENT)),
  ...group("mnk", row("n==0 ? 0 : n==1 ? 1 : 2", ["zero", "one", "other"], ABSENT)),
]);
