import type { Reading } from "@/lib/domain/search/run-search";
import { type Connection, db, type Sql, Sql as SqlPiece } from "@/lib/platform/database";
import { writeSql } from "@/lib/platform/sql";
import { textRows } from "./text-rows";

/** What the database does for statements, as its plans tell. */

interface Node {
  "Node Type": string;
  "Relation Name"?: string;
  Plans?: Node[];
  "Shared Hit Blocks"?: number;
  "Shared Read Blocks"?: number;
}

/** What was done for the statements of a piece of work. */
export interface Done {
  /** Names of the tables that were read from end to end, one more than once. */
  scans: string[];
  /** Pages of tables and indexes that were read, in memory or not. */
  pages: number;
}

const scansOf = (node: Node): string[] => [
  ...(node["Node Type"] === "Seq Scan" ? [String(node["Relation Name"])] : []),
  ...(node.Plans ?? []).flatMap(scansOf),
];

/** A plan. @param how options of `explain` beside the format */
async function planOf(on: Connection, statement: Sql, how: string): Promise<Node> {
  const { text, values } = writeSql(statement);
  const strings = text.split(/\$\d+/);
  const order = [...text.matchAll(/\$(\d+)/g)].map(([, n]) => values[Number(n) - 1]);
  const [row] = await textRows<object>(
    on,
    new SqlPiece([`explain (${how}format json) ${strings[0] ?? ""}`, ...strings.slice(1)], order, true),
  );
  const [plan] = Object.values(row ?? {}) as [{ Plan: Node }[]];
  const node = plan?.[0]?.Plan;
  if (!node) throw new Error("The database told no plan.");
  return node;
}

/**
 * Reads rows, and notes what is done for them.
 * @param measured whether pages are counted: each statement runs twice then
 * @param on where the statements run
 */
export function watched(done: Done, measured = false, on: Connection = db): Reading {
  const explain = async (statement: Sql) => {
    const node = await planOf(on, statement, measured ? "analyze, buffers, " : "");
    done.scans.push(...scansOf(node));
    done.pages += (node["Shared Hit Blocks"] ?? 0) + (node["Shared Read Blocks"] ?? 0);
  };
  return {
    async rows(statement) {
      await explain(statement);
      return on.rows(statement);
    },
    async one(statement) {
      await explain(statement);
      return on.one(statement);
    },
  };
}

export const nothingDone = (): Done => ({ scans: [], pages: 0 });
