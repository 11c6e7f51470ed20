import type { TextKey } from "#texts";
import type { ClashKind } from "@/lib/text/codes";

/** What happened to a string that has a clash. */
export const CLASH_TITLES = {
  changed: "editor.clash.changed",
  added: "editor.clash.added",
  "removed-upstream": "editor.clash.removedUpstream",
  "removed-here": "editor.clash.removedHere",
  unwritable: "editor.clash.unwritable",
} as const satisfies Record<ClashKind, TextKey>;
