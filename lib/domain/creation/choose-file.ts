import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { listAlerts } from "../components/alerts";
import type { ComponentRow } from "../components/components";
import { NotFound } from "../errors";
import { updateComponent } from "./update-component";

/** Files of one language: the one that is used, and the others. */
export interface FilesOfLanguage {
  language: string;
  used: string;
  others: string[];
}

/** The languages of a component that several files claim, as it found them last; its base file is not to be chosen. */
export async function filesOfOneLanguage(component: Pick<ComponentRow, "id" | "template">): Promise<FilesOfLanguage[]> {
  const alert = (await listAlerts(component.id)).find(({ kind }) => kind === "DuplicateLanguage");
  const told = Array.isArray(alert?.details.duplicates) ? alert.details.duplicates : [];
  const found = new Map<string, FilesOfLanguage>();
  for (const { language, files } of told as { language: string; files: string[] }[]) {
    const [used = "", ...others] = files;
    if (used === component.template) continue;
    const one = found.get(language) ?? { language, used, others: [] };
    one.others.push(...others);
    found.set(language, one);
  }
  return [...found.values()];
}

/**
 * Lets another file of a language be the one that is used; the one that was is left as it is. Needs `component.edit`.
 * @throws NotFound for a file that is none of several
 */
export async function chooseFile(actor: Actor, component: ComponentRow, file: string): Promise<void> {
  const group = (await filesOfOneLanguage(component)).find(({ others }) => others.includes(file));
  if (!group) throw new NotFound(refusal("notSeveralFiles", { file: file.slice(0, 200) }));
  const former = new Set([group.used, ...group.others]);
  const preferredFiles = [...component.preferredFiles.filter((path) => !former.has(path)), file];
  await updateComponent(actor, component, { preferredFiles });
}
