import { useLanguage, useTexts } from "#texts";
import type { ChangeRow } from "@/lib/domain/changes/list";
import { ChangeLine } from "./change-line";
import { EmptyState } from "./empty-state";

/** How a day is named above what happened on it. */
export const dayIn = (language: string) =>
  new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, {
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });

/** Changes, newest first, under the day they were made on. */
export function ChangeList({
  changes,
  empty,
  revertable = false,
}: {
  changes: readonly ChangeRow[];
  empty?: string;
  /** Whether lines lead to putting their texts back. */
  revertable?: boolean;
}) {
  const t = useTexts();
  const language = useLanguage();
  if (changes.length === 0)
    return <EmptyState title={empty ?? t("changes.empty")}>{t("changes.emptyText")}</EmptyState>;
  const day = dayIn(language);
  const days = new Map<string, ChangeRow[]>();
  for (const change of changes) {
    const name = day.format(change.at);
    days.set(name, [...(days.get(name) ?? []), change]);
  }
  return (
    <div className="grid gap-5">
      {[...days].map(([name, rows]) => (
        <section key={name} aria-label={name}>
          <h2 className="mb-2 text-table font-semibold text-ink-2">{name}</h2>
          <ol className="panel divide-y divide-line">
            {rows.map((change) => (
              <ChangeLine key={change.id} change={change} revertable={revertable} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}
