import { AsyncLocalStorage } from "node:async_hooks";
import type { Queryable } from "./routed-pool";

/**
 * Where a rehearsal takes place: one connection in a transaction that never ends well. All statements of the work go
 * there, so that it sees what it has written, and nobody else ever does.
 */
export class Stage {
  private last: Promise<void> = Promise.resolve();
  private savepoints = 0;

  constructor(readonly connection: Queryable) {}

  nextSavepoint(): string {
    return `stage_${++this.savepoints}`;
  }

  /** Transactions of the work share the connection: they stand in line. Gives the call that lets the next one in. */
  async turn(): Promise<() => void> {
    const before = this.last;
    let leave = () => {};
    this.last = new Promise<void>((done) => {
      leave = done;
    });
    await before;
    return leave;
  }
}

/** The stage of the work that is going on; `inside` one of its transactions, or between them. */
const stages = new AsyncLocalStorage<{ stage: Stage; inside: boolean }>();

export const currentStage = (): { stage: Stage; inside: boolean } | undefined => stages.getStore();

export const onStage = <T>(stage: Stage, inside: boolean, work: () => Promise<T>): Promise<T> =>
  stages.run({ stage, inside }, work);
