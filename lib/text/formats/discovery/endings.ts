/**
 * Which files of a repository are looked into for translations, by their endings. Documents that are containers (Word,
 * OpenDocument, InDesign, spreadsheets) are told by their names alone.
 */

const CATALOGS =
  /\.(po|pot|json|xml|strings|stringsdict|properties|ya?ml|toml|ini|ts|xliff?|xlf|sdlxliff|mxliff|poxliff|resx|resw|arb|php|ftl|csv|xcstrings)$/i;

const OTHERS =
  /\.(resjson|xaml|wxl|tbx|dtd|lang|islu?|catkeys|rc|srt|sub|ass|ssa|html?|mdx?|markdown|adoc|ad|asciidoc|dw|mw|txt)$/i;

/** Whether files of this name usually hold translations. */
export const isCatalogName = (path: string): boolean => CATALOGS.test(path);

/** Whether files of this name may hold translations; in most repositories they are something else. */
export const isOtherName = (path: string): boolean => OTHERS.test(path);
