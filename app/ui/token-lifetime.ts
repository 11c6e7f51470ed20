import { z } from "zod";

/** How long a token lasts, as a form offers it. */
export const LIFETIMES = [
  { value: "90", label: "90 days" },
  { value: "30", label: "30 days" },
  { value: "365", label: "One year" },
  { value: "never", label: "Never" },
] as const;

/** The choice of a form as the moment at which the token ends; null for never. */
export const tokenExpiry = z
  .enum(
    LIFETIMES.map(({ value }) => value),
    "Choose one of the periods.",
  )
  .transform((days) => (days === "never" ? null : new Date(Date.now() + Number(days) * 86_400_000)));
