import type { RefusalKey } from "@/lib/text/messages/refusal";

const OWN_WORDS = [
  "apiMoment",
  "apiDate",
  "apiNotComponent",
  "apiNotProjectAddress",
  "apiNotCategoryAddress",
  "apiNotAllowed",
  "apiLabelId",
  "apiTeamFactor",
  "apiVote",
] as const satisfies readonly RefusalKey[];

/** What schemas say of our own kinds of values: a key instead of a sentence. What takes values is `said` of the parameters. */
export type OwnWord = (typeof OWN_WORDS)[number];

export const isOwnWord = (message: string): message is OwnWord => OWN_WORDS.some((word) => word === message);
