import type { Pipeline } from "@/lib/domain/statistics/pipeline";
import { Ago } from "./ago";
import { Code } from "./code";
import { count, counted } from "./numbers";
import type { WorkNumbers } from "./work-numbers";

/** How far the work has come: written, reviewed, committed, pushed. */
export function PipelineSteps({
  numbers,
  pipeline,
  review,
}: {
  numbers: WorkNumbers;
  pipeline: Pipeline;
  review: boolean;
}) {
  const steps = [
    { name: "Written", value: numbers.translated - numbers.readonly, note: "strings have a translation" },
    ...(review ? [{ name: "Reviewed", value: numbers.approved, note: "are approved" }] : []),
    {
      name: "To commit",
      value: pipeline.waiting,
      note:
        pipeline.waiting > 0 ? (
          <>
            by {counted(pipeline.people, "person", "people")}, oldest <Ago at={pipeline.oldest} />
          </>
        ) : (
          "nothing waits"
        ),
    },
    {
      name: "To push",
      value: pipeline.committed,
      note:
        pipeline.committed > 0
          ? `in ${counted(pipeline.commits, "commit")}`
          : pipeline.pushes
            ? "nothing waits"
            : "no push address is set",
    },
    {
      name: "Upstream",
      value: undefined,
      note: pipeline.synced ? <Code>{pipeline.synced.slice(0, 7)}</Code> : "not yet",
    },
  ];
  return (
    <ol className="grid grid-cols-2 gap-px overflow-hidden rounded-panel border border-line bg-line sm:auto-cols-fr sm:grid-flow-col sm:grid-cols-none">
      {steps.map((step) => (
        <li key={step.name} className="bg-surface px-3 py-3">
          <p className="text-meta text-ink-2">{step.name}</p>
          <p className="text-h2 font-semibold tabular-nums">{step.value === undefined ? "✓" : count(step.value)}</p>
          <p className="text-meta text-ink-2">{step.note}</p>
        </li>
      ))}
    </ol>
  );
}
