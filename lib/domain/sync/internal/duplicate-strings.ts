import { alerts } from "@/lib/generated/tables";
import { named } from "@/lib/platform/columns";
import { sql, type Tx } from "@/lib/platform/database";
import { asJson } from "@/lib/platform/expressions";
import { clearAlert, raiseAlert } from "../../components/alerts";
import type { ComponentRow } from "../../components/components";

/** A file with strings that it holds twice. */
interface Duplicates {
  file: string;
  /** Some of them, as a sentence shows them. */
  message: string;
  strings: string[];
}

/** Files that an alert names, and strings of all of them. */
const NAMED = { files: 20, strings: 100 };

/** Tells of strings that files hold twice. What is known of files that were not read now stays. */
export async function alertDuplicates(
  tx: Tx,
  component: Pick<ComponentRow, "id" | "projectId">,
  read: readonly string[],
  found: readonly Duplicates[],
): Promise<void> {
  const alert = await tx.one(sql`
    select ${named({ details: asJson<{ files?: Duplicates[] }>(alerts.details) })} from ${alerts}
    where ${alerts.componentId} = ${component.id} and ${alerts.kind} = 'DuplicateString' for update`);
  if (!alert && found.length === 0) return;
  const others = (alert?.details.files ?? []).filter(({ file }) => !read.includes(file));
  const files = [...others, ...found].slice(0, NAMED.files);
  if (files.length === 0) return clearAlert(tx, component.id, ["DuplicateString"]);
  const each = Math.floor(NAMED.strings / files.length);
  await raiseAlert(tx, component, "DuplicateString", {
    files: files.map((one) => ({ ...one, strings: one.strings.slice(0, each) })),
  });
}
