import { cache } from "react";
import type { Texts } from "#texts";
import { languageNames } from "@/app/ui/language-names";
import { type EditorTarget, resolveEditorPath } from "@/lib/domain/editor/resolve-place";
import { NotFound } from "@/lib/domain/errors";
import { placeTitle } from "./place-title";
import { currentActor } from "./session";

const byPath = cache(async (joined: string): Promise<EditorTarget | undefined> => {
  try {
    return await resolveEditorPath(await currentActor(), joined.split("/"));
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
});

/** What the path of a page of the editor names; asked once per request. Undefined when there is no such thing. */
export function currentList(segments: readonly string[]): Promise<EditorTarget | undefined> {
  return byPath(segments.join("/"));
}

export type ListTarget = Extract<EditorTarget, { kind: "list" }>;

/** Names of a page of the editor, from the innermost: the title that a browser shows. */
export function titleOf(t: Texts, target: EditorTarget): string {
  const above = placeTitle(t, target.holder);
  return target.kind === "list" ? `${languageNames(t).of(target.language.name)} · ${above}` : above;
}
