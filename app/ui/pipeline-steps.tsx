import { useTexts } from "#texts";
import type { Pipeline } from "@/lib/domain/statistics/pipeline";
import { Code } from "./code";
import { Count } from "./numbers";
import { RelativeTime } from "./relative-time";
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
  const t = useTexts();
  const steps = [
    {
      name: t("repository.step.translated"),
      value: numbers.translated - numbers.readonly,
      note: t("repository.step.translatedNote"),
    },
    ...(review
      ? [{ name: t("repository.step.reviewed"), value: numbers.approved, note: t("repository.step.reviewedNote") }]
      : []),
    {
      name: t("repository.step.toCommit"),
      value: pipeline.waiting,
      note:
        pipeline.waiting > 0
          ? t.rich("repository.step.people", {
              count: pipeline.people,
              ago: () => <RelativeTime at={pipeline.oldest} />,
            })
          : t("repository.step.none"),
    },
    {
      name: t("repository.step.toPush"),
      value: pipeline.committed,
      note:
        pipeline.commits > 0
          ? t("repository.step.commits", { count: pipeline.commits })
          : pipeline.pushes
            ? t("repository.step.none")
            : t("repository.step.noPush"),
    },
    {
      name: t("repository.step.upstream"),
      value: undefined,
      note: pipeline.synced ? <Code>{pipeline.synced.slice(0, 7)}</Code> : t("repository.step.notYet"),
    },
  ];
  return (
    <ol className="grid grid-cols-2 gap-px overflow-hidden rounded-panel border border-line bg-line sm:auto-cols-fr sm:grid-flow-col sm:grid-cols-none">
      {steps.map((step) => (
        <li key={step.name} className="bg-surface px-3 py-3">
          <p className="text-meta text-ink-2">{step.name}</p>
          <p className="text-h2 font-semibold tabular-nums">
            {step.value === undefined ? "✓" : <Count value={step.value} />}
          </p>
          <p className="text-meta text-ink-2">{step.note}</p>
        </li>
      ))}
    </ol>
  );
}
