/** Spellings of earlier days and of other tools. */
export const FLAG_ALIASES: ReadonlyMap<string, string> = new Map([
  ["markdown-text", "md-text"],
  ["csharp-format", "c-sharp-format"],
]);
