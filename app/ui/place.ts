import { cache } from "react";
import { type ResolvedPlace, resolvePlace } from "@/lib/domain/translations/resolve-place";
import { currentActor } from "./session";

const byPath = cache(
  async (joined: string): Promise<ResolvedPlace> => resolvePlace(await currentActor(), joined.split("/")),
);

/** What the path of the page names; asked once per request. @throws NotFound */
export function currentPlace(segments: readonly string[]): Promise<ResolvedPlace> {
  return byPath(segments.join("/"));
}

export type PlaceOf<K extends ResolvedPlace["kind"]> = Extract<ResolvedPlace, { kind: K }>;
