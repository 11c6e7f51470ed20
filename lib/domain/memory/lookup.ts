import { memoryEntries, projects } from "@/lib/generated/tables";
import { pick, recordset, subquery } from "@/lib/platform/columns";
import { db, type Sql, sql } from "@/lib/platform/database";
import { TYPE } from "@/lib/platform/expressions";
import { similarity } from "@/lib/text/similarity";
import type { Actor } from "../access/actor";
import { withinTime } from "../search/search-units";
import { usableEntries } from "./scope";

export interface MemoryMatch {
  id: number;
  source: string;
  target: string;
  origin: string;
  /** Likeness of the sources, 0 to 100; 100 only for equal texts. */
  quality: number;
}

export interface MemoryQuestion {
  sourceLanguageId: number;
  targetLanguageId: number;
  /** Where the text will be used; its settings decide about shared entries. */
  project?: { id: number };
  /** Sources, plural forms joined as in changes; at most some hundred. */
  texts: readonly string[];
  /** Minimum quality; 100 looks for equal texts alone. */
  threshold: number;
  /** Matches for each text. */
  limit: number;
}

type Row = Omit<MemoryMatch, "quality"> & { place: number; createdAt: Date };

type Ranked = Row & { quality: number };

/** Entries that are compared letter by letter, for each text. */
const CANDIDATES = 25;

/** Trigram likeness a candidate must have; a lower bound than the quality, since a changed letter spoils three. */
const TRIGRAMS = 0.4;

/**
 * The best matches for each text, in the order of the texts: equal sources by their hash, then similar ones by
 * trigrams, ranked by how much would have to be edited. Two statements, however many texts. Equal targets count once.
 */
export async function lookUpMemory(actor: Actor, question: MemoryQuestion): Promise<MemoryMatch[][]> {
  const texts = question.texts.map((text, place) => ({ place, text }));
  const found: Ranked[][] = texts.map(() => []);
  for (const row of await exactRows(actor, question, texts)) found[row.place]?.push({ ...row, quality: 100 });
  const open = texts.filter(({ place }) => (found[place]?.length ?? 0) < question.limit);
  if (question.threshold < 100 && open.length > 0)
    for (const row of await similarRows(actor, question, open)) {
      const quality = similarity(question.texts[row.place] as string, row.source, question.threshold);
      if (quality >= question.threshold && quality < 100) found[row.place]?.push({ ...row, quality });
    }
  return found.map((matches) => best(matches, question.limit));
}

/** The best first; of those that are alike the newest. */
function best(matches: Ranked[], limit: number): MemoryMatch[] {
  const seen = new Set<string>();
  return matches
    .sort((a, b) => b.quality - a.quality || b.createdAt.getTime() - a.createdAt.getTime() || b.id - a.id)
    .filter((match) => !seen.has(match.target) && seen.add(match.target))
    .slice(0, limit)
    .map(({ id, source, target, origin, quality }) => ({ id, source, target, origin, quality }));
}

type Asked = readonly { place: number; text: string }[];

const [m, p] = [memoryEntries.as("m"), projects.as("p")];

const ASKED = { place: TYPE.number, text: TYPE.text };

/** For each text the entries that match, with the languages of the question; the text is `a.text`. */
function matching(actor: Actor, question: MemoryQuestion, texts: Asked, matches: Sql, tail: Sql) {
  const a = recordset("a", ASKED, texts);
  const f = subquery(
    "f",
    sql`select ${pick(m, "id", "source", "target", "origin", "createdAt")}
      from ${m} left join ${p} on ${p.id} = ${m.projectId}
      where ${matches} and ${m.targetLanguageId} = ${question.targetLanguageId}
        and ${m.sourceLanguageId} = ${question.sourceLanguageId} and ${usableEntries(actor, question.project)} ${tail}`,
  );
  return sql`
    select ${pick(a, "place")}, ${pick(f, "id", "source", "target", "origin", "createdAt")}
    from ${a} cross join lateral ${f}`;
}

function exactRows(actor: Actor, question: MemoryQuestion, texts: Asked): Promise<Row[]> {
  const matches = sql`${m.sourceHash} = memory_hash(a.text) and ${m.source} = a.text`;
  const tail = sql`order by ${m.createdAt} desc limit ${question.limit * 4}`;
  return db.rows(matching(actor, question, texts, matches, tail));
}

function similarRows(actor: Actor, question: MemoryQuestion, texts: Asked): Promise<Row[]> {
  return withinTime(async (tx) => {
    await tx.run(sql`select set_config('pg_trgm.similarity_threshold', ${String(TRIGRAMS)}, true)`);
    const [source, text] = [sql`lower(left(${m.source}, 500))`, sql`lower(left(a.text, 500))`];
    const matches = sql`${source} % ${text} and ${m.source} <> a.text
      and length(${m.source}) between length(a.text) * 0.4 and length(a.text) * 2.5`;
    const tail = sql`order by similarity(${source}, ${text}) desc, ${m.id} desc limit ${CANDIDATES}`;
    return tx.rows(matching(actor, question, texts, matches, tail));
  });
}
