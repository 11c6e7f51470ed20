/**
 * The engine of regular expressions for the browser, where hardly any string needs it: it is fetched before the first
 * one that does. On the server `#re2` is the library itself.
 */

type Engine = typeof import("re2js");

let engine: Engine["RE2JS"] | undefined;

/** Fetches the engine; compiling fails until it is here. */
export async function fetchEngine(): Promise<void> {
  engine ??= (await import("re2js")).RE2JS;
}

/** Whether the engine is here. What is compiled before would stay wrong. */
export const engineFetched = (): boolean => engine !== undefined;

/** As much of the library as patterns use. */
export const RE2JS = {
  CASE_INSENSITIVE: 1,
  compile(pattern: string, flags: number): InstanceType<Engine["RE2JS"]> {
    if (!engine) throw new Error("the engine of regular expressions has not been fetched");
    return engine.compile(pattern, flags);
  },
};
