/** The source of a string in as many forms as its target has: a language with one form takes the one for any number. */
export function sourceForms(sources: readonly string[], forms: number): string[] {
  const [one = "", other = one] = sources;
  return Array.from({ length: forms }, (_, at) => (at === 0 && (forms > 1 || sources.length < 2) ? one : other));
}
