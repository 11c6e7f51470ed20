import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { decideClash } from "@/lib/domain/clashes/decide";
import { listClashes } from "@/lib/domain/clashes/list";
import { type ComponentRow, findComponentById } from "@/lib/domain/components/components";
import { beginLanguage } from "@/lib/domain/creation/add-language";
import { removeLanguageFile, writeLanguageFile } from "@/lib/domain/creation/language-files";
import { removeLanguageFrom } from "@/lib/domain/creation/remove-language";
import { commitPending } from "@/lib/domain/integrate/commit";
import { performOperation } from "@/lib/domain/integrate/operations";
import { updateRepository } from "@/lib/domain/integrate/update";
import { putTakenBack } from "@/lib/domain/lost/taken-back";
import { findTranslation } from "@/lib/domain/translations/translations";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { uploadFile } from "@/lib/domain/uploads/upload-file";
import { type Checkout, copyFolder, dropWorkingCopy, withWorkingCopy } from "@/lib/domain/working-copy/working-copy";
import { db, sql } from "@/lib/platform/database";
import { environment, setEnvironment } from "@/lib/platform/environment";
import type { ClashRule } from "@/lib/text/codes";
import { git, type Upstream } from "../support/git";
import { FILES, type Texts } from "../support/history-files";
import { connect, unitId } from "../support/loop";
import { textRows } from "../support/text-rows";

/** What happens in a random history, and what must be said after each step of it. */

export const STYLES = ["rebase", "merge", "merge_noff"];
export const FORMATS = Object.keys(FILES);

const named = (name: string, count: number) => Array.from({ length: count }, (_, number) => `${name}_${number}`);
/** Strings that only people say, or only upstream, in turn. */
const SPLIT = named("key", 12);
/** Strings that both say at once. */
const DISPUTED = named("disputed", 4);
/** Strings whose newest texts upstream takes away by force. */
const TAKEN = named("taken", 3);
export const KEYS = [...SPLIT, ...DISPUTED, ...TAKEN];
/** A text of these may be marked for a look here, which its file need not know. */
export const MARKED = [...DISPUTED, ...TAKEN];

const ACTS = [
  ...(["say", "say", "say", "say in the other language", "upload", "replace the file"] as const),
  ...(["commit", "commit", "push", "pull", "decide"] as const),
  ...(["they say", "both say", "both say", "they rename", "they move the files"] as const),
  ...(["they take away by force", "put back what they took"] as const),
  ...(["a language here", "a language there", "a language on both sides"] as const),
  ...(["lose the copy", "die before the push", "die behind the push"] as const),
];

export const step = fc.tuple(fc.nat(2), fc.constantFrom(...ACTS), fc.nat(5));
export type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

interface Dispute {
  ours: string;
  theirs: string;
}

export const source = (key: string) => `${key} in English`;

export interface Setting {
  style: string;
  format: string;
  rule: ClashRule;
}

/** A component, its upstream, and what both must say. */
export class History {
  readonly component: ComponentRow;
  readonly upstream: Upstream;
  readonly wanted: Texts = Object.fromEntries(KEYS.map((key) => [key, ""]));
  /** The texts of a second language; undefined while there is none. */
  other: Texts | undefined;
  /** Texts that people said and that nobody took away: each is written once. */
  readonly said = new Set<string>();
  /** Both texts of each clash, and those that a person may still decide. */
  readonly disputes: Dispute[] = [];
  readonly undecided = new Map<string, Dispute>();
  /** What upstream took away by force of each string, and nobody has put back: the newest last. */
  readonly taken = new Map<string, string[]>();
  /** Disputes that a person cannot decide any more: another act said what their strings say. */
  private readonly closed = new Set<string>();
  private readonly machines = [0, 1, 2].map(() => mkdtempSync(join(tmpdir(), "loquat-machine-")));
  /** What upstream calls the keys now: contexts, where source texts name the strings. */
  private readonly names = new Map(KEYS.map((key) => [key, key]));
  private folder = "";

  private constructor(
    private readonly setting: Setting,
    private readonly petra: Actor,
    { component, upstream }: { component: ComponentRow; upstream: Upstream },
  ) {
    this.component = component;
    this.upstream = upstream;
  }

