import type { ComponentRow } from "@/lib/domain/components/components";
import { type FileDifference, fileDifferences } from "@/lib/domain/integrate/file-differences";
import { withWorkingCopy } from "@/lib/domain/working-copy/working-copy";

/** What files and strings of a component's repository say differently: what must always be nothing. */
export async function fileDrift(component: ComponentRow): Promise<FileDifference[]> {
  const found = await withWorkingCopy(component.repositoryId, fileDifferences, { waitMs: 60_000 });
  return found.filter(({ kind }) => kind !== "mark");
}
