import type { TextKey, Texts } from "#texts";
import { denialWords } from "@/lib/domain/access/denial-words";
import type { LineSaid } from "@/lib/domain/tasks/said-line";
import type { LogLine } from "@/lib/domain/tasks/task-view";
import { readTold } from "@/lib/platform/waiting";

/** What tasks tell while they run, in the language of the page. */

const STEPS: Readonly<Record<string, TextKey>> = {
  save: "tasks.stepName.save",
  perform: "tasks.stepName.perform",
  import: "tasks.stepName.import",
  glossary: "tasks.stepName.glossary",
  release: "tasks.stepName.release",
  follow: "tasks.stepName.follow",
  take: "tasks.stepName.take",
  write: "tasks.stepName.write",
  remove: "tasks.stepName.remove",
  plan: "tasks.stepName.plan",
  make: "tasks.stepName.make",
  look: "tasks.stepName.look",
  pull: "tasks.stepName.pull",
  projects: "common.projects",
  terms: "tasks.stepName.terms",
  finish: "tasks.stepName.release",
  folders: "tasks.stepName.folders",
};

/** What a step is called; by its own name where it has no other, such as one of a release before. */
function stepWords(t: Texts, step: string): string {
  const component = /^run-(\d+)$/.exec(step)?.[1];
  if (component) return t("tasks.stepName.run", { component });
  if (/^import-\d+$/.test(step)) return t("tasks.stepName.import");
  const key = Object.hasOwn(STEPS, step) ? STEPS[step] : undefined;
  return key ? t(key) : step;
}

/** A line of a log. */
export function lineWords(t: Texts, { text, said }: LogLine): string {
  if (!said) return text;
  if (said.what === "begun again") return t("tasks.step.begunAgain", { attempt: String(said.attempt) });
  const step = stepWords(t, said.step);
  switch (said.what) {
    case "started":
      return said.attempt > 1
        ? t("tasks.step.startedAgain", { step, attempt: String(said.attempt) })
        : t("tasks.step.started", { step });
    case "done":
      return t("tasks.step.done", { step });
    case "failed":
      return t("tasks.step.failed", { step, why: denialWords(t, { text: said.message, said: said.why }) });
  }
}

/** The error of a task, by what the step said that it ended with; in English where that says something else. */
export const failureWords = (t: Texts, error: string, said: LineSaid | null | undefined): string =>
  said?.what === "failed" && said.message === error ? denialWords(t, { text: error, said: said.why }) : error;

/** What a task is at: a file, or how far a transfer is. */
export function stageWords(t: Texts, stage: string): string {
  const told = readTold(stage);
  if (!told) return stage;
  return told.percent === null ? t("tasks.serverAnswers") : t("tasks.transfer", { percent: String(told.percent) });
}
