import { rawSql, type Tx } from "@/lib/platform/database";
import { similarity } from "@/lib/text/similarity";
import type { Actor } from "../access/actor";
import { withinTime } from "../search/search-units";
import { type Finding, findingOf } from "./internal/alike";
import { lenderIds } from "./internal/lenders";
import type { MemoryQuestion } from "./internal/question";
import { type Asked, type Row, storedRows } from "./internal/stored-matches";
import { stringRows } from "./internal/string-matches";
import { entryOfUnit } from "./strings";

/** Why a match counts for less than its source is alike, or stands before its equals. */
export const MATCH_REASONS = {
  "needs-editing": -15,
  "machine-made": -10,
  "other-project": -5,
  "same-context": 2,
  "same-component": 1,
} as const;
export type MatchReason = keyof typeof MATCH_REASONS;

export interface MemoryMatch {
  id: number;
  /** The string that it is; null for an entry of a person or a file. */
  unitId: number | null;
  source: string;
  target: string;
  origin: string;
  /** Likeness of the sources, 0 to 100; 100 only for equal texts. */
  likeness: number;
  /** The likeness with what speaks for and against the entry, 1 to 100. */
  quality: number;
  reasons: readonly MatchReason[];
  /** Stored, or last changed. */
  at: Date;
  /** Written by the one who asks, as far as the entry itself knows. */
  own: boolean;
}

type Ranked = Row & { likeness: number };

/** Trigram likeness a candidate must have; lower than the likeness asked for, since a changed letter spoils three. */
const trigrams = (threshold: number): number => Math.min(0.6, Math.max(0.3, 0.9 * (threshold / 100) ** 2));

/** Texts whose similar ones are looked for in one statement, within its time. */
const AT_ONCE = 20;

/**
 * The best matches for each text, in the order of the texts: strings of the installation as they stand, and entries of
 * people and files. Equal sources are found by their hash, then similar ones by sketches or trigrams, ranked by how much
 * would have to be edited. Two statements for the equal ones, and two for each score of texts that are left; all of them in
 * one transaction, since a translator waits for every way to the database. Equal targets count once, and blanks never.
 */
export async function lookUpMemory(actor: Actor, question: MemoryQuestion): Promise<MemoryMatch[][]> {
  const texts = question.texts.map((text, place) => ({ place, text })).filter(({ text }) => speaks(text));
  if (texts.length === 0) return question.texts.map(() => []);
  const found = await withinTime((tx) => rankedRows(tx, actor, question, texts));
  return found.map((matches) => best(matches, question));
}

/** What was found for each text of the question, equal sources and similar ones. */
async function rankedRows(tx: Tx, actor: Actor, question: MemoryQuestion, texts: Asked): Promise<Ranked[][]> {
  const found: Ranked[][] = question.texts.map(() => []);
  const { threshold, limit } = question;
  const ask = async (asked: Asked, how: "equal" | Finding) => {
    const rows = [
      ...(await storedRows(tx, actor, question, asked, how)),
      ...(await stringRows(tx, actor, question, asked, how)),
    ];
    for (const row of rows) {
      const likeness = how === "equal" ? 100 : similarity(question.texts[row.place] as string, row.source, threshold);
      if (likeness >= threshold && (how === "equal" || likeness < 100)) found[row.place]?.push({ ...row, likeness });
    }
  };
  await tx.run(
    rawSql(
      `select set_config('pg_trgm.similarity_threshold', '${trigrams(threshold)}', true), set_config('jit', 'off', true), set_config('enable_seqscan', 'off', true)`,
    ),
  );
  await ask(texts, "equal");
  const open = texts.filter(({ place }) => (found[place]?.length ?? 0) < limit);
  if (threshold === 100 || open.length === 0) return found;
  const how = await findingOf(tx, question, lenderIds(actor, question));
  for (let at = 0; at < open.length; at += AT_ONCE) await ask(open.slice(at, at + AT_ONCE), how);
  return found;
}

const speaks = (text: string): boolean => text.replaceAll("\u001e", "").trim() !== "";

function reasonsOf(row: Row, project: { id: number } | undefined): MatchReason[] {
  const other = project !== undefined && row.projectId !== null && row.projectId !== project.id;
  return [
    ...(row.needsEditing ? (["needs-editing"] as const) : []),
    ...(row.automatic ? (["machine-made"] as const) : []),
    ...(other ? (["other-project"] as const) : []),
    ...(row.sameContext ? (["same-context"] as const) : []),
    ...(row.sameComponent ? (["same-component"] as const) : []),
  ];
}

/** The best first; of those that are alike the newest. */
function best(matches: readonly Ranked[], { project, limit }: MemoryQuestion): MemoryMatch[] {
  const seen = new Set<string>();
  return matches
    .filter((match) => speaks(match.target))
    .map((match) => {
      const reasons = reasonsOf(match, project);
      return {
        ...match,
        reasons,
        rank: match.likeness + reasons.reduce((sum, reason) => sum + MATCH_REASONS[reason], 0),
      };
    })
    .sort((a, b) => b.rank - a.rank || b.createdAt.getTime() - a.createdAt.getTime() || b.id - a.id)
    .filter((match) => !seen.has(match.target) && seen.add(match.target))
    .slice(0, limit)
    .map(({ id, unitId, source, target, origin, likeness, rank, reasons, createdAt, own }) => ({
      ...{ id: unitId === null ? id : entryOfUnit(unitId), unitId, source, target, origin, likeness, reasons, own },
      // What speaks for an entry makes no text equal that is not.
      quality: Math.max(1, Math.min(rank, likeness)),
      at: createdAt,
    }));
}
