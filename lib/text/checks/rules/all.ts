import { fluent } from "@/lib/text/checks/rules/fluent";
import { icu } from "@/lib/text/checks/rules/icu";
import { markup } from "@/lib/text/checks/rules/markup";
import { mf2 } from "@/lib/text/checks/rules/mf2";
import type { RuleSets } from "@/lib/text/checks/rules/rule-set";
import { size } from "@/lib/text/checks/rules/size";

/** Every set of rules: on the server `#check-rules`. */
export const ruleSets: RuleSets = { icu, fluent, markup, mf2, size };
