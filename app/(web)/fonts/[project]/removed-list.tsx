import { useTexts } from "#texts";
import { ActionForm } from "@/app/ui/action-form";
import { RelativeTime } from "@/app/ui/relative-time";
import { Submit } from "@/app/ui/submit";
import type { RemovedFontRow } from "@/lib/domain/fonts/removed";
import { putBack } from "./actions";

/** Fonts and groups that were removed and can be put back. */
export function RemovedList({ slug, rows }: { slug: string; rows: readonly RemovedFontRow[] }) {
  const t = useTexts();
  return (
    <ul className="panel divide-y divide-line">
      {rows.map((row) => (
        <li key={row.id} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
          <div className="min-w-0 grow basis-60">
            <p className="font-semibold break-words">{row.name}</p>
            <p className="text-table text-ink-2">
              {t(row.kind === "font" ? "fonts.aFont" : "fonts.aGroup")} · <RelativeTime at={row.removedAt} />
            </p>
          </div>
          <ActionForm
            action={putBack.bind(null, slug, row.id)}
            className="grid justify-items-start gap-2"
            label={t("fonts.putBackNamed", { name: row.name })}
          >
            <Submit kind="secondary">{t("fonts.putBack")}</Submit>
          </ActionForm>
        </li>
      ))}
    </ul>
  );
}
