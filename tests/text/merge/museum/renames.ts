import { type FileString, filled } from "@/lib/domain/files/strings";
import { pairAsTold, pairByTranslations, unsure } from "@/lib/text/renames/by-translations";
import { pairStrings } from "@/lib/text/renames/pair";

/** Keys that people renamed in a real history, and which of them we would have seen. */

export type Strings = ReadonlyMap<string, FileString>;

/** A file before and after a commit. */
export interface Sides {
  before: Strings;
  after: Strings;
}

/** A key under another name, and how many translations people took along. */
export interface Rename {
  from: string;
  to: string;
  translations: number;
}

export interface RenameVerdict {
  renames: Rename[];
  /** Of these those that we take for others: their strings would be new and empty, or get another text. */
  lost: (Rename & { taken: string | undefined })[];
  /** Keys that we take for the same string though more languages have another translation under the new one than the same. */
  strange: { from: string; to: string }[];
}

const byContext = (strings: Strings) => new Map([...strings.values()].map((string) => [string.context, string]));

const textOf = (string: FileString | undefined) => (string ? JSON.stringify(filled(string.targets)) : "[]");

/**
 * What people renamed in one commit is what their files of languages say: a text that stood under a key which the base
 * lost stands under one which it got. Each such text is a vote.
 */
export function judgeRenames(base: Sides, languages: readonly Sides[]): RenameVerdict {
  const [before, after] = [byContext(base.before), byContext(base.after)];
  const gone = [...before.values()].filter(({ context }) => !after.has(context));
  const came = [...after.values()].filter(({ context }) => !before.has(context));
  if (gone.length === 0 || came.length === 0) return { renames: [], lost: [], strange: [] };
  const renames = realRenames(gone, came, languages);
  const pairs = pairStrings(gone, came, { keyed: true });
  const ours = new Map(pairs.map(({ from, to }) => [from.context, to.context]));
  const lost = renames.filter(({ from, to }) => ours.get(from) !== to);
  const strange = pairs.flatMap(({ from: { context: from }, to: { context: to, targets } }) =>
    isStrange(from, to, JSON.stringify(filled(targets)), languages) ? [{ from, to }] : [],
  );
  return { renames, lost: lost.map((rename) => ({ ...rename, taken: ours.get(rename.from) })), strange };
}

/** How many languages Loquat asks. */
const MOST_ASKED = 12;

/**
 * Renames that the base file does not tell, with the files of languages asked as Loquat does. What museum and Loquat know
 * must not be the same: every second language is asked, and the others tell what people did.
 * @returns renames that the base file alone loses; those of them that are lost all the same; pairs that
 * likeness does not find and the others contradict
 */
export function judgeAsked(
  base: Sides,
  languages: readonly Sides[],
): { unlike: Rename[]; lost: Rename[]; strange: RenameVerdict["strange"] } {
  const [asked, others] = [0, 1].map((turn) => languages.filter((_, at) => at % 2 === turn)) as [Sides[], Sides[]];
  const { lost: unseen } = judgeRenames(base, others);
  const [before, after] = [byContext(base.before), byContext(base.after)];
  const gone = [...before.values()].filter(({ context }) => !after.has(context));
  const came = [...after.values()].filter(({ context }) => !before.has(context));
  const open = unsure(gone, came);
  const texts = (strings: Strings) =>
    new Map(
      [...strings.values()].flatMap((one) => {
        const text = textOf(one);
        // A text without letters says nothing, and quotes are none.
        return text === "[]" ? [] : [[one.context, text] as const];
      }),
    );
  const keys = (strings: readonly FileString[]) => strings.map(({ context }) => context);
  const told = asked
    .slice(0, MOST_ASKED)
    .map((language) => ({ before: texts(language.before), after: texts(language.after) }));
  const known = new Map(pairByTranslations(keys(open.gone), keys(open.came), told).map(({ from, to }) => [from, to]));
  const pairs = pairAsTold(
    gone,
    came,
    gone.flatMap((from) => {
      const to = came.find(({ context }) => context === known.get(from.context));
      return to ? [{ from, to }] : [];
    }),
  );
  const ours = new Map(pairs.map(({ from, to }) => [from.context, to.context]));
  const alike = new Map(pairStrings(gone, came, { keyed: true }).map(({ from, to }) => [from.context, to.context]));
  const source = (key: string) => JSON.stringify(filled(after.get(key)?.targets ?? []));
  return {
    unlike: unseen.map(({ from, to, translations }) => ({ from, to, translations })),
    lost: unseen.filter(({ from, to }) => ours.get(from) !== to).map(({ taken: _, ...rename }) => rename),
    strange: [...known]
      .map(([from, to]) => ({ from, to }))
      .filter(({ from, to }) => alike.get(from) !== to && isStrange(from, to, source(to), others)),
  };
}

/** Whether translators typed the string anew; a copy of the source text is nobody's. */
function isStrange(from: string, to: string, source: string, languages: readonly Sides[]): boolean {
  let votes = 0;
  for (const language of languages) {
    const was = textOf(byContext(language.before).get(from));
    const now = textOf(byContext(language.after).get(to));
    if (was === "[]" || now === "[]" || now === source) continue;
    votes += was === now ? 1 : -1;
  }
  return votes < 0;
}

function realRenames(gone: readonly FileString[], came: readonly FileString[], languages: readonly Sides[]): Rename[] {
  const votes = new Map<string, Map<string, number>>();
  for (const language of languages) {
    const [before, after] = [byContext(language.before), byContext(language.after)];
    const holders = new Map<string, string[]>();
    for (const { context } of came) {
      const text = textOf(after.get(context));
      if (text !== "[]" && !before.has(context)) holders.set(text, [...(holders.get(text) ?? []), context]);
    }
    for (const { context } of gone) {
      if (after.has(context)) continue;
      const found = holders.get(textOf(before.get(context))) ?? [];
      for (const to of found) {
        const list = votes.get(context) ?? new Map<string, number>();
        votes.set(context, list.set(to, (list.get(to) ?? 0) + 1));
      }
    }
  }
  return [...votes].flatMap(([from, list]) => {
    const [best, second] = [...list].sort((a, b) => b[1] - a[1]);
    // Where two keys got the text as often, nobody can tell which one the string became.
    if (!best || best[1] === second?.[1]) return [];
    const rivals = [...votes].filter(([other, theirs]) => other !== from && (theirs.get(best[0]) ?? 0) >= best[1]);
    return rivals.length > 0 ? [] : [{ from, to: best[0], translations: best[1] }];
  });
}
