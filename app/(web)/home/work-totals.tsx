import { MessageSquare } from "lucide-react";
import type { ReactNode } from "react";
import { EmptyState } from "@/app/ui/empty-state";
import { count, counted } from "@/app/ui/numbers";
import { StateIcon } from "@/app/ui/state-icon";
import type { WorkSums } from "@/lib/domain/statistics/work";

/** All there is to do in one's languages, in heaps. */
export function WorkTotals({ sums, languages }: { sums: WorkSums; languages: readonly { name: string }[] }) {
  const heaps: { icon: ReactNode; name: string; strings: number; words?: number }[] = [
    {
      icon: <StateIcon state="failing" size={20} silent />,
      name: "Failing checks",
      strings: sums.failing,
      words: sums.failingWords,
    },
    {
      icon: <StateIcon state="needs-editing" size={20} silent />,
      name: "Needs editing",
      strings: sums.needsEditing,
      words: sums.needsEditingWords,
    },
    { icon: <StateIcon state="empty" size={20} silent />, name: "Empty", strings: sums.empty, words: sums.emptyWords },
    {
      icon: <StateIcon state="suggestion" size={20} silent />,
      name: "Suggestions to decide",
      strings: sums.suggestions,
    },
    {
      icon: <MessageSquare aria-hidden size={20} className="text-ink-2" />,
      name: "With comments",
      strings: sums.comments,
    },
  ];
  if (heaps.every((heap) => heap.strings === 0))
    return (
      <EmptyState title="All done">
        Nothing waits in {languages.map((row) => row.name).join(", ")}. Enjoy the day.
      </EmptyState>
    );
  return (
    <ul className="grid grid-cols-2 gap-px overflow-hidden rounded-panel border border-line bg-line sm:grid-cols-5">
      {heaps.map((heap) => (
        <li key={heap.name} className="bg-surface p-3 last:max-sm:col-span-2">
          <p className="flex items-center gap-1.5 text-table text-ink-2">
            {heap.icon} {heap.name}
          </p>
          <p className="mt-1 text-h1 font-semibold tabular-nums">{count(heap.strings)}</p>
          <p className="text-meta text-ink-3">
            {heap.words ? counted(heap.words, "word") : heap.strings === 1 ? "string" : "strings"}
          </p>
        </li>
      ))}
    </ul>
  );
}
