import { discover, type ProposedComponent } from "@/lib/text/formats/discovery/discovery";
import { isLanguageCode } from "@/lib/text/languages/discovery";
import type { Repository } from "./repository";

const LANDMARKS = 12;

export type Known = Pick<ProposedComponent, "filemask" | "fileFormat" | "template">;

/** The components that the repository had over its life. */
export async function componentsOf(repository: Repository): Promise<Known[]> {
  const found = new Map<string, Known>();
  for (const commit of repository.landmarks(LANDMARKS)) {
    const paths = repository.paths(commit);
    const read = new Map<string, string>();
    const wanted = new Set<string>();
    const options = { sourceLanguage: "en", isLanguageCode };
    // What it wants to read is known after it has asked once.
    discover(paths, (path) => void wanted.add(path), options);
    for (const path of wanted) read.set(path, (await repository.read(`${commit}:${path}`))?.toString() ?? "");
    for (const one of discover(paths, (path) => read.get(path), options))
      if (!found.has(one.filemask)) found.set(one.filemask, one);
  }
  return [...found.values()];
}
