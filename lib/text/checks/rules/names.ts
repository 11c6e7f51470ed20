/** Sets by the names of their files. */
export type RuleSetName = "icu" | "fluent" | "markup" | "mf2" | "size";
