export function ensureGenerated(): Promise<void>;
export function bundleHelpers(): Promise<void>;
