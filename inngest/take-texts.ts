import { performTakeTexts } from "@/lib/domain/machinery/take-texts";
import { taskFunction } from "@/lib/domain/tasks/task-function";

/** Texts of other components for a language that was added. */
export const takeTexts = taskFunction(
  {
    id: "take-texts",
    kind: "take-texts",
    concurrencyKey: "translation",
    retries: 4,
    steps: { take: 100 },
  },
  async ({ data, step, report }) =>
    step.run("take", () => performTakeTexts(data, (done, total) => report({ done, total }))),
);
