import type { ChangeRow } from "@/lib/domain/changes/list";
import { ChangeLine } from "./change-line";
import { EmptyState } from "./empty-state";

const day = new Intl.DateTimeFormat("en-GB", {
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

/** Changes, newest first, under the day they were made on. */
export function ChangeList({
  changes,
  empty = "Nothing has happened yet",
}: {
  changes: readonly ChangeRow[];
  empty?: string;
}) {
  if (changes.length === 0)
    return (
      <EmptyState title={empty}>Translations, comments and commits will be listed here as they are made.</EmptyState>
    );
  const days = new Map<string, ChangeRow[]>();
  for (const change of changes) {
    const name = day.format(change.at);
    days.set(name, [...(days.get(name) ?? []), change]);
  }
  return (
    <div className="grid gap-5">
      {[...days].map(([name, rows]) => (
        <section key={name} aria-label={name}>
          <h3 className="mb-2 text-table font-semibold text-ink-2">{name}</h3>
          <ol className="panel divide-y divide-line">
            {rows.map((change) => (
              <ChangeLine key={change.id} change={change} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}
