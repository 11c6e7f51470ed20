/** What decides which edits may be one commit. */
interface Edit {
  kind: string;
  idHash: string;
  authorName: string;
  authorEmail: string;
}

/**
 * Edits of one file as commits: one for each author, as far as the order allows. An edit joins its author's commit unless
 * a later commit holds an edit of the same string, which would then overtake it; nothing passes a string that was added
 * or removed.
 * @param edits in the order in which they were made
 * @returns the commits in their order; within each the order of the edits is kept
 */
export function groupByAuthor<E extends Edit>(edits: readonly E[]): E[][] {
  const groups: E[][] = [];
  const ofAuthor = new Map<string, number>();
  const ofString = new Map<string, number>();
  let earliest = 0;
  for (const edit of edits) {
    const author = `${edit.authorName}\0${edit.authorEmail}`;
    const ordinary = edit.kind === "edit";
    const from = Math.max(earliest, ofString.get(edit.idHash) ?? 0, ordinary ? 0 : groups.length - 1);
    let at = ofAuthor.get(author) ?? -1;
    if (at < from) {
      at = groups.length;
      groups.push([]);
      ofAuthor.set(author, at);
    }
    groups[at]?.push(edit);
    ofString.set(edit.idHash, at);
    if (!ordinary) earliest = at;
  }
  return groups;
}
