import type { EditorTerm } from "@/lib/domain/editor/context";

/** What a term puts into the field; "" where there is nothing to put. */
export const insertedBy = (term: Pick<EditorTerm, "untranslatable" | "forbidden" | "source" | "target">): string => {
  if (term.forbidden) return "";
  return term.untranslatable ? term.source : term.target;
};
