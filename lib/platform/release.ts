import manifest from "../../package.json";

/** What runs here. */
export const RELEASE = { version: manifest.version, licence: manifest.license } as const;
