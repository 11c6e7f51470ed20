import { log } from "@/lib/platform/log";

/** Undoes what was started, last first. */
export class Cleanup {
  private readonly steps: (() => void | Promise<void>)[] = [];
  private running: Promise<void> | undefined;

  add(step: () => void | Promise<void>): void {
    this.steps.unshift(step);
  }

  run(): Promise<void> {
    this.running ??= (async () => {
      for (const step of this.steps) await Promise.resolve(step()).catch((error) => log.error({ err: error }));
    })();
    return this.running;
  }
}
