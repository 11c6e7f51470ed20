/** Whether texts consist of nothing but blanks, though something is said by what they translate. Empty texts are none. */
export function isBlankFor(sources: readonly string[], targets: readonly string[]): boolean {
  const filled = targets.some((text) => text !== "");
  const says = (texts: readonly string[]) => texts.some((text) => text.trim() !== "");
  return filled && !says(targets) && says(sources);
}
