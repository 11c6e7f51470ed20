/**
 * The version of what checks find in strings. Findings that were made with an older one are made again in the background,
 * component by component. `npm run rules-version` raises it when a rule has changed; a test tells when it should.
 */
export const RULES_VERSION = 11;
