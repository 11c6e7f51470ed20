import type { Texts } from "#texts";
import { searchProblem } from "./search-problem";

/** Nothing, and why: a search that cannot be understood is said beside its field. */
interface NotFoundBecause {
  rows: never[];
  next: undefined;
  count: 0;
  error: string;
}

/** What a search of a list found, or what is wrong with it, in words. */
export async function found<Result extends { rows: readonly object[]; next: unknown }>(
  t: Texts,
  searching: Promise<Result>,
): Promise<(Result & { error: undefined }) | NotFoundBecause> {
  try {
    return { ...(await searching), error: undefined };
  } catch (error) {
    return { rows: [], next: undefined, count: 0, error: searchProblem(t, error) };
  }
}
