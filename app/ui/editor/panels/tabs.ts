/** The panels beside a string, in the order of their tabs; the page reads the one that an address asks for. */
export const TABS = [
  "automatic",
  "glossary",
  "suggestions",
  "comments",
  "languages",
  "nearby",
  "screenshots",
  "history",
] as const;

export type ContextTab = (typeof TABS)[number];
