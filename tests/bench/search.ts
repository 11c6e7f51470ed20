import { type Actor, loadActor } from "@/lib/domain/access/actor";
import { searchUnits } from "@/lib/domain/search/search-units";
import type { Report } from "./report";
import { quantile, timed } from "./report";
import { QUERIES } from "./search-queries";
import { growSearchWorld, MILLION, PROGRAM } from "./search-world";

/** Searches of every kind, in a program of 31,496 strings and in a million: the first page and how many there are in all. */

const WARM = 2;
const RUNS = 12;

interface Measured {
  q: string;
  text: boolean;
  p50: number;
  p95: number;
  count: number;
}

export async function measure(actor: Actor, queries = QUERIES, runs = RUNS): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const { q, text = false } of queries) {
    let count = 0;
    const search = async () => {
      count = (await searchUnits(actor, q, { limit: 100, offset: 0 })).count;
    };
    await timed(WARM, search);
    const samples = await timed(runs, search);
    measured.push({ q, text, count, p50: quantile(samples, 0.5), p95: quantile(samples, 0.95) });
  }
  return measured;
}
