import { ensureGlossary } from "@/lib/domain/creation/glossary";
import { importComponent, releaseTask } from "@/lib/domain/creation/import-component";
import { taskFunction } from "@/lib/domain/tasks/task-function";

/** Imports the files of a new component. */
export const createComponent = taskFunction(
  {
    id: "create-component",
    kind: "create-component",
    concurrencyKey: "repository",
    steps: { import: 95, glossary: 3, release: 2 },
  },
  async ({ data, step, report }) => {
    const done = await step.run("import", () =>
      importComponent(data.component, (at, total, text) => report({ done: at, total }, text)),
    );
    await step.run("glossary", () => ensureGlossary(data.component));
    await step.run("release", () => releaseTask(data.component));
    return done;
  },
);