  static async begin(setting: Setting, admin: Actor, petra: Actor): Promise<History> {
    const { settings, write } = FILES[setting.format] as (typeof FILES)[string];
    const english = Object.fromEntries(KEYS.map((key) => [key, source(key)]));
    const blank = Object.fromEntries(KEYS.map((key) => [key, ""]));
    const [en, cs] = ["en", "cs"].map((code) => settings.filemask.replace("*", code)) as [string, string];
    const made = await connect(
      admin,
      {
        ...{ [en]: write(english, english), [cs]: write(blank, english) },
        ...(settings.newBase && { [settings.newBase]: write(blank, english) }),
      },
      { ...settings, mergeStyle: setting.style, clashRule: setting.rule, pushOnCommit: false },
    );
    return new History(setting, petra, made);
  }

  at(machine: number): void {
    setEnvironment({ ...environment(), dataFolder: this.machines[machine] as string });
  }

  get files() {
    return FILES[this.setting.format] as (typeof FILES)[string];
  }

  named(key: string): string {
    return this.names.get(key) as string;
  }

  path(code: string): string {
    return this.folder + this.files.settings.filemask.replace("*", code);
  }

  /** The file that new languages are made from, of formats that need one. */
  private get base(): string | undefined {
    const { newBase } = this.files.settings;
    return newBase && this.folder + newBase;
  }

  /** A language's texts as upstream has them, by the names that it has for the keys. */
  theirs(code = "cs"): Texts {
    return this.files.read(this.upstream.read(this.path(code)));
  }

  upstreamHas(code: string): boolean {
    return this.upstreamHolds(this.path(code));
  }

  private upstreamHolds(path: string): boolean {
    return this.upstream.git("ls-tree", "--name-only", "-r", "main").split("\n").includes(path);
  }

  async operate(operation: "commit" | "pull" | "push"): Promise<void> {
    expect(await performOperation(this.component.repositoryId, operation)).toEqual({ result: true });
  }

  async clashes() {
    const scope = { componentId: this.component.id };
    return (await listClashes(this.petra, scope, {}, { limit: 1000, offset: 0 })).rows;
  }

  async suggestionsOf(key: string): Promise<string[]> {
    const rows = await textRows<{ targets: string[] }>(
      db,
      sql`select targets from suggestions where unit_id = ${await unitId(this.component, "cs", source(key))}`,
    );
    return rows.map(({ targets: [text = ""] }) => text);
  }

  /** One step on one of the machines; its number makes its texts unlike all others. */
  async take([machine, what, which]: Step, number: number): Promise<void> {
    this.at(machine);
    const text = `text ${number}.`;
    const [ours, upstreams] = [SPLIT[which * 2] as string, SPLIT[which * 2 + 1] as string];
    const disputed = DISPUTED[which % DISPUTED.length] as string;
    if (what === "say") await this.say(ours, text);
    else if (what === "say in the other language") await this.sayInOther(ours, text);
    else if (what === "upload") await this.upload(ours, text);
    else if (what === "replace the file") await this.replaceFile(ours, text);
    else if (what === "they say") this.theySay(upstreams, text);
    else if (what === "both say") await this.bothSay(disputed, number);
    else if (what === "decide") await this.decide(disputed, number % 3 === 0 ? "ours" : "theirs");
    else if (what === "they rename") await this.rename(ours, number);
    else if (what === "they move the files") this.moveFiles(number);
    else if (what === "they take away by force") await this.takeAway(TAKEN[which % TAKEN.length] as string, number);
    else if (what === "put back what they took") await this.putBack();
    else if (what === "a language here") await this.languageHere();
    else if (what === "a language there") await this.languageThere(upstreams, text);
    else if (what === "a language on both sides") await this.languageOnBothSides(ours, upstreams, text);
    else if (what === "lose the copy") await dropWorkingCopy(this.component.repositoryId);
    else if (what === "die before the push") await this.die(commitPending);
    else if (what === "die behind the push") await this.die((checkout) => this.pushAlone(checkout, which));
    else await this.operate(what);
  }

  private async edit(code: string, key: string, text: string): Promise<void> {
    const id = await unitId(this.component, code, source(key));
    await editUnit(this.petra, id, { targets: [text], state: 20 });
  }

  private async say(key: string, text: string): Promise<void> {
    await this.edit("cs", key, text);
    this.wanted[key] = text;
    this.said.add(text);
  }

  private async sayInOther(key: string, text: string): Promise<void> {
    if (!this.other) return;
    await this.edit("de", key, text);
    this.other[key] = text;
  }

  private english(): Texts {
    return Object.fromEntries(KEYS.map((key) => [this.named(key), source(key)]));
  }

