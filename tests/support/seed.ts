import { AsyncLocalStorage } from "node:async_hooks";
import fc from "fast-check";

/**
 * Properties try the same cases in every run, so that a commit which passed once passes again. Other cases:
 * `LOQUAT_TEST_SEED=7 npx vitest`, or `random` for those that nobody has seen yet.
 */
const seed = process.env.LOQUAT_TEST_SEED ?? "20261123";
if (seed !== "random") fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });

// Next looks for it when it is loaded; see `inRequest`.
Object.assign(globalThis, { AsyncLocalStorage });
