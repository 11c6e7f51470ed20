import type { FullResult, Reporter, Suite } from "@playwright/test/reporter";

/** Prints how many tests passed and failed, in one line at the end. */
export default class Counts implements Reporter {
  private suite: Suite | undefined;

  onBegin(_: unknown, suite: Suite): void {
    this.suite = suite;
  }

  onEnd(result: FullResult): void {
    const tests = this.suite?.allTests() ?? [];
    const passed = tests.filter((test) => test.outcome() === "expected" || test.outcome() === "flaky").length;
    const failed = tests.filter((test) => test.outcome() === "unexpected").length;
    console.log(`${passed} passed, ${Math.max(failed, result.status === "passed" ? 0 : 1)} failed`);
  }

  printsToStdio(): boolean {
    return false;
  }
}
