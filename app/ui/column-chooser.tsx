import { Columns3 } from "lucide-react";
import { useTexts } from "#texts";
import { ActionForm } from "./action-form";
import { Button } from "./button";
import { chooseColumns } from "./choose-columns";
import type { ChoosableTable } from "./chosen-columns";
import { Menu } from "./menu";

/** Which columns a table shows, and what the keys do in it. Works without script. */
export function ColumnChooser({
  name,
  columns,
  chosen,
}: {
  name: ChoosableTable;
  columns: readonly { key?: string; label: string }[];
  chosen: ReadonlySet<string> | undefined;
}) {
  const t = useTexts();
  return (
    <Menu
      className="w-fit"
      label={
        <>
          <Columns3 aria-hidden size={16} /> {t("table.columns")}
        </>
      }
    >
      <ActionForm action={chooseColumns} className="grid gap-1" label={t("table.columns")}>
        <input type="hidden" name="table" value={name} />
        {columns.map(({ key, label }) =>
          key ? (
            <label key={key} className="flex min-h-8 items-center gap-3 px-1">
              <input
                type="checkbox"
                name="column"
                value={key}
                defaultChecked={!chosen || chosen.has(key)}
                className="size-5 shrink-0 accent-primary"
              />
              {label}
            </label>
          ) : null,
        )}
        {chosen ? null : <p className="px-1 text-meta text-ink-3">{t("table.narrow")}</p>}
        <div className="mt-1 flex flex-wrap gap-2">
          <Button small>{t("table.show")}</Button>
          {chosen ? (
            <Button small name="usual" value="1">
              {t("table.usual")}
            </Button>
          ) : null}
        </div>
      </ActionForm>
      <p className="mt-2 border-t border-line px-1 pt-2 text-meta text-ink-2">
        {t.rich("table.keys", { kbd: (key) => <kbd className="rounded border border-line px-1">{key}</kbd> })}
      </p>
    </Menu>
  );
}
