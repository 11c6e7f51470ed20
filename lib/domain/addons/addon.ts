import type { z } from "zod";
import type { Program } from "@/lib/platform/extract-strings";
import type { Broker } from "@/lib/platform/message-bus";
import type { Person, UnpushedCommit } from "@/lib/platform/vcs/vcs";
import type { UnitState } from "@/lib/text/codes";
import type { FormatPlural } from "@/lib/text/formats/kernel/format";
import type { Refusal } from "@/lib/text/messages/refusal";
import type { ChangeRow } from "../changes/list";
import type { ComponentRow } from "../components/components";
import type { Sentence } from "../errors";
import type { Payload } from "../tasks/kinds";
import type { StringRule } from "../units/edit-strings";

/**
 * What an add-on is. It imports nothing that it acts on: it is handed the component and the functions it may call. Every
 * function of an add-on is safe to run twice.
 */

/** The moments at which an add-on's work is done in the background, as a task. */
export type AddonEvent = Payload<"run-addon">["event"];

/** A file to be written; null content removes it. */
export interface FileChange {
  path: string;
  content: Uint8Array | null;
}

/** The files of our branch, while nobody else touches them. */
export interface AddonFiles {
  paths(): Promise<string[]>;
  /** Text of a file; undefined when there is none. @throws Failed when it is longer than an add-on may read */
  read(path: string): Promise<string | undefined>;
  /** The same as bytes. */
  bytes(path: string): Promise<Uint8Array | undefined>;
  /** Those of several files that there are, in this order. */
  several(paths: readonly string[]): Promise<{ path: string; bytes: Uint8Array }[]>;
  /** Commits in the name of the add-on; false when the files say so already. */
  commit(changes: readonly FileChange[]): Promise<boolean>;
  /** The same for files of languages, whose strings follow at once; edits that wait are written into them before. */
  commitTexts(remake: (files: AddonFiles) => Promise<FileChange[]>): Promise<boolean>;
}

/** A file of a language for everybody who knows its address. */
export interface FileToPublish {
  path: string;
  language: string;
  bytes: Uint8Array;
}

/** What an add-on publishes besides files of languages. */
export interface Published {
  /** The file that people are told the address of; without one the list of all files. */
  entry?: string;
  /** What a file is, where browsers may take it for more than bytes; nothing that others wrote may be. */
  mediaOf?(path: string): string | undefined;
}

/** What one language says: the strings that are translated and have one form. */
export interface LanguageTexts {
  /** Share of all strings that are translated, 0 to 100, rounded down. */
  percent: number;
  /** In the order of the files. */
  texts: { source: string; target: string }[];
}

/** One language of the component. */
export interface AddonTranslation {
  id: number;
  /** Code in the database and in the repository. */
  languageCode: string;
  fileCode: string;
  languageName: string;
  filename: string;
  isSource: boolean;
  plural: FormatPlural;
}

/** What automatic translation is asked for; the names are those of the settings. */
export interface AutoTranslationRequest {
  mode: "suggest" | "translate" | "fuzzy" | "approved";
  q: string;
  auto_source: "others" | "mt";
  component: string;
  engines: readonly string[];
  threshold: number;
}

/** What a bulk edit is asked for. */
export interface BulkEditRequest {
  q: string;
  /** State of the translations; undefined leaves them alone. */
  state: UnitState | undefined;
  addFlags: string;
  removeFlags: string;
  /** Names of labels. */
  addLabels: readonly string[];
  removeLabels: readonly string[];
}

/** A component that discovery wants, as the form of a new component has it. */
export interface SiblingDraft {
  name: string;
  slug: string;
  filemask: string;
  fileFormat: string;
  template: string;
  newBase: string;
  intermediate: string;
  languageRegex: string;
}

/** A component on the same repository. */
export interface Sibling {
  id: number;
  name: string;
  slug: string;
  filemask: string;
  /** True for the one that owns the repository. */
  owner: boolean;
}

