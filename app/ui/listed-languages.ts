import type { Texts } from "#texts";
import { listLanguagesInUse } from "@/lib/domain/statistics/languages-in-use";
import { languageNames } from "./language-names";

/** Languages of the installation with the reader's names, in the order of these; of all that are known with `all`. */
export async function listedLanguages(t: Texts, all = false) {
  return languageNames(t).listed(await listLanguagesInUse(all));
}
