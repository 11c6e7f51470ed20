import { cache } from "react";
import { type PathObject, resolvePath } from "@/lib/domain/translations/resolve-path";
import { currentActor } from "./session";

const byPath = cache(
  async (joined: string): Promise<PathObject> => resolvePath(await currentActor(), joined.split("/")),
);

/** What the path of the page names; asked once per request. @throws NotFound */
export function currentObject(segments: readonly string[]): Promise<PathObject> {
  return byPath(segments.join("/"));
}

export type ObjectOf<K extends PathObject["kind"]> = Extract<PathObject, { kind: K }>;
