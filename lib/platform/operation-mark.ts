import { AsyncLocalStorage } from "node:async_hooks";

/**
 * Which operation the work that is going on belongs to. Its transactions say so to the database, whose triggers then keep
 * what becomes of strings.
 */
const marks = new AsyncLocalStorage<string | undefined>();

/** Id of the operation that is going on. */
export const currentOperation = (): string | undefined => marks.getStore();

/** Runs work as part of an operation. */
export const inOperation = <T>(id: string, work: () => Promise<T>): Promise<T> => marks.run(id, work);

/** Runs what an operation only set going. */
export const outsideOperation = <T>(work: () => T): T => marks.run(undefined, work);

/** What a transaction of the operation begins with. */
export const markStatement = (id: string): { text: string; values: string[] } => ({
  text: "select set_config('loquat.operation', $1, true)",
  values: [id],
});
