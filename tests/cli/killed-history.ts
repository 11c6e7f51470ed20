import { setTimeout as pause } from "node:timers/promises";
import fc from "fast-check";
import type { Actor } from "@/lib/domain/access/actor";
import type { ComponentRow } from "@/lib/domain/components/components";
import { db, sql } from "@/lib/platform/database";
import type { ClashRule } from "@/lib/text/codes";
import type { Upstream } from "../support/git";
import { FILES, type Texts } from "../support/history-files";
import { connect, unitId } from "../support/loop";
import { textRows } from "../support/text-rows";
import { DEATHS, type Machines } from "./machines";

/**
 * What happens in a random history on machines that are killed: in each round several people, upstream, and operations
 * act at once, while a process dies. Whoever gets no answer asks another machine again.
 */

const named = (name: string, count: number) => Array.from({ length: count }, (_, number) => `${name}_${number}`);
/** Strings that only people say, or only upstream; of these both say some at once. */
const OURS = named("ours", 8);
const THEIRS = named("theirs", 6);
const DISPUTED = named("disputed", 4);
export const KEYS = [...OURS, ...THEIRS, ...DISPUTED];

const ACTS = [
  ...(["say", "say", "say", "say in the other language", "upload", "they say", "they say", "both say"] as const),
  ...(["commit", "push", "push", "pull", "pull", "file-sync", "they move the files"] as const),
  ...(["a language here", "a language there"] as const),
];

const OPERATIONS: readonly string[] = ["commit", "push", "pull", "file-sync"];

const act = fc.tuple(fc.constantFrom(...ACTS), fc.nat(3), fc.nat(300));
/** Acts of one round with the moment at which each begins, and a death with its moment; one of three rounds has none. */
export const round = fc.record({
  acts: fc.array(act, { minLength: 2, maxLength: 5 }),
  death: fc.option(fc.tuple(fc.nat(8), fc.constantFrom(...DEATHS), fc.nat(1200)), { freq: 3 }),
});
export type Round = typeof round extends fc.Arbitrary<infer Value> ? Value : never;

export const source = (key: string) => `${key} in English`;

export interface Setting {
  style: string;
  format: string;
  rule: ClashRule;
}

export class KilledHistory {
  /** What each string must say in the end; of those that both said at once one of two texts. */
  readonly wanted = new Map<string, string[]>(KEYS.map((key) => [key, [""]]));
  /** The second language; undefined while nobody has added it. */
  other: Texts | undefined;
  /** Texts that people said and an answer confirmed. */
  readonly said = new Set<string>();
  /** Both texts of each dispute. */
  readonly disputes: { key: string; ours: string; theirs: string }[] = [];
  /** Operations that answered with a failure, in words. */
  readonly failures: string[] = [];
  private folder = "";

  private constructor(
    readonly setting: Setting,
    private readonly machines: Machines,
    readonly component: ComponentRow,
    readonly upstream: Upstream,
    private readonly path: string,
  ) {}

  static async begin(setting: Setting, admin: Actor, machines: Machines): Promise<KilledHistory> {
    const { settings, write } = FILES[setting.format] as (typeof FILES)[string];
    const english = Object.fromEntries(KEYS.map((key) => [key, source(key)]));
    const blank = Object.fromEntries(KEYS.map((key) => [key, ""]));
    const file = (code: string) => settings.filemask.replace("*", code);
    const { component, upstream } = await connect(
      admin,
      {
        ...{ [file("en")]: write(english, english), [file("cs")]: write(blank, english) },
        ...(settings.newBase && { [settings.newBase]: write(blank, english) }),
      },
      { ...settings, mergeStyle: setting.style, clashRule: setting.rule, pushOnCommit: false },
    );
    const [row] = await textRows<{ slug: string }>(
      db,
      sql`select slug from projects where id = ${component.projectId}`,
    );
    return new KilledHistory(setting, machines, component, upstream, `${row?.slug}/${component.slug}`);
  }

  private get files() {
    return FILES[this.setting.format] as (typeof FILES)[string];
  }

  private english(): Texts {
    return Object.fromEntries(KEYS.map((key) => [key, source(key)]));
  }

  private fileOf(code: string): string {
    return this.folder + this.files.settings.filemask.replace("*", code);
  }

  private holds(path: string, at = "main"): boolean {
    return this.upstream.git("ls-tree", "--name-only", "-r", at).split("\n").includes(path);
  }

  /** A language's texts as upstream has them at a commit. */
  theirs(code = "cs", at = "main"): Texts {
    return this.files.read(this.upstream.git("show", `${at}:${this.fileOf(code)}`));
  }

  upstreamHas(code: string): boolean {
    return this.holds(this.fileOf(code));
  }

  /** All acts of a round at once, and a death in their midst. */
  async take({ acts, death }: Round, number: number): Promise<void> {
    // Two that say one string at once are a dispute; each other string has one voice in a round.
    const once = new Map(acts.map((one, at) => [OPERATIONS.includes(one[0]) ? at : `${one[0]} ${one[1]}`, one]));
    const works = [...once.values()].map(async ([what, which, wait], at) => {
      await pause(wait);
      await this.act(what, which, `text ${number}-${at}.`);
    });
    const dying = death && pause(death[2]).then(() => this.machines.kill(death[0], death[1]));
    await Promise.all([...works, dying]);
  }

