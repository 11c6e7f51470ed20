import { AsyncLocalStorage } from "node:async_hooks";

/**
 * The status of a page's answer. A page cannot choose one: the framework knows 200, and 403 by `forbidden()`, which is
 * given nothing to show, so that a refusal would lose its reason. A page says here what its answer is, and our own server
 * writes it into the head, which leaves after the page was rendered as no page has a part that is sent later.
 */

interface Answer {
  status?: number;
}

// The framework bundles pages apart from our server: both meet at the process.
const slot = Symbol.for("loquat.answer");
const store = globalThis as { [slot]?: AsyncLocalStorage<Answer> };
store[slot] ??= new AsyncLocalStorage<Answer>();
const answers: AsyncLocalStorage<Answer> = store[slot];

/** Runs the work that makes one answer. `answer.status` is what a page has said of it, undefined for nothing. */
export function withAnswer<T>(answer: Answer, work: () => T): T {
  return answers.run(answer, work);
}

/** Says the status of the page that is being rendered. */
export function setAnswerStatus(status: number): void {
  const answer = answers.getStore();
  if (answer) answer.status = status;
}
