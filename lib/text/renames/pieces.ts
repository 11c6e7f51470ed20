/** How many likely strings are given. */
const MOST = 8;
/** Pieces of three letters: those that more strings have tell nothing; the rarest of a text are enough. */
const [COMMON, TELLING] = [100, 24];
const LONGEST = 400;

/** A text with its plural. */
type Texts = readonly string[];

/** Strings by the pieces of three letters that they have. */
export class Pieces {
  private readonly holders = new Map<string, number[]>();

  constructor(strings: readonly Texts[]) {
    strings.forEach((string, at) => {
      for (const piece of piecesOf(string)) {
        const list = this.holders.get(piece);
        if (!list) this.holders.set(piece, [at]);
        else if (list.length <= COMMON) list.push(at);
      }
    });
  }

  /** Strings that share most of the rarest pieces of this one. */
  likest(string: Texts): number[] {
    const lists = [...piecesOf(string)].flatMap((piece) => {
      const list = this.holders.get(piece);
      return list && list.length <= COMMON ? [list] : [];
    });
    lists.sort((a, b) => a.length - b.length);
    const shared = new Map<number, number>();
    for (const list of lists.slice(0, TELLING)) for (const at of list) shared.set(at, (shared.get(at) ?? 0) + 1);
    const ranked = [...shared].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
    return ranked.slice(0, MOST).map(([at]) => at);
  }
}

function piecesOf(sources: Texts): Set<string> {
  const pieces = new Set<string>();
  for (const source of sources.slice(0, 2)) {
    const text = ` ${source.slice(0, LONGEST).toLowerCase().replace(/\s+/g, " ")} `;
    for (let at = 0; at + 3 <= text.length; at++) pieces.add(text.slice(at, at + 3));
  }
  return pieces;
}
