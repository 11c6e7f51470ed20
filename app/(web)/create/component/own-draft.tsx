import type { ReactNode } from "react";
import { currentActor } from "@/app/ui/session";
import { type DraftWay, readDraft } from "@/lib/domain/creation/drafts";
import { DraftNote } from "./draft-note";

/** One's own draft of a way: what the page says of it, and its fields where somebody goes on with it. */
export async function ownDraft(
  way: DraftWay,
  project: string,
  resumes: boolean,
): Promise<{ note: ReactNode; values: Readonly<Record<string, string[]>> | undefined }> {
  const draft = await readDraft(await currentActor(), way);
  if (!draft) return { note: null, values: undefined };
  return {
    note: <DraftNote way={way} draft={draft} project={project} resumed={resumes} />,
    values: resumes ? draft.values : undefined,
  };
}