  private theySay(key: string, text: string): void {
    const file = this.files.write({ ...this.theirs(), [this.named(key)]: text }, this.english());
    this.upstream.commit({ [this.path("cs")]: file });
    this.wanted[key] = text;
  }

  /** A file with one text is merged into what is here. */
  private async upload(key: string, text: string): Promise<void> {
    await this.operate("pull");
    const name = this.named(key);
    await this.uploadAs("translate", this.files.write({ [name]: text }, { [name]: source(key) }));
    this.wanted[key] = text;
    this.said.add(text);
  }

  /** A file takes the place of ours; upstream may go on before it is committed. */
  private async replaceFile(key: string, text: string): Promise<void> {
    await this.operate("pull");
    await this.operate("push");
    await this.uploadAs("replace", this.files.write({ ...this.theirs(), [this.named(key)]: text }, this.english()));
    // Whoever gives a whole file says its other texts, too.
    for (const { ours } of this.undecided.values()) this.closed.add(ours);
    this.wanted[key] = text;
    this.said.add(text);
  }

  private async uploadAs(method: "translate" | "replace", file: string): Promise<void> {
    await uploadFile(this.petra, await findTranslation(this.petra, await this.componentNow(), "cs"), {
      ...{ filename: this.path("cs").split("/").at(-1) as string, bytes: Buffer.from(file), method },
      ...{ conflicts: method === "translate" ? "replace-translated" : "", fuzzy: "" },
    });
  }

  private componentNow(): Promise<ComponentRow> {
    return findComponentById(this.petra, this.component.id);
  }

  /** People and upstream say a string at once, before or after our text is committed. */
  private async bothSay(key: string, number: number): Promise<void> {
    const dispute = { ours: `ours ${number}.`, theirs: `theirs ${number}.` };
    await this.operate("pull");
    await this.operate("push");
    await this.edit("cs", key, dispute.ours);
    if (number % 2 === 0) await this.operate("commit");
    const file = this.files.write({ ...this.theirs(), [this.named(key)]: dispute.theirs }, this.english());
    this.upstream.commit({ [this.path("cs")]: file });
    await this.operate("pull");
    this.wanted[key] = this.setting.rule === "ours" ? dispute.ours : dispute.theirs;
    this.disputes.push(dispute);
    this.undecided.set(key, dispute);
  }

  private async decide(key: string, text: "ours" | "theirs"): Promise<void> {
    const dispute = this.undecided.get(key);
    if (!dispute || this.closed.has(dispute.ours)) return;
    const row = (await this.clashes()).find(({ translatorTargets }) => translatorTargets[0] === dispute.ours);
    await decideClash(this.petra, { componentId: this.component.id }, row?.id ?? 0, { text });
    this.wanted[key] = dispute[text];
    this.undecided.delete(key);
  }

  /** Another key, with the languages' files as they were, under the new key, or without the string. */
  private async rename(key: string, way: number): Promise<void> {
    // Upstream's changes would bring a language back that was removed here.
    if (this.upstreamHas("de") && !this.other) await this.operate("push");
    const was = this.named(key);
    const byKey = this.files.settings.template !== undefined;
    const codes = ["cs", ...(this.upstreamHas("de") ? ["de"] : [])];
    const before = new Map(codes.map((code) => [code, this.theirs(code)]));
    this.names.set(key, `renamed_${was}`);
    const blank = Object.fromEntries(KEYS.map((one) => [this.named(one), ""]));
    const changed: Record<string, string> = {
      [this.path("en")]: this.files.write(this.english(), this.english()),
      ...(this.base && { [this.base]: this.files.write(blank, this.english()) }),
    };
    for (const [code, { [was]: text = "", ...others }] of before) {
      if (byKey && way % 3 === 0) continue;
      const kept = byKey && way % 3 === 1 ? text : "";
      changed[this.path(code)] = this.files.write({ ...blank, ...others, [this.named(key)]: kept }, this.english());
    }
    this.upstream.commit(changed);
  }

  /** Upstream puts all files into another folder. */
  private moveFiles(number: number): void {
    const paths = () => [...["en", "cs", "de"].map((code) => this.path(code)), ...(this.base ? [this.base] : [])];
    const before = paths();
    this.folder = `moved-${number}/`;
    const moved = paths().flatMap((path, at) => {
      const former = before[at] as string;
      return this.upstreamHolds(former) ? [[former, null] as const, [path, this.upstream.read(former)] as const] : [];
    });
    this.upstream.commit(Object.fromEntries<string | null>(moved));
  }

