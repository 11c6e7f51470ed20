import { type TextKey, type Texts, useTexts } from "#texts";
import { ActionForm } from "@/app/ui/action-form";
import { operationName } from "@/app/ui/operation-names";
import { RelativeTime } from "@/app/ui/relative-time";
import { Submit } from "@/app/ui/submit";
import type { ListedOperation } from "@/lib/domain/undo/operations";
import { preview } from "./actions";

const KINDS: Readonly<Record<ListedOperation["kind"], TextKey>> = {
  repository: "operations.kind.repository",
  upload: "operations.kind.upload",
  "auto-translate": "operations.kind.autoTranslate",
  "add-on": "operations.kind.addon",
  "bulk-edit": "operations.kind.bulkEdit",
  "source-edit": "operations.kind.sourceEdit",
  removal: "operations.kind.removal",
  settings: "operations.kind.settings",
  undo: "operations.kind.undo",
};

/** Languages that are named with their numbers. */
const NAMED = 6;

/** Operations, newest first, each with a button that tells what undoing it would do. */
export function OperationList({ component, rows }: { component: number; rows: readonly ListedOperation[] }) {
  const t = useTexts();
  return (
    <ul className="grid gap-3">
      {rows.map((row) => (
        <li key={row.id} className="panel flex flex-wrap items-start justify-between gap-3 p-4">
          <div className="min-w-0">
            <p className="font-medium">{titleOf(t, row)}</p>
            <p className="text-table text-ink-2">
              <bdi>{row.fullName || row.username || "Loquat"}</bdi> · <RelativeTime at={row.createdAt} />
            </p>
            <p className="text-table text-ink-2">
              {isOfSettings(row)
                ? t("operations.components", { count: row.details.components.length })
                : languages(t, row)}
            </p>
            {row.undoneBy ? <p className="text-table text-ink-2">{t("operations.undone")}</p> : null}
          </div>
          {row.undoable && row.allowed ? (
            <ActionForm action={preview.bind(null, component, row.id)} className="shrink-0">
              <Submit kind="secondary" small>
                {t("operations.ask")}
              </Submit>
            </ActionForm>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

/** Whether it changed settings of components, and no strings. */
export const isOfSettings = ({ details }: Pick<ListedOperation, "details">): boolean =>
  details.name === "component-settings";

function titleOf(t: Texts, row: ListedOperation): string {
  const kind = t(KINDS[row.kind]);
  if (isOfSettings(row)) return kind;
  const name = operationName(t, row.kind, row.details.name);
  return name === kind ? kind : t("operations.name", { kind, name });
}

function languages(t: Texts, row: ListedOperation): string {
  const count = row.languages.reduce((sum, { strings }) => sum + strings, 0);
  const named = row.languages.slice(0, NAMED).map(({ languageName, strings }) => `${languageName} ${strings}`);
  const others = row.languages.length - named.length;
  return t("operations.strings", { count, languages: named.join(", "), others });
}