  private async act(what: (typeof ACTS)[number], which: number, text: string): Promise<void> {
    if (what === "say") await this.say(OURS[which] as string, text);
    else if (what === "upload") await this.upload(OURS[4 + which] as string, text);
    else if (what === "say in the other language") await this.sayInOther(OURS[which] as string, text);
    else if (what === "they say") this.theySay(THEIRS[which] as string, text);
    else if (what === "both say") await this.bothSay(DISPUTED[which] as string, text);
    else if (what === "they move the files") this.moveFiles(text.replaceAll(/\W/g, "-"));
    else if (what === "a language here") await this.languageHere();
    else if (what === "a language there") this.languageThere(THEIRS[5] as string, text);
    else await this.operate(what);
  }

  async operate(operation: string): Promise<void> {
    for (let tries = 0; tries < 5; tries++) {
      const { status, body } = await this.machines.ask("POST", `/api/components/${this.path}/repository/`, {
        operation,
      });
      const answer = body as { result?: boolean; detail?: string };
      if (status === 200 && answer.result === true) return;
      this.failures.push(`${operation}: ${status} ${JSON.stringify(answer)}`);
    }
    throw new Error(`${operation} does not work: ${this.failures.at(-1)}`);
  }

  private async edit(code: string, key: string, text: string): Promise<void> {
    for (let tries = 0; tries < 5; tries++) {
      const id = await unitId(this.component, code, source(key));
      const { status, body } = await this.machines.ask("PATCH", `/api/units/${id}/`, { target: [text], state: 20 });
      if (status === 200) return;
      this.failures.push(`PATCH ${key}: ${status} ${JSON.stringify(body)}`);
    }
    throw new Error(`Nobody can say ${key}: ${this.failures.at(-1)}`);
  }

  private async say(key: string, text: string): Promise<void> {
    await this.edit("cs", key, text);
    this.wanted.set(key, [text]);
    this.said.add(text);
  }

  private async sayInOther(key: string, text: string): Promise<void> {
    const [row] = await textRows(
      db,
      sql`
        select 1 from units u join translations t on t.id = u.translation_id join languages l on l.id = t.language_id
          join source_units s on s.id = u.source_id
        where t.component_id = ${this.component.id} and l.code = 'de' and (s.context = ${key} or s.sources[1] = ${source(key)})`,
    );
    if (!row || !this.other) return;
    await this.edit("de", key, text);
    this.other[key] = text;
  }

  private async upload(key: string, text: string): Promise<void> {
    const form = new FormData();
    const name = this.fileOf("cs").split("/").at(-1) as string;
    form.set("file", new Blob([this.files.write({ [key]: text }, { [key]: source(key) })]), name);
    form.set("method", "translate");
    form.set("conflicts", "replace-translated");
    const { status, body } = await this.machines.ask("POST", `/api/translations/${this.path}/cs/file/`, form);
    if (status !== 200) throw new Error(`The upload is refused: ${status} ${JSON.stringify(body)}`);
    this.wanted.set(key, [text]);
    this.said.add(text);
  }

  /** What upstream changes, on top of whatever it has in this moment. */
  private change(changed: (at: string) => Record<string, string | null>): void {
    for (let done = false; !done; ) {
      const at = this.upstream.git("rev-parse", "main").trim();
      done = this.upstream.commitBehind(at, changed(at));
    }
  }

  private write(code: string, key: string, text: string): void {
    this.change((at) => ({
      [this.fileOf(code)]: this.files.write({ ...this.theirs(code, at), [key]: text }, this.english()),
    }));
  }

  private theySay(key: string, text: string): void {
    this.write("cs", key, text);
    this.wanted.set(key, [text]);
  }

  private async bothSay(key: string, text: string): Promise<void> {
    const [ours, theirs] = [`ours ${text}`, `theirs ${text}`];
    const edited = this.edit("cs", key, ours);
    this.write("cs", key, theirs);
    await edited;
    this.wanted.set(key, [ours, theirs]);
    this.disputes.push({ key, ours, theirs });
  }

  private moveFiles(name: string): void {
    const before = this.folder;
    const { newBase } = this.files.settings;
    this.change((at) => {
      this.folder = before;
      const old = [...["en", "cs", "de"].map((code) => this.fileOf(code)), ...(newBase ? [before + newBase] : [])];
      this.folder = `moved-${name}/`;
      return Object.fromEntries(
        old.flatMap((path) =>
          this.holds(path, at)
            ? [
                [path, null],
                [this.folder + path.slice(before.length), this.upstream.git("show", `${at}:${path}`)],
              ]
            : [],
        ),
      );
    });
  }

  private async languageHere(): Promise<void> {
    const { status, body } = await this.machines.ask("POST", `/api/components/${this.path}/translations/`, {
      language_code: "de",
    });
    // Whoever asks again, or upstream, has added it already.
    const isThere = status === 400 && /already|exists|has /i.test(JSON.stringify(body));
    if (status !== 201 && status !== 200 && !isThere)
      throw new Error(`The language is refused: ${status} ${JSON.stringify(body)}`);
    this.other ??= {};
  }

  private languageThere(key: string, text: string): void {
    const blank = Object.fromEntries(KEYS.map((one) => [one, ""]));
    const path = this.fileOf("de");
    if (this.holds(path)) this.write("de", key, text);
    else
      this.change((at) =>
        this.holds(path, at)
          ? { [path]: this.files.write({ ...this.theirs("de", at), [key]: text }, this.english()) }
          : { [path]: this.files.write({ ...blank, [key]: text }, this.english()) },
      );
    this.other = { ...this.other, [key]: text };
  }
}
