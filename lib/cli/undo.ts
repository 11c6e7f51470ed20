import { loadActor, SERVICE } from "@/lib/domain/access/actor";
import { findComponent } from "@/lib/domain/components/components";
import { Invalid } from "@/lib/domain/errors";
import { type ListedOperation, listOperations } from "@/lib/domain/undo/operations";
import { undoHere } from "@/lib/domain/undo/undo";
import { findUser } from "@/lib/domain/users/users";

/** Operations and undoing them on the operator's command line: done in this process, whether Loquat runs or not. */

const LISTED = 100;

/** The newest operations of a component, one a line. */
export async function listedOperations(path: string): Promise<string> {
  const parts = path.split("/").filter((part) => part !== "");
  if (parts.length < 2) throw Invalid.field("", "Enter the path of a component, such as hello/app.");
  const component = await findComponent(SERVICE, {
    projectSlug: parts[0] ?? "",
    categoryPath: parts.slice(1, -1).join("/"),
    componentSlug: parts.at(-1) ?? "",
  });
  const { rows, count } = await listOperations(SERVICE, { component }, { limit: LISTED });
  if (count === 0) return "No operation has changed strings in the last 30 days.";
  const lines = rows.map(lineOf);
  return (count > rows.length ? [...lines, `and ${count - rows.length} older ones`] : lines).join("\n");
}

function lineOf(row: ListedOperation): string {
  const languages = row.languages.map(({ language, strings }) => `${language} ${strings}`).join(", ");
  const state = row.undoneBy ? `undone by ${row.undoneBy}` : row.undoable ? "" : "not to be undone";
  return [
    ...[row.id, row.createdAt.toISOString().slice(0, 16).replace("T", " "), `${row.kind} ${row.details.name}`],
    ...[row.username ?? "-", languages, state],
  ]
    .join("  ")
    .trimEnd();
}

/** Undoes an operation, or tells what that would do. */
export async function undone(id: string, { plan, username }: { plan: boolean; username?: string }): Promise<string> {
  const actor = username === undefined ? SERVICE : await loadActor((await findUser(username)).id);
  if (!actor) throw Invalid.field("", `The account ${username} is inactive.`);
  const { operation, restored, returned, removed, skipped, left } = await undoHere(actor, id, { plan });
  return [
    `${plan ? "It would be" : "Done"}: ${restored} restored, ${returned} returned, ${removed} removed, ${skipped} left as they are.`,
    ...left.map(({ unit, reason }) => `  string ${unit}: ${reason}`),
    ...(operation ? [`To take this back: undo ${operation}`] : []),
  ].join("\n");
}
