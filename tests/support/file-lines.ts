import type { Reporter, SerializedError, TestCase, TestModule } from "vitest/node";

/** Tells of each file of tests as it ends, and at once why a test failed: a run that is stopped has said what it knew. */
export default class FileLines implements Reporter {
  onTestModuleEnd(module: TestModule): void {
    const tests = [...module.children.allTests()];
    const failed = tests.filter((test) => test.result().state === "failed");
    const seconds = (module.diagnostic().duration / 1000).toFixed(1);
    const count = failed.length > 0 ? `${failed.length} of ${tests.length} failed` : `${tests.length} passed`;
    console.log(`${module.ok() ? "✓" : "✗"} ${module.relativeModuleId} ${count}, ${seconds} s`);
    for (const error of module.errors()) tell(module.relativeModuleId, error);
    for (const suite of module.children.allSuites())
      for (const error of suite.errors()) tell(`${module.relativeModuleId} › ${suite.fullName}`, error);
    for (const test of failed) tellTest(test);
  }

  onTestRunEnd(_modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    for (const error of unhandled) tell("Beside the tests", error);
  }
}

function tellTest(test: TestCase): void {
  for (const error of test.result().errors ?? []) tell(test.fullName, error);
}

function tell(what: string, error: SerializedError): void {
  const stack = error.stack?.replace(/\n[^\n]*\/node_modules\/[^\n]*/g, "");
  const diff = typeof error.diff === "string" ? `\n${error.diff}` : "";
  console.log(`✗ ${what}\n${stack ?? error.message}${diff}\n`);
}