/** What an add-on may call; all of it is done in the name of its bot and reaches its own project only. */
export interface AddonTools {
  removeComments(days: number): Promise<number>;
  removeSuggestions(days: number, votes: number): Promise<number>;
  translations(): Promise<AddonTranslation[]>;
  /** Codes of the languages that components of the project are translated into; shared components do not count. */
  projectLanguages(): Promise<string[]>;
  /** Adds a language. Gives why it cannot be added, undefined when it was. */
  addLanguage(code: string): Promise<Sentence | undefined>;
  /** Translates strings of one language without a person. Gives how many. */
  autoTranslate(translation: AddonTranslation, wish: AutoTranslationRequest): Promise<number>;
  /** Edits strings of one language by a rule. Gives how many were changed. */
  editStrings(translation: AddonTranslation, rule: StringRule): Promise<number>;
  /** Strings that a search finds in a language, or in all of the component, counted up to a limit; and the first of their texts. */
  findStrings(q: string, translation?: AddonTranslation): Promise<{ count: number; more: boolean; samples: string[] }>;
  /** What work on the database would come to; all of it is taken back. Nothing outside of the database is to be touched. */
  rehearse<T>(work: () => Promise<T>): Promise<T>;
  /** One change to all strings that a search finds; only counted when it is not to be applied. */
  bulkEdit(wish: BulkEditRequest, apply: boolean): Promise<{ translations: number; sources: number }>;
  withFiles<T>(work: (files: AddonFiles) => Promise<T>): Promise<T>;
  /** A template with the values of one language's file. */
  render(template: string, translation: AddonTranslation): Promise<string>;
  siblings(): Promise<Sibling[]>;
  /** Makes a component on the same repository. Gives why it cannot be made, undefined when it was. */
  createSibling(wanted: SiblingDraft, copyAddons: boolean): Promise<Sentence | undefined>;
  removeSibling(id: number): Promise<void>;
  /** What of the repository upstream does not have. */
  unpushed(): Promise<{ strings: number; commits: number }>;
  /**
   * Makes these the files that the add-on publishes, besides those of before that are to be kept. Gives how many are other
   * ones than before.
   */
  publish(files: readonly FileToPublish[], keep?: readonly string[]): Promise<number>;
  /** The content of a file that the add-on has published; undefined when there is none. */
  readPublished(path: string): Promise<Uint8Array | undefined>;
  /** Strings of a language that are translated. @throws Failed when they are too many */
  texts(translation: AddonTranslation): Promise<LanguageTexts>;
  /** Share of a language's strings that are translated, 0 to 100, rounded down. */
  percent(translation: AddonTranslation): Promise<number>;
  /** Commits, or pushes as well. Gives why that failed, undefined when it did not. */
  operate(operation: "commit" | "push"): Promise<Sentence | undefined>;
  /** Texts of the elements of an HTML page that a CSS selector matches. @throws Error when that takes too long */
  textsOfPage(html: string, selector: string): Promise<string[]>;
  /** Adds texts to the source language; those that are strings already stay. Gives those that were added. */
  addTexts(texts: readonly string[]): Promise<string[]>;
  /** Makes the repository what upstream has. Gives why that failed, undefined when it did not. */
  reset(): Promise<Sentence | undefined>;
}

/** One run in the background. */
export interface AddonRun<S> {
  settings: S;
  event: AddonEvent;
  component: ComponentRow;
  /** When its last run on this component began; before the first run, when it was installed. */
  since: Date;
  tools: AddonTools;
}

/** A commit of one language's file that is about to be made. */
export interface CommitContext<S> {
  settings: S;
  component: ComponentRow;
  translation: AddonTranslation;
  /** All languages of the component. */
  siblings: readonly AddonTranslation[];
  /** The file as it will be committed. */
  content: Uint8Array;
  /** `Name <address>` of whoever the commit is by. */
  author: string;
  now: Date;
  render(template: string): Promise<string>;
}

/** A commit to be made of others. */
export interface CommitPlan {
  message: string;
  author: Person;
}

