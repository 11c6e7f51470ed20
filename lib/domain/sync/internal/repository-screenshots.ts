import { screenshots, translations } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import type { TreeFile, WorkingCopy } from "@/lib/platform/vcs/vcs";
import { matchFilemask } from "@/lib/text/formats/kernel/filemask";
import { SERVICE } from "../../access/actor";
import type { ComponentRow } from "../../components/components";
import { Invalid } from "../../errors";
import { createScreenshot, MOST_BYTES, replaceImage } from "../../screenshots/screenshots";
import { findTranslationById } from "../../translations/translations";

const [h, t] = [screenshots.as("h"), translations.as("t")];

/** Pictures that one commit may bring. */
const MOST = 500;

/**
 * Makes screenshots of the pictures that match a component's mask, and puts a picture that upstream has changed in the place
 * of the old one. One that was removed here comes back only when its file changes, or all files are read again. A file that
 * is no picture is left out.
 */
export async function followScreenshots(
  component: ComponentRow,
  sourceTranslationId: number,
  tree: readonly TreeFile[],
  copy: Pick<WorkingCopy, "read" | "bring" | "tree" | "has">,
  { since, force }: { since?: string; force?: boolean },
): Promise<void> {
  const mask = component.screenshotFilemask;
  if (mask === "") return;
  const matching = tree.filter(({ path }) => matchFilemask(mask, path) !== undefined);
  const former = since && (await copy.has(since)) ? await copy.tree(since) : [];
  const blobOf = new Map(former.map(({ path, blob }) => [path, blob]));
  const fresh = matching.filter(({ path, blob }) => blobOf.get(path) !== blob);
  const wanted = (force ? matching : fresh).slice(0, MOST);
  if (wanted.length === 0) return;
  const rows = await db.rows(sql`
    select ${pick(h, "id", "repositoryFilename")} from ${h} join ${t} on ${t.id} = ${h.translationId}
    where ${t.componentId} = ${component.id} and ${h.repositoryFilename} <> ''`);
  const known = new Map(rows.map(({ id, repositoryFilename }) => [repositoryFilename, id]));
  // A picture whose file is as it was is as it was.
  const changed = wanted.filter((file) => !known.has(file.path) || (since && fresh.includes(file)));
  if (changed.length === 0) return;
  await copy.bring(changed.map(({ blob }) => blob));
  const translation = await findTranslationById(SERVICE, sourceTranslationId);
  for (const { path, blob } of changed) {
    const content = await copy.read(blob, path);
    if (content.length > MOST_BYTES) continue;
    const id = known.get(path);
    try {
      if (id !== undefined) await replaceImage(SERVICE, id, content);
      else await createScreenshot(SERVICE, translation, { name: nameOf(path), repositoryFilename: path, content });
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
    }
  }
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1).slice(0, 200);
