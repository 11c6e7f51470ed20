/** How far ahead an untranslated block is looked for. */
const REACH = 200;

/** What is compared of a block. */
interface Aligned {
  kind: string;
  text: string;
  shape?: string;
}

/** What stands beside the blocks of a base. */
export interface Alignment<Block> {
  pairs: (Block | undefined)[];
  aligned: boolean;
}

/**
 * The blocks of a translation beside those of its base. Where the two differ in their kinds, blocks that say the same
 * hold them together, and what stands between those is paired only where there is one way to do it: a text in the
 * wrong place would be worse than none.
 */
export function align<Block extends Aligned>(base: readonly Block[], own: readonly Block[]): Alignment<Block> {
  if (sameKinds(base, own)) return { pairs: [...own], aligned: true };
  const pairs: (Block | undefined)[] = base.map(() => undefined);
  let [fromBase, fromOwn] = [0, 0];
  const between = (toBase: number, toOwn: number): void => {
    const [left, right] = [base.slice(fromBase, toBase), own.slice(fromOwn, toOwn)];
    if (sameKinds(left, right))
      right.forEach((block, index) => {
        pairs[fromBase + index] = block;
      });
  };
  for (let at = 0; at < base.length; at++) {
    const block = base[at]!;
    const end = Math.min(own.length, fromOwn + REACH);
    for (let other = fromOwn; other < end; other++) {
      if (own[other]!.text !== block.text || own[other]!.kind !== block.kind) continue;
      between(at, other);
      pairs[at] = own[other];
      [fromBase, fromOwn] = [at + 1, other + 1];
      break;
    }
  }
  between(base.length, own.length);
  return { pairs, aligned: false };
}

const sameKinds = (a: readonly Aligned[], b: readonly Aligned[]): boolean =>
  a.length === b.length && a.every((block, index) => block.kind === b[index]!.kind && block.shape === b[index]!.shape);
