import { MessageSquare } from "lucide-react";
import type { ReactNode } from "react";
import { useTexts } from "#texts";
import { EmptyState } from "@/app/ui/empty-state";
import { languageNames } from "@/app/ui/language-names";
import { LinkButton } from "@/app/ui/link-button";
import { Count } from "@/app/ui/numbers";
import { editorPath } from "@/app/ui/paths";
import { StateIcon } from "@/app/ui/state-icon";
import { toDo } from "@/app/ui/work-numbers";
import type { WorkRow, WorkSums } from "@/lib/domain/statistics/remaining-work";

interface WorkBucket {
  icon: ReactNode;
  name: string;
  strings: number;
  words?: number;
  query: string;
  verb: string;
  /** How much of it a translation has. */
  amount: (row: WorkRow) => number;
}

/** All there is to do in one's languages, by kind. */
export function WorkTotals({
  sums,
  languages,
  rows,
}: {
  sums: WorkSums;
  languages: readonly { name: string }[];
  /** Translations with work: a kind's button opens the one that has most of it. */
  rows: readonly WorkRow[];
}) {
  const t = useTexts();
  const names = languageNames(t);
  const buckets: WorkBucket[] = [
    {
      icon: <StateIcon state="failing" size={20} silent />,
      name: t("common.failingChecks"),
      strings: sums.failing,
      words: sums.failingWords,
      query: "has:check",
      verb: t("home.fix"),
      amount: (row) => row.counters.failing,
    },
    {
      icon: <StateIcon state="needs-editing" size={20} silent />,
      name: t("common.needsEditing"),
      strings: sums.needsEditing,
      words: sums.needsEditingWords,
      query: "state:needs-editing",
      verb: t("home.edit"),
      amount: (row) => row.counters.fuzzy,
    },
    {
      icon: <StateIcon state="empty" size={20} silent />,
      name: t("home.empty"),
      strings: sums.empty,
      words: sums.emptyWords,
      query: "state:empty",
      verb: t("common.translate"),
      amount: (row) => toDo(row.counters) - row.counters.fuzzy,
    },
    {
      icon: <StateIcon state="suggestion" size={20} silent />,
      name: t("home.suggestions"),
      strings: sums.suggestions,
      query: "has:suggestion",
      verb: t("home.review"),
      amount: (row) => row.counters.suggestions,
    },
    {
      icon: <MessageSquare aria-hidden size={20} className="text-ink-2" />,
      name: t("home.comments"),
      strings: sums.comments,
      query: "has:comment",
      verb: t("home.read"),
      amount: (row) => row.counters.comments,
    },
  ];
  if (buckets.every((bucket) => bucket.strings === 0))
    return (
      <EmptyState title={t("home.allDone")}>
        {t("home.allDoneText", { languages: languages.map((row) => names.of(row.name)).join(", ") })}
      </EmptyState>
    );
  return (
    <ul className="grid grid-cols-2 gap-px overflow-hidden rounded-panel border border-line bg-line sm:grid-cols-5">
      {buckets.map((bucket) => (
        <li key={bucket.name} className="bg-surface p-3 last:max-sm:col-span-2">
          <p className="flex items-center gap-1.5 text-table text-ink-2">
            {bucket.icon} {bucket.name}
          </p>
          <p className="mt-1 text-h1 font-semibold tabular-nums">
            <Count value={bucket.strings} />
          </p>
          <p className="text-meta text-ink-3">
            {bucket.words ? t("home.words", { count: bucket.words }) : t("home.strings", { count: bucket.strings })}
          </p>
          <WorkBucketButton bucket={bucket} rows={rows} />
        </li>
      ))}
    </ul>
  );
}

function WorkBucketButton({ bucket, rows }: { bucket: WorkBucket; rows: readonly WorkRow[] }) {
  const t = useTexts();
  const names = languageNames(t);
  const [most] = rows.filter((row) => bucket.amount(row) > 0).toSorted((a, b) => bucket.amount(b) - bucket.amount(a));
  if (!most) return null;
  const place = {
    projectSlug: most.projectSlug,
    categoryPath: most.categoryPath,
    componentSlug: most.componentSlug,
    languageCode: most.languageCode,
  };
  return (
    <LinkButton
      small
      className="mt-2"
      href={editorPath(place, bucket.query)}
      label={t("home.openHeap", {
        verb: bucket.verb,
        heap: bucket.name,
        project: most.projectName,
        component: most.componentName,
        language: names.of(most.languageName),
      })}
    >
      {bucket.verb}
    </LinkButton>
  );
}
