import { type Texts, useTexts } from "#texts";
import { ActionForm } from "@/app/ui/action-form";
import { languageNames } from "@/app/ui/language-names";
import { operationTitle } from "@/app/ui/operation-names";
import { RelativeTime } from "@/app/ui/relative-time";
import { Submit } from "@/app/ui/submit";
import type { ListedOperation } from "@/lib/domain/undo/operations";
import { preview } from "./actions";

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
            <p className="font-medium">{operationTitle(t, row)}</p>
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
  details.name === "component-settings" || details.name === "component-defaults";

function languages(t: Texts, row: ListedOperation): string {
  const count = row.languages.reduce((sum, { strings }) => sum + strings, 0);
  const named = row.languages
    .slice(0, NAMED)
    .map(({ languageName, strings }) => `${languageNames(t).of(languageName)} ${strings}`);
  const others = row.languages.length - named.length;
  return t("operations.strings", { count, languages: named.join(", "), others });
}
