import { performReformat } from "@/lib/domain/integrate/reformat";
import { taskFunction } from "@/lib/domain/tasks/task-function";

/** Brings the files of a component into the shape of its parameters, because a person asked for it. */
export const reformatFiles = taskFunction(
  {
    id: "reformat-files",
    kind: "reformat-files",
    concurrencyKey: "repository",
    retries: 2,
    steps: { perform: 100 },
  },
  async ({ data, step, report }) =>
    step.run("perform", () => performReformat(data, (done, total, text) => report({ done, total }, text))),
);
