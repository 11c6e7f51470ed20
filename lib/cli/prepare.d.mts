export function ensureGenerated(): Promise<void>;
export function bundleReader(): Promise<void>;
