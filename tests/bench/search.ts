import { type Actor, loadActor } from "@/lib/domain/access/actor";
import { List, loadWindow, WINDOW } from "@/lib/domain/editor/window";
import { readSearch } from "@/lib/domain/search/condition";
import { foundUnits, readsTexts } from "@/lib/domain/search/find-units";
import { firstOf, readySearch } from "@/lib/domain/search/ready-search";
import { FIRST_READ, MOST_COUNTED, searchStrings } from "@/lib/domain/search/search-strings";
import { searchUnits } from "@/lib/domain/search/search-units";
import { db, inTransaction, searchPool, sql } from "@/lib/platform/database";
import { parseQuery } from "@/lib/text/search-query/parse";
import { nothingDone, watched } from "../support/plans";
import { textRow } from "../support/text-rows";
import { benchUser } from "./machine";
import { quantile, type Report, timed } from "./report";
import { type Asked, QUERIES } from "./search-queries";
import { growSearchWorld, MILLION, PROGRAM } from "./search-world";

/** Searches of every kind in a program of 31,496 strings and in a million: what the API answers, and what a page needs. */

const WARM = 2;
const RUNS = 20;

/** How long a kind of searches takes. */
interface Measured {
  q: string;
  text: boolean;
  p50: number;
  p95: number;
}

async function measure({ q, text = false }: Asked, search: (q: string) => Promise<unknown>): Promise<Measured> {
  await timed(WARM, () => search(q));
  const samples = await timed(RUNS, () => search(q));
  return { q, text, p50: quantile(samples, 0.5), p95: quantile(samples, 0.95) };
}

/** The first page of the API, which counts exactly. */
export const asApi =
  (actor: Actor) =>
  (q: string): Promise<unknown> =>
    searchUnits(actor, q, { limit: 50, offset: 0 });

/** The first page of strings on a page, where very many are not counted. */
export const asPage =
  (actor: Actor) =>
  (q: string): Promise<unknown> =>
    searchStrings(actor, q, { limit: 20, offset: 0 });

function tell(report: Report, name: string, measured: readonly Measured[], most?: number): void {
  const slowest = measured.reduce((worst, one) => (one.p95 > worst.p95 ? one : worst));
  report.add(
    `${name}, the middle one, p50`,
    quantile(
      measured.map(({ p50 }) => p50),
      0.5,
    ),
    "ms",
  );
  report.add(`${name}, the slowest (${slowest.q}), p95`, slowest.p95, "ms", most === undefined ? undefined : { most });
}

async function measureAll(search: (q: string) => Promise<unknown>): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const query of QUERIES) measured.push(await measure(query, search));
  return measured;
}

/** The translation of a component that has one. */
async function translationOf(slug: string): Promise<number> {
  const at = await textRow<{ id: number }>(
    db,
    sql`select t.id from translations t join components c on c.id = t.component_id where c.slug = ${slug} and not t.is_source`,
  );
  return at?.id ?? 0;
}

/** A search in one translation, as the editor opens it: with the strings of its first window. */
async function inTranslation(actor: Actor, slug: string, q: string): Promise<Measured> {
  const place = { kind: "translation", translationId: await translationOf(slug) } as const;
  return measure({ q }, () => loadWindow(actor, place, q, { at: "offset", offset: 0 }));
}

/** Searches for which all strings there are would be read, of those that a page of strings or a list in the editor asks. */
async function readAll(actor: Actor): Promise<string[]> {
  const huge = await translationOf("huge");
  const found: string[] = [];
  for (const { q } of QUERIES) {
    const done = nothingDone();
    await inTransaction(
      async (tx) => {
        const on = watched(done, false, tx);
        const ready = await readySearch(on, actor, parseQuery(q), sql`true`);
        const asked = readsTexts(ready) ? firstOf(ready, FIRST_READ) : ready;
        await foundUnits(on, asked, { limit: 20, offset: 0 }, MOST_COUNTED + 1);
        const list = new List([{ id: huge, total: 300_000 }], readSearch(q), on);
        await list.slice(await list.sizes(), 0, WINDOW.ahead);
      },
      { pool: searchPool },
    );
    if (done.scans.includes("units")) found.push(q);
  }
  return found;
}

/** Runs the bench of searches; the database must be empty. */
export async function benchSearch(report: Report): Promise<void> {
  const actor = await loadActor(await benchUser());
  if (!actor) throw new Error("The user is missing.");
  const few = await growSearchWorld(PROGRAM);
  tell(
    report,
    `Search of ${QUERIES.length} kinds by the API, ${few.toLocaleString("en")} strings`,
    await measureAll(asApi(actor)),
    50,
  );
  const many = await growSearchWorld(MILLION);
  const strings = `${many.toLocaleString("en")} strings`;
  tell(report, `Search of ${QUERIES.length} kinds by the API, all counted, ${strings}`, await measureAll(asApi(actor)));
  const pages = await measureAll(asPage(actor));
  tell(
    report,
    `Search of texts on a page, ${strings}`,
    pages.filter(({ text }) => text),
    300,
  );
  tell(
    report,
    `Other searches on a page, ${strings}`,
    pages.filter(({ text }) => !text),
    100,
  );
  const whole = await readAll(actor);
  if (whole.length > 0) console.log(`These read all strings: ${whole.join("; ")}`);
  report.add(`Searches of ${QUERIES.length} kinds that read all of units, ${strings}`, whole.length, "plans", {
    most: 0,
  });
  for (const q of ["zebra", "target:eteled", "state:needs-editing", "has:comment"]) {
    const [tiny, huge] = [await inTranslation(actor, "tiny", q), await inTranslation(actor, "huge", q)];
    report.add(`Search in a translation of 50 strings (${q}), p50`, tiny.p50, "ms");
    report.add(`Search in a translation of 300,000 strings (${q}), p50`, huge.p50, "ms");
    report.add(`Search in a translation (${q}), 300,000 strings against 50, p50`, huge.p50 / tiny.p50, "×", {
      most: 3,
    });
  }
}
