import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { matchFilemask } from "@/lib/text/formats/kernel/filemask";
import { findFormat } from "@/lib/text/formats/registry";
import { optionsFor } from "../../formats/samples";
import { componentsOf } from "./components";
import { judge } from "./judge";
import { type Disputed, type Merge, Repository } from "./repository";
import type { Exhibit, Verdict } from "./verdict";

/**
 * `npm run museum -- GIT_DIRECTORY…`: merges every translation file that two sides of a real history changed, as Loquat
 * does, and holds the outcome against git's and against what the people made of it. Long histories go in slices:
 * `--merges 1-1000` takes the first thousand merges.
 */

const { values: given, positionals: folders } = parseArgs({
  options: { merges: { type: "string", default: "1-" } },
  allowPositionals: true,
});
const [, from, to] = /^(\d+)-(\d*)$/.exec(given.merges) ?? [];
if (folders.length === 0 || from === undefined) {
  console.error("Name git directories: npm run museum -- [--merges 1-1000] GIT_DIRECTORY…");
  process.exit(1);
}

const place = mkdtempSync(join(tmpdir(), "loquat-museum-"));
process.on("exit", () => rmSync(place, { recursive: true, force: true }));

interface Tally {
  merges: number;
  files: number;
  unreadable: number;
  /** Documents that are not built like their base. */
  apart: number;
  unwritable: number;
  changed: number;
  wrong: number;
  clashes: number;
  gone: number;
  gitStops: number;
  /** Places where git stops. */
  gitPlaces: number;
  agreed: number;
  compared: number;
  /** Strings that read otherwise in the people's merge: in files that it has from one side whole, and in the others. */
  whole: number;
  open: number;
  undone: number;
  third: number;
}

const nothing = (): Tally => ({
  ...{ merges: 0, files: 0, unreadable: 0, apart: 0, unwritable: 0, changed: 0, wrong: 0, clashes: 0, gone: 0 },
  ...{ gitStops: 0, gitPlaces: 0, agreed: 0, compared: 0, whole: 0, open: 0, undone: 0, third: 0 },
});

/** How many places of a file git leaves to a person. */
function gitConflicts({ ours, base, theirs }: Exhibit): number {
  const paths = { ours, base, theirs };
  for (const [name, bytes] of Object.entries(paths)) writeFileSync(join(place, name), bytes);
  const { status } = spawnSync("git", ["merge-file", "-p", "ours", "base", "theirs"], { cwd: place, maxBuffer: 1e9 });
  return status !== null && status > 0 && status < 128 ? status : 0;
}

async function exhibitOf(
  repository: Repository,
  merge: Merge,
  file: Disputed,
  base: string,
): Promise<Exhibit | undefined> {
  const [before, ours, theirs] = [
    await repository.read(file.base),
    await repository.read(file.ours),
    await repository.read(file.theirs),
  ];
  const people = await repository.read(`${merge.commit}:${file.path}`);
  if (!before || !ours || !theirs) return undefined;
  const exhibit = { base: before, ours, theirs, people };
  if (base === "") return exhibit;
  const at = (commit: string) => repository.read(`${commit}:${base}`);
  const template = await at(merge.commit);
  const templates = { base: await at(merge.base), ours: await at(merge.ours), theirs: await at(merge.theirs) };
  return { ...exhibit, template, templates };
}

/** Whether the people's merge took the file from one side, with all that the other side had changed lost. */
const isOneSide = ({ ours, theirs, people }: Exhibit): boolean =>
  people !== undefined && [ours, theirs].some((side) => Buffer.compare(side, people) === 0);

async function visit(folder: string): Promise<Tally> {
  const tally = nothing();
  const repository = new Repository(folder);
  const components = await componentsOf(repository);
  for (const merge of repository.merges(Number(from), to ? Number(to) : undefined)) {
    tally.merges++;
    for (const file of repository.disputed(merge)) {
      const component = components.find(
        ({ filemask, template }) => file.path !== template && matchFilemask(filemask, file.path) !== undefined,
      );
      const format = component && findFormat(component.fileFormat);
      const exhibit = format && (await exhibitOf(repository, merge, file, component.template));
      if (!component || !format || !exhibit) continue;
      tally.files++;
      const code = matchFilemask(component.filemask, file.path) ?? "en";
      const options = optionsFor(code, { monolingual: component.template !== "" });
      // In Loquat people change texts; who changed which strings there are was upstream.
      const { ours, theirs } = exhibit;
      let verdict = judge(format, exhibit, options);
      const cost = (judged: Verdict) => (judged.kind === "merged" ? judged.unwritable.length + judged.restored : 0);
      if (cost(verdict) > 0) {
        const { templates: t } = exhibit;
        const templates = t && { base: t.base, ours: t.theirs, theirs: t.ours };
        const turned = judge(format, { ...exhibit, ours: theirs, theirs: ours, templates }, options);
        if (cost(turned) < cost(verdict)) verdict = turned;
      }
      const name = `${merge.commit.slice(0, 9)} ${file.path}`;
      if (verdict.kind === "unreadable") {
        tally.unreadable++;
        continue;
      }
      const places = gitConflicts(exhibit);
      if (places > 0) tally.gitStops++;
      tally.gitPlaces += places;
      tally.changed += verdict.changed;
      tally.clashes += verdict.clashes.length;
      tally.gone += verdict.gone.length;
      if (verdict.apart) tally.apart++;
      tally.unwritable += verdict.unwritable.length;
      tally.wrong += verdict.wrong.length;
      tally.agreed += verdict.agreed;
      tally.compared += verdict.compared;
      if (isOneSide(exhibit)) tally.whole += verdict.compared - verdict.agreed;
      else for (const kind of ["open", "undone", "third"] as const) tally[kind] += verdict.otherwise[kind];
      for (const { id, reason } of verdict.unwritable) console.log(`unwritable ${name}: ${id}: ${reason}`);
      if (verdict.wrong.length > 0) console.log(`wrong      ${name}: ${verdict.wrong.slice(0, 3).join(", ")}`);
    }
  }
  repository.close();
  return tally;
}

function say(name: string, tally: Tally): void {
  const share = tally.compared === 0 ? "" : `${((100 * tally.agreed) / tally.compared).toFixed(2)} %`;
  console.log(
    `${name}: ${tally.merges} merges, ${tally.files} files changed on both sides (${tally.unreadable} unreadable, ${tally.apart} not built like their base), ${tally.changed} strings changed;\n` +
      `  ${tally.wrong} wrong, ${tally.clashes} clashes, ${tally.unwritable} unwritable, ${tally.gone} gone with their sources; git stops in ${tally.gitStops} files at ${tally.gitPlaces} places; ${share} as the people decided;\n` +
      `  of the others ${tally.whole} are in files taken from one side whole, ${tally.undone} are as before, though one side alone changed them, ${tally.open} are left to a person, ${tally.third} say what neither side does`,
  );
}

const all = nothing();
for (const folder of folders) {
  const tally = await visit(folder);
  for (const name of Object.keys(all) as (keyof Tally)[]) all[name] += tally[name];
  say(basename(folder) === ".git" ? basename(dirname(folder)) : basename(folder), tally);
}
if (folders.length > 1) say("all", all);
process.exit(all.wrong === 0 ? 0 : 1);
