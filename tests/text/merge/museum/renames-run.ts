import { basename, dirname } from "node:path";
import { type FileString, stringsOf } from "@/lib/domain/files/strings";
import { matchFilemask } from "@/lib/text/formats/kernel/filemask";
import type { FileFormat } from "@/lib/text/formats/kernel/format";
import { findFormat } from "@/lib/text/formats/registry";
import { optionsFor } from "../../formats/samples";
import { componentsOf, type Known } from "./components";
import { judgeAsked, judgeRenames, type Sides, type Strings } from "./renames";
import { Repository } from "./repository";

/**
 * `npm run renames -- GIT_DIRECTORY…`: every commit of a real history in which people renamed keys and took the
 * translations along, and what of it we would have seen had upstream renamed the keys of the base file alone.
 */

const folders = process.argv.slice(2);
if (folders.length === 0) {
  console.error("Name git directories: npm run renames -- GIT_DIRECTORY…");
  process.exit(1);
}

/** Files are read again and again along a history. */
const REMEMBERED = 400;

class Reader {
  private readonly known = new Map<string, Strings>();

  constructor(
    private readonly repository: Repository,
    private readonly format: FileFormat,
  ) {}

  /** The strings of a blob; undefined of one that cannot be read. */
  async strings(blob: string, code: string, isTemplate: boolean): Promise<Strings | undefined> {
    const found = this.known.get(`${blob} ${code}`);
    if (found) return found;
    const bytes = await this.repository.read(blob);
    if (!bytes) return undefined;
    let strings: Map<string, FileString>;
    try {
      const options = optionsFor(code, { monolingual: true, isTemplate });
      const file = this.format.parse(this.format.decode(bytes), options);
      const forms = options.plural.number;
      ({ strings } = stringsOf(file, { monolingual: true, reviews: false, forms, severalValues: false }));
    } catch {
      return undefined;
    }
    if (this.known.size > REMEMBERED) this.known.clear();
    this.known.set(`${blob} ${code}`, strings);
    return strings;
  }

  async sides(
    change: { before: string; after: string },
    code: string,
    isTemplate: boolean,
  ): Promise<Sides | undefined> {
    const before = await this.strings(change.before, code, isTemplate);
    const after = await this.strings(change.after, code, isTemplate);
    return before && after && { before, after };
  }
}

interface Tally {
  commits: number;
  renames: number;
  translations: number;
  lostRenames: number;
  lost: number;
  /** Of the lost ones those whose source text is the same under both keys. */
  lostAlike: number;
  /** Pairs of ours whose strings people translated anew. */
  strange: number;
  /** Keys and translations that the base file does not tell, with half of the languages asked, and pairs that the other half contradicts. */
  asked: number;
  askedTranslations: number;
  askedLost: number;
  askedLostTranslations: number;
  askedStrange: number;
}

const nothing = (): Tally => ({
  commits: 0,
  renames: 0,
  translations: 0,
  lostRenames: 0,
  lost: 0,
  lostAlike: 0,
  strange: 0,
  ...{ asked: 0, askedTranslations: 0, askedLost: 0, askedLostTranslations: 0, askedStrange: 0 },
});

async function visitComponent(repository: Repository, component: Known, tally: Tally): Promise<void> {
  const format = findFormat(component.fileFormat);
  if (!format || component.template === "") return;
  const reader = new Reader(repository, format);
  const seen = new Set<string>();
  const seenAsked = new Set<string>();
  for (const { commit, parent } of repository.touching([component.template])) {
    const changes = repository.changes(parent, commit);
    const template = changes.get(component.template);
    const base = template && (await reader.sides(template, "en", true));
    if (!base || !loses(base)) continue;
    const languages: Sides[] = [];
    for (const [path, change] of changes) {
      const code = path === component.template ? undefined : matchFilemask(component.filemask, path);
      const sides = code === undefined ? undefined : await reader.sides(change, code, false);
      if (sides) languages.push(sides);
    }
    const asked = judgeAsked(base, languages);
    for (const { from, to, translations } of asked.unlike) {
      if (seenAsked.has(`${from}\0${to}`)) continue;
      seenAsked.add(`${from}\0${to}`);
      tally.asked++;
      tally.askedTranslations += translations;
      if (!asked.lost.some((rename) => rename.from === from && rename.to === to)) continue;
      tally.askedLost++;
      tally.askedLostTranslations += translations;
      console.log(`lost though asked ${commit.slice(0, 9)} ${from} → ${to} (${translations})`);
    }
    tally.askedStrange += asked.strange.length;
    for (const { from, to } of asked.strange) console.log(`strange when asked ${commit.slice(0, 9)} ${from} → ${to}`);
    const { renames, lost, strange } = judgeRenames(base, languages);
    for (const { from, to } of strange) {
      const texts = [sourceOf(base.before, from), sourceOf(base.after, to)].map((text) =>
        JSON.stringify(text.slice(0, 80)),
      );
      console.log(`strange ${commit.slice(0, 9)} ${from} → ${to}: ${texts.join(" → ")}`);
    }
    tally.strange += strange.length;
    // One change that was taken over to other branches is one.
    const fresh = (rename: { from: string; to: string }) => !seen.has(`${rename.from}\0${rename.to}`);
    const [counted, missed] = [renames.filter(fresh), lost.filter(fresh)];
    for (const { from, to } of counted) seen.add(`${from}\0${to}`);
    if (counted.length > 0) tally.commits++;
    tally.renames += counted.length;
    tally.lostRenames += missed.length;
    for (const { translations } of counted) tally.translations += translations;
    for (const { from, to, translations, taken } of missed) {
      tally.lost += translations;
      const sources = [sourceOf(base.before, from), sourceOf(base.after, to)] as const;
      if (sources[0] === sources[1]) tally.lostAlike += translations;
      const texts = sources.map((text) => JSON.stringify(text.slice(0, 80)));
      console.log(
        `lost ${commit.slice(0, 9)} ${from} → ${to} (${translations}): ${texts.join(" → ")}${taken ? `, taken for ${taken}` : ""}`,
      );
    }
  }
}

const loses = ({ before, after }: Sides): boolean => [...before.keys()].some((id) => !after.has(id));

const sourceOf = (strings: Strings, context: string): string =>
  [...strings.values()].find((string) => string.context === context)?.sources[0] ?? "";

function say(name: string, tally: Tally): void {
  const { commits, renames, translations, lostRenames, lost, lostAlike, strange } = tally;
  const share = translations === 0 ? "" : ` (${((100 * lost) / translations).toFixed(2)} %)`;
  console.log(
    `${name}: ${commits} commits renamed ${renames} keys with ${translations} translations; ${lostRenames} keys with ${lost} translations lost${share}, ${lostAlike} of them though the source text stayed; ${strange} pairs that people translated anew`,
  );
  const { asked, askedTranslations, askedLost, askedLostTranslations, askedStrange } = tally;
  console.log(
    `  with every second language asked, and the others to judge: ${asked} keys with ${askedTranslations} translations that the base file does not tell, ${askedLost} with ${askedLostTranslations} of them lost; ${askedStrange} pairs that the others contradict`,
  );
}

const all = nothing();
for (const folder of folders) {
  const tally = nothing();
  const repository = new Repository(folder);
  for (const component of await componentsOf(repository)) await visitComponent(repository, component, tally);
  repository.close();
  for (const name of Object.keys(all) as (keyof Tally)[]) all[name] += tally[name];
  say(basename(folder) === ".git" ? basename(dirname(folder)) : basename(folder), tally);
}
if (folders.length > 1) say("all", all);