  /** Upstream takes away the newest commits, one of them ours, while another text of ours waits. */
  private async takeAway(key: string, number: number): Promise<void> {
    const [text, away] = [`text ${number}.`, `taken ${number}.`];
    await this.operate("pull");
    await this.operate("push");
    const before = this.upstream.git("rev-parse", "main").trim();
    await this.edit("cs", key, away);
    await this.operate("push");
    this.theySay(SPLIT[1] as string, `taken too ${number}.`);
    this.wanted[SPLIT[1] as string] = "";
    await this.operate("pull");
    await this.say(SPLIT[0] as string, text);
    this.upstream.git("update-ref", "refs/heads/main", before);
    this.wanted[SPLIT[1] as string] = this.theirs()[this.named(SPLIT[1] as string)] ?? "";
    this.upstream.commit({ "notes.txt": before });
    await this.operate("pull");
    this.taken.set(key, [...(this.taken.get(key) ?? []), away]);
    expect(await this.suggestionsOf(key)).toEqual(expect.arrayContaining(this.taken.get(key) as string[]));
  }

  /** The newest text of each string that upstream took away is its translation again. */
  private async putBack(): Promise<void> {
    const newest = [...this.taken].map(([key, texts]) => [key, texts.pop() as string] as const);
    const { done } = await putTakenBack(this.petra, await this.componentNow());
    expect(done).toBe(newest.length);
    for (const [key, text] of newest) {
      if (this.taken.get(key)?.length === 0) this.taken.delete(key);
      this.wanted[key] = text;
      this.said.add(text);
    }
  }

  private async addLanguage(): Promise<void> {
    await beginLanguage(this.petra, await this.componentNow(), "de");
    const { id } = await findTranslation(this.petra, await this.componentNow(), "de");
    await writeLanguageFile(this.component.repositoryId, id);
    this.other = {};
  }

  /** A second language is added here, or removed. */
  private async languageHere(): Promise<void> {
    if (!this.other) {
      await this.operate("push");
      return this.addLanguage();
    }
    // What upstream has changed of it would bring it back.
    await this.operate("pull");
    const translation = await findTranslation(this.petra, await this.componentNow(), "de");
    await removeLanguageFrom(this.petra, translation);
    const { repositoryId: repository, id: component } = this.component;
    await removeLanguageFile({ repository, component, filename: translation.filename, language: "de" });
    this.other = undefined;
  }

  private theirOther(key: string, text: string): string {
    const blank = Object.fromEntries(KEYS.map((one) => [this.named(one), ""]));
    return this.files.write({ ...blank, [this.named(key)]: text }, this.english());
  }

  /** Upstream adds a second language, or removes it with all that had not been pushed. */
  private async languageThere(key: string, text: string): Promise<void> {
    if (!this.other) {
      await this.operate("push");
      this.upstream.commit({ [this.path("de")]: this.theirOther(key, text) });
      this.other = { [key]: text };
    } else if (this.upstreamHas("de")) {
      this.upstream.commit({ [this.path("de")]: null });
      this.other = undefined;
    }
    await this.operate("pull");
  }

  private async languageOnBothSides(key: string, theirKey: string, text: string): Promise<void> {
    if (this.other) return;
    await this.operate("push");
    await this.addLanguage();
    await this.sayInOther(key, text);
    this.upstream.commit({ [this.path("de")]: this.theirOther(theirKey, `their ${text}`) });
    await this.operate("pull");
    this.other = { [key]: text, [theirKey]: `their ${text}` };
  }

  /** A process that dies once its work is done: nothing of what it would do last happens. */
  private async die(work: (checkout: Checkout) => Promise<unknown>): Promise<void> {
    const { repositoryId } = this.component;
    const dying = withWorkingCopy(repositoryId, async (checkout) => {
      await work(checkout);
      await db.run(sql`update repositories set lease_owner = 'somebody who died' where id = ${repositoryId}`);
      throw new Error("killed");
    });
    await expect(dying).rejects.toThrow("killed");
  }

  /** Commits that reach upstream, half of them made anew on top of it, of which nothing is written down any more. */
  private async pushAlone(checkout: Checkout, which: number): Promise<void> {
    if (which % 2 === 0) await updateRepository(checkout);
    await commitPending(checkout);
    try {
      git(copyFolder(this.component.repositoryId), "push", "--quiet", this.upstream.url, "HEAD:main");
    } catch {
      // Upstream is ahead and refuses.
    }
  }
}