/** A push that is about to be made. What it makes is what is pushed; the branch itself follows when that worked. */
export interface PushContext<S> {
  settings: S;
  component: ComponentRow;
  /** The add-on as an author. */
  bot: Person;
  /** Commits that upstream does not have, oldest first. */
  commits: readonly UnpushedCommit[];
  /** Code of the language whose file this is, in any component of the repository. */
  languageOf(path: string): string | undefined;
  /** One commit per group of files on top of upstream, in order. False when that would not give the same files. */
  squashPaths(groups: readonly (CommitPlan & { paths: readonly string[] | "rest" })[]): Promise<boolean>;
  /** One commit per group of commits on top of upstream. False when they do not fit in this order. */
  squashCommits(groups: readonly (CommitPlan & { commits: readonly string[] })[]): Promise<boolean>;
}

/** How an add-on tells another service of changes. Bodies are kept as they are, so that they can be sent again. */
export interface Messenger<S> {
  /** Actions of the ledger that are told of; none means all. */
  actionsOf(settings: S): readonly number[];
  bodyOf(change: ChangeRow): Record<string, unknown>;
  /** What is sent for a test. */
  sample(now: Date): Record<string, unknown>;
  /** Where it goes and with which headers. `id` is the same whenever the message is sent. */
  request(given: { settings: S; id: string; body: string; now: Date }): HttpMessage | BusMessage;
}

interface HttpMessage {
  url: string;
  headers: Record<string, string>;
}

/** A message for an exchange of a broker. */
export interface BusMessage {
  broker: Broker;
  topic: string;
  headers: Record<string, string | number>;
}

/** What may be installed on a project may be installed for the whole installation, too. */
export type AddonScope = "component" | "project";

/** One add-on. Methods, not properties: the registry holds add-ons of all settings. */
export interface Addon<S = unknown> {
  /** As clients know it. */
  id: string;
  /** Other names that are taken on input. */
  aliases: readonly string[];
  name: string;
  /** Sentences for people: what it does, and when. */
  description: string;
  /** What its settings must look like, with defaults; the form is made of it. */
  settings: z.ZodType<S>;
  /** True when it may be installed several times in one place. */
  multiple: boolean;
  scopes: readonly AddonScope[];
  /** True when it acts once for all components that share a repository. */
  wholeRepository: boolean;
  /** True when an event in one component concerns all components of the project that it is installed on. */
  wholeProject?: boolean;
  /** Why it does not fit a component, or undefined. */
  unfit?(component: ComponentRow): Refusal | undefined;
  /** Files of the repository of which it needs one to work, and what is said where there is none. */
  needs?(component: ComponentRow): { oneOf: readonly string[]; otherwise: Refusal };
  /** A program of the machine that it cannot work without. */
  program?: Program;
  /** Present when it publishes files at an address of its own. */
  publishes?: Published;
  /** Flags among its settings, by the names of these. */
  flagsIn?(settings: S): Readonly<Record<string, string>>;
  /** When `perform` is called. */
  on: readonly AddonEvent[];
  /** Which of these events it is about with its settings; all of them when left out. */
  wants?(settings: S, event: AddonEvent): boolean;
  /** Actions of the ledger that start it, as the event `changed`. */
  startedBy?(settings: S): readonly number[];
  /** True when nothing that it does, now or by a later commit, starts it or another one like it. */
  isAutomation?: boolean;
  /**
   * Does the work. Gives a sentence on what it did, "" when there was nothing to do, and undefined when it was not time for
   * it yet, so that the run before stays the last one.
   */
  perform?(run: AddonRun<S>): Promise<Sentence | undefined>;
  /** Settings to begin with on a component, where it has better ones than the defaults. */
  suggest?(component: ComponentRow): Readonly<Record<string, unknown>>;
  /** Lines that say what `perform` would do; people are shown them before they install it. */
  preview?(run: Pick<AddonRun<S>, "settings" | "component" | "tools">): Promise<Sentence[]>;
  /** Files that go into the commit; the language's own file among them takes the place of its content. */
  beforeCommit?(moment: CommitContext<S>): Promise<FileChange[]>;
  beforePush?(moment: PushContext<S>): Promise<void>;
  messages?: Messenger<S>;
}
