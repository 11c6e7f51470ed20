import { type Refusal, refusal } from "./refusal";

/** Characters of a list of choices that are told. */
const MOST = 300;

/** Asks for one of some values. The empty one goes without saying, and a long list ends after a whole one. */
export function chooseFrom(values: readonly unknown[]): Refusal {
  const all = values.map(String).filter((value) => value !== "");
  let length = 0;
  const told = all.filter((value) => {
    length += value.length + 2;
    return length <= MOST;
  });
  const choices = told.join(", ");
  return told.length < all.length ? refusal("chooseOneOfMore", { choices }) : refusal("chooseOneOf", { choices });
}
