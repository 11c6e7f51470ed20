import { AsyncLocalStorage } from "node:async_hooks";

/** While an automation runs, nothing that happens starts another one. */

const quiet = new AsyncLocalStorage<true>();

/** Runs work whose effects start no automation. */
export const withoutAutomations = <T>(work: () => Promise<T>): Promise<T> => quiet.run(true, work);

/** Whether an automation is at work here. */
export const isQuiet = (): boolean => quiet.getStore() === true;
