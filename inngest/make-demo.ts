import { demoIsMade } from "@/lib/domain/demo/demo";
import { addDemoTerms, followImports, makeDemoProjects } from "@/lib/domain/demo/make-demo";
import { taskFunction } from "@/lib/domain/tasks/task-function";
import { NonRetriableError } from "@/lib/platform/queue";

/** Looks at the imports before it is given up, which takes an hour. */
const MOST_LOOKS = 300;

/** What of the whole is done when the imports begin, and when they are over. */
const IMPORTS = { from: 30, to: 90 };

/** Makes the projects of the demo. Others import its files meanwhile: nothing is held while they do. */
export const makeDemo = taskFunction(
  {
    id: "make-demo",
    kind: "make-demo",
    retries: 3,
    steps: { projects: IMPORTS.from, import: IMPORTS.to - IMPORTS.from, terms: 100 - IMPORTS.to },
  },
  async ({ task, step, report }) => {
    const components = await step.run("projects", () => makeDemoProjects(task, report));
    const tell = (percent: number, text: string) =>
      report(IMPORTS.from + (percent / 100) * (IMPORTS.to - IMPORTS.from), text);
    for (let look = 1; !(await step.run(`import-${look}`, () => followImports(tell))); look++) {
      if (look === MOST_LOOKS) throw new NonRetriableError("The files of the demo could not be read within an hour.");
      await step.sleep(`pause-${look}`, "2s");
    }
    await step.run("terms", () => addDemoTerms(task));
    await step.run("finish", () => demoIsMade());
    return { components };
  },
);
