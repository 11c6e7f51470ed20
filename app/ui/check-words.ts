import type { Texts } from "#texts";
import { describeCheck } from "@/lib/text/checks/describe";
import { checkTexts } from "./check-texts";

/**
 * Name and description of a check in the language of the page; in English, as the API has them, where it has none. A check that
 * nothing makes any more goes by its identifier.
 */
export function checkWords(t: Texts, id: string): { name: string; about: string } {
  const check = describeCheck(id);
  return check ? checkTexts(t, { check: id, name: check.name, about: check.about }) : { name: id, about: "" };
}
