import { loadActor, SERVICE } from "@/lib/domain/access/actor";
import { updateProject } from "@/lib/domain/projects/projects";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { askComponents, askTouched } from "@/lib/domain/units/related-checks";
import { db, sql } from "@/lib/platform/database";
import { textRow, textRows } from "../support/text-rows";
import { growOne, makeLarge } from "./large";
import { benchUser, startWorker } from "./machine";
import { quantile, type Report, timed } from "./report";

/** Strings of one component, in eleven languages; `LOQUAT_BENCH_STRINGS` says another number. */
const STRINGS = 540_000;

/** Waits until the worker has followed all flags. */
async function followed(): Promise<void> {
  const open = () =>
    textRow<{ open: number }>(
      db,
      sql`select count(*)::int as open from tasks where kind = 'follow-flags' and state in ('pending', 'running')`,
    );
  while ((await open())?.open !== 0) await new Promise((done) => setTimeout(done, 100));
  const failed = await textRow(db, sql`select id from tasks where kind = 'follow-flags' and state = 'failed'`);
  if (failed) throw new Error("Flags were not followed.");
}

/** Flags of a project that change, and checks that look at other strings. */
export async function benchRecheck(report: Report): Promise<void> {
  await makeLarge();
  const total = await growOne(Math.ceil(Number(process.env.LOQUAT_BENCH_STRINGS ?? STRINGS) / 11));
  const place = await textRow<{ id: number }>(db, sql`select id from projects where slug = 'large'`);
  const actor = await loadActor(await benchUser());
  if (!place || !actor) throw new Error("There is no project.");
  const ids = (
    await textRows<{ id: number }>(
      db,
      sql`select u.id from units u join translations t on t.id = u.translation_id where not t.is_source and u.state = 20 order by md5(u.id::text) limit 400`,
    )
  ).map((row) => row.id);
  /** Saves at the pace of a few people, until it is enough of them; gives how long each took. */
  const save = async (enough: (done: number) => boolean): Promise<number[]> => {
    const waits: number[] = [];
    while (!enough(waits.length)) {
      const began = performance.now();
      const targets = [`Meanwhile ${Math.floor(began)}`];
      await editUnit(actor, ids[waits.length % ids.length] ?? 0, { targets, state: 20 }).catch(() => {});
      waits.push(performance.now() - began);
      await new Promise((done) => setTimeout(done, 50));
    }
    return waits;
  };
  // As in an installation: a process of its own follows flags, and the one that saves goes on.
  const worker = await startWorker();
  await save((done) => done >= 20);
  const alone = quantile(await save((done) => done >= 100), 0.5);
  report.add("A save while no flags are followed, p50", alone, "ms");
  for (const [flags, name] of [
    ["python-format", "none changes"],
    ["max-length:20", "nearly all change"],
    ["read-only", "all are closed"],
    ["", "all are opened"],
  ] as const) {
    await updateProject(SERVICE, "large", { checkFlags: flags });
    let saving = true;
    // What is read-only is not saved.
    const others = flags === "read-only" ? undefined : save(() => !saving);
    const began = performance.now();
    await followed();
    const took = (performance.now() - began) / 1000;
    saving = false;
    const waits = (await others) ?? [];
    report.add(`Flags of a project, ${total} strings, ${name}`, took, "s", { most: 60 });
    if (waits.length <= 20) continue;
    report.add(`A save meanwhile, p95 (${name})`, quantile(waits, 0.95), "ms");
    report.add(`A save meanwhile against one alone, p50 (${name})`, quantile(waits, 0.5) / alone, "×", { most: 2 });
  }
  await worker.stop();
  await askTouched();
  const began = performance.now();
  await askComponents();
  report.add(`Checks that look at other strings, ${total} strings`, (performance.now() - began) / 1000, "s");
  await db.run(sql`vacuum analyze`);
  const saves = await timed(200, (at) => editUnit(actor, ids[at] ?? 0, { targets: [`A new text ${at}`], state: 20 }));
  report.add("A save, with what follows behind it, p50", quantile(saves, 0.5), "ms");
  const asked = await timed(200, async (at) => {
    await editUnit(actor, ids[at] ?? 0, { targets: [`Another text ${at}`], state: 20 });
    await askTouched();
  });
  report.add("A save and the checks behind it, p50", quantile(asked, 0.5), "ms");
}
