import { pendingChanges } from "@/lib/generated/tables";
import { combined, named, pick } from "@/lib/platform/columns";
import type { SelectedRow } from "@/lib/platform/database";
import { hashText } from "@/lib/platform/expressions";

const p = pendingChanges.as("p");

/** Columns of an edit that a file lacks, over the alias `p` of `pending_changes`. */
export const PENDING_EDIT = combined(
  /** `kind` is `edit`, `add` or `remove`; an edit of a string that the file lacks adds it. */
  pick(p, "id", "kind", "context", "sources", "targets", "state", "explanation"),
  named({ idHash: hashText(p.idHash) }),
);

type Row = SelectedRow<typeof PENDING_EDIT>;

/** An edit that a file lacks. */
export interface PendingEdit extends Omit<Row, "explanation"> {
  /** What the file is to say of the translation; null or left out, it goes on saying what it does. */
  explanation?: string | null;
}
