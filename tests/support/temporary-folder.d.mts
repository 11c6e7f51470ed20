export function ownTemporaryFolder(): void;
