export function ensureGenerated(): Promise<void>;
export function bundleHelpers(): Promise<void>;

/** Bundles the programs of the command line, when their sources have changed. */
export function ensureBundles(): Promise<void>;

/** Builds the web application, when its sources have changed. */
export function ensureBuilt(): Promise<void>;
