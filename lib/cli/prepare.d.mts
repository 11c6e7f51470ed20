export function bundleReader(): Promise<void>;
