import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { useTexts } from "#texts";

/** What stands above a table, at its end. @param csv address of all its rows as a file for spreadsheets */
export function TableTools({ csv, children }: { csv: string | undefined; children?: ReactNode }) {
  const t = useTexts();
  return (
    <div className="mb-1 flex flex-wrap items-center justify-end gap-1">
      {csv ? (
        <a href={csv} className="inline-flex min-h-10 items-center gap-2 rounded-control px-2 hover:bg-sunken">
          <Download aria-hidden size={16} /> {t("table.csv")}
        </a>
      ) : null}
      {children}
    </div>
  );
}
