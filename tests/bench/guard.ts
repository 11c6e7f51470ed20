import { quantile, type Report } from "./report";

/** How long the quiet ones wait while the worst file and the worst searches are at work. */

const QUIET_MS = 5000;
/** The search that takes longest: sixty expressions over every string. */
const SEARCH = encodeURIComponent(Array.from({ length: 60 }, () => 'source:r"(x+x+)+yN"').join(" OR "));
const SEARCHES = 16;
/** The file of the findings that stopped everybody for longest. */
const FILE = "a,b\n".repeat(1_000_000);

interface Place {
  base: string;
  token: string;
  /** As project/component/language. */
  translation: string;
}

async function ask({ base, token }: Place, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { ...(init.headers as Record<string, string>), Authorization: `Token ${token}` };
  return fetch(base + path, { ...init, headers });
}

/** Milliseconds of `/health` and of saving a string, in turn, until the time is over. */
async function probe(place: Place, unit: number, over: () => boolean): Promise<{ health: number[]; save: number[] }> {
  const samples = { health: [] as number[], save: [] as number[] };
  for (let turn = 0; !over(); turn++) {
    let start = performance.now();
    await (await fetch(`${place.base}/health`)).arrayBuffer();
    samples.health.push(performance.now() - start);
    start = performance.now();
    const body = JSON.stringify({ state: 20, target: [`Text ${turn}`] });
    const headers = { "Content-Type": "application/json" };
    const answer = await ask(place, `/api/units/${unit}/`, { method: "PATCH", body, headers });
    if (!answer.ok) throw new Error(`PATCH: ${answer.status} ${await answer.text()}`);
    await answer.arrayBuffer();
    samples.save.push(performance.now() - start);
    await new Promise((done) => setTimeout(done, 20));
  }
  return samples;
}

async function upload(place: Place): Promise<void> {
  const body = new FormData();
  body.append("file", new File([FILE], "many.csv"));
  body.append("method", "suggest");
  const answer = await ask(place, `/api/translations/${place.translation}/file/`, { method: "POST", body });
  if (!answer.ok) throw new Error(`The upload: ${answer.status} ${await answer.text()}`);
}

/** Seconds after which a refused search comes again, as the answer says. */
async function patience(answer: Response): Promise<number> {
  const text = await answer.text();
  const told = answer.headers.get("retry-after");
  return told !== null ? Number(told) : text.includes("Your other searches are still running") ? 5 : 0.1;
}

/** Searches of strangers, on pages and in the API, as many at a time and one after the other. */
async function searches({ base, translation }: Place, over: () => boolean): Promise<void> {
  const one = async (number: number) => {
    const path = number % 2 ? `/api/units/?q=${SEARCH}` : `/translate/${translation}/?q=${SEARCH}`;
    while (!over()) {
      const seconds = await patience(await fetch(base + path));
      for (let waited = 0; waited < seconds && !over(); waited += 0.1)
        await new Promise((done) => setTimeout(done, 100));
    }
  };
  await Promise.all(Array.from({ length: SEARCHES }, (_, number) => one(number)));
}

/** Adds the figures of a server; `translation` is one whose strings may be edited. */
export async function benchGuard(report: Report, place: Place): Promise<void> {
  const list = await ask(place, `/api/translations/${place.translation}/units/?page_size=1`);
  const { results } = (await list.json()) as { results: { id: number }[] };
  const unit = results[0]?.id ?? 0;
  const until = (end: number) => () => performance.now() >= end;
  await probe(place, unit, until(performance.now() + 1000));
  const idle = await probe(place, unit, until(performance.now() + QUIET_MS));
  let busy = true;
  const work = upload(place).finally(() => {
    busy = false;
  });
  const [loaded] = await Promise.all([probe(place, unit, () => !busy), searches(place, () => !busy), work]);
  for (const [what, name] of [
    ["health", "/health"],
    ["save", "Saving a string"],
  ] as const) {
    const quiet = quantile(idle[what], 0.95);
    report.add(`${name}, idle, p95`, quiet, "ms");
    report.add(`${name}, beside file and searches, p95`, quantile(loaded[what], 0.95), "ms", { most: 5 * quiet });
    report.add(`${name}, beside file and searches, longest`, Math.max(...loaded[what]), "ms");
  }
}
