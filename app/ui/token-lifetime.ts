import { z } from "zod";
import type { TextKey } from "#texts";

/** How long a token lasts, as a form offers it. */
export const LIFETIMES = [
  { value: "90", label: "tokens.lifetime.days90" },
  { value: "30", label: "tokens.lifetime.days30" },
  { value: "365", label: "tokens.lifetime.year" },
  { value: "never", label: "tokens.lifetime.never" },
] as const;

/** The choice of a form as the moment at which the token ends; null for never. */
export const tokenExpiry = z
  .enum(
    LIFETIMES.map(({ value }) => value),
    "form.choosePeriod" satisfies TextKey,
  )
  .transform((days) => (days === "never" ? null : new Date(Date.now() + Number(days) * 86_400_000)));

/** Which token gets another key, as the pressed button says, and how many hours the one before goes on working. */
export function readRotation(form: FormData): { id: number; overlap: number } {
  const id = Number(form.get("rotate"));
  return { id: Number.isSafeInteger(id) && id < 2 ** 31 ? id : 0, overlap: Number(form.get(`overlap_${id}`) ?? 24) };
}
