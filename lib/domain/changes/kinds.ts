import { ACTIONS, actionCodes } from "../change-actions";

/** Kinds of changes that people choose from, where a hundred actions are too many. */

const LISTED = {
  /** Comments and suggestions. */
  discussion: [3, 4, 7, 26, 29, 64, 65],
  /** What strings there are, and what is said about them. */
  strings: [0, 13, 30, 31, 57, 58, 59, 63, 66, 71, 72, 73, 79, 85, 86, 87, 89, 90],
  /** Projects, components, languages, and how they are set up. */
  settings: [
    ...[25, 33, 38, 39, 41, 42, 43, 46, 48, 49, 50, 51, 55, 56, 60, 61, 62, 67, 68, 69],
    ...[80, 81, 82, 91, 92, 93, 95, 96, 98, 99, 100],
  ],
  people: [34, 35, 45, 52, 97],
  alerts: [22, 23, 24, 28, 47, 70, 102, 103, 104],
} as const;

export const KINDS = ["content", "discussion", "strings", "repository", "settings", "people", "alerts"] as const;
export type Kind = (typeof KINDS)[number];

/** The actions of a kind, or of the code of one action; undefined for anything else. */
export function actionsOfKind(kind: string): number[] | undefined {
  if (kind === "content" || kind === "repository") return actionCodes(kind);
  const known = KINDS.find((one) => one === kind);
  if (known && known in LISTED) return [...LISTED[known as keyof typeof LISTED]];
  return /^\d{1,3}$/.test(kind) && ACTIONS[Number(kind)] ? [Number(kind)] : undefined;
}
