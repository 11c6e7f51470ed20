import type { Texts } from "#texts";
import { Busy, Invalid } from "@/lib/domain/errors";
import { errorWords } from "./error-words";

/** What cannot be searched for now, or not at all, in words; throws everything else. */
export function searchProblem(t: Texts, error: unknown): string {
  if (error instanceof Invalid || error instanceof Busy) return errorWords(t, error);
  throw error;
}
