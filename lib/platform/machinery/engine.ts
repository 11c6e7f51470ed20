import { AsyncLocalStorage } from "node:async_hooks";
import type { MachineryField } from "@/lib/generated/messages";
import type { MarkerStyle } from "@/lib/text/placeables";
import { FetchError, type SafeAnswer, type SafeRequest, safeFetch } from "../safe-fetch";

/** The one interface of translation services outside. */

/** Messages of the catalogues that name fields. */
export type MachineryWord = MachineryField;

/** One field of a service's settings; validation and forms are made from it. */
export interface EngineField {
  name: string;
  /** Its name: a message below `machineryFields`. */
  label: MachineryWord;
  kind: "text" | "secret" | "url" | "choice";
  required?: boolean;
  /** Stands when the field is left out. */
  fallback?: string;
  choices?: readonly string[];
  /** What the text has to look like. */
  pattern?: RegExp;
  /** Kept only where it is given. */
  sparse?: boolean;
  /** A secret of several lines, such as a file of JSON. */
  lines?: boolean;
  /** More about it: a message, too. */
  help?: MachineryWord;
}

/** Settings of one service, checked against its fields. */
export type EngineSettings = Readonly<Record<string, string>>;

export interface EngineText {
  /** With markers instead of placeables. */
  text: string;
  /** What the string says now, for services that can improve it. */
  previous?: string;
  /** What is known of the string, for services that understand it. */
  about?: EngineContext;
}

/** What somebody who translates sees beside a string. */
export interface EngineContext {
  /** Key or context. */
  key?: string;
  /** Notes of developers. */
  note?: string;
  explanation?: string;
  /** The source of the translation that stands there, where it has changed since. */
  formerSource?: string;
  /** Characters that the translation may have. */
  limit?: number;
  /** What people had read in screenshots that show it. */
  screens?: readonly string[];
  /** Strings before and behind it, with their translations. */
  around?: readonly { source: string; target?: string }[];
}

export interface EngineRequest {
  /** Language codes as Loquat writes them. */
  source: string;
  target: string;
  /** At most `batch` of the engine. */
  texts: readonly EngineText[];
  /** Terms that occur in the texts. */
  glossary: readonly { source: string; target: string; explanation?: string }[];
  /** Told how many tokens were spent, by services that count them. */
  spent?: (tokens: number) => void;
  /** The domain that the flags of the strings name, for services that have several. */
  domain?: string;
  /** Where the answer is brought to, of services that answer later. */
  mailbox?: Mailbox;
}

/** What somebody brought to the address of a question. */
export interface Delivery {
  query: URLSearchParams;
  /** Media type, without parameters and in lower case. */
  type: string;
  body: string;
}

/** What a service said later: what it made of the question, or why it made nothing of it. */
export type Outcome = { answer: string } | { refusal: string };

/** A question to a service that answers later. */
export interface Mailbox {
  /** Where the answer is to be brought; undefined where the same question is on its way or answered already. */
  address: string | undefined;
  /** Waits for what the service says; undefined when it said nothing in this time. What comes later is kept. */
  outcome(withinMs: number): Promise<Outcome | undefined>;
  /** Nothing will come: the service did not take the question. */
  close(): Promise<void>;
}

export interface EngineAnswer {
  text: string;
  /** 0 to the engine's `most`. */
  quality: number;
}

export interface Engine {
  id: string;
  /** Other names it is known by. */
  aliases?: readonly string[];
  name: string;
  /** The greatest quality it reports. */
  most: number;
  markers: MarkerStyle;
  /** Whether it makes something of what is known of a string. */
  reads?: boolean;
  /** Texts in one request. */
  batch: number;
  fields: readonly EngineField[];
  /** Answers for each text, in their order; undefined where the service has none. @throws EngineError */
  translate(settings: EngineSettings, request: EngineRequest): Promise<(EngineAnswer | undefined)[]>;
  /** Of a service that answers later: reads what was brought; undefined for what says nothing of the outcome. */
  receive?(delivery: Delivery): Outcome | undefined;
}

/** The service did not do its part; the message is a sentence without secrets. */
export class EngineError extends Error {
  override readonly name = "EngineError";
  constructor(
    message: string,
    /** Status of the answer, where there was one that refused. */
    readonly status?: number,
  ) {
    super(message);
  }
}

/** Told of a request before it leaves; what it throws keeps the request back. */
export type RequestNote = (url: string, request: SafeRequest) => Promise<void>;

const notes = new AsyncLocalStorage<RequestNote>();

/** Does some work of which each request that brings texts to a service is noted first. */
export const whileNoting = <Value>(note: RequestNote, work: () => Promise<Value>): Promise<Value> =>
  notes.run(note, work);

/**
 * Sends a request to a service and reads JSON.
 * @param textless whether it brings no texts, as one that signs in: it is not noted
 * @throws EngineError
 */
export async function askService(name: string, url: string, request: SafeRequest, textless = false): Promise<unknown> {
  if (!textless) await noteRequest(url, request);
  const { status, text } = await fetchService(name, url, request);
  if (status < 200 || status > 299) throw new EngineError(`${name} refused the request: ${reason(status)}.`, status);
  try {
    return JSON.parse(text);
  } catch {
    throw new EngineError(`${name} returned an answer that is not JSON.`);
  }
}

/** Notes a request that brings texts; of one that packs them, with what is in it. */
export async function noteRequest(url: string, request: SafeRequest): Promise<void> {
  await notes.getStore()?.(url, request);
}

/** Sends a request to a service and gives whatever it answers. It is not noted. @throws EngineError */
export async function fetchService(name: string, url: string, request: SafeRequest): Promise<SafeAnswer> {
  try {
    return await safeFetch(url, request);
  } catch (error) {
    if (error instanceof FetchError) throw new EngineError(`${name}: ${error.message}`);
    throw error;
  }
}

function reason(status: number): string {
  if (status === 401 || status === 403) return "the key is not accepted";
  if (status === 429 || status === 456) return "the usage limit is reached, try again later";
  return `status ${status}`;
}

/** The answers when a service gives one text for each; what is no text is no answer. @throws EngineError for another number */
export function oneEach(
  name: string,
  request: EngineRequest,
  texts: unknown,
  quality: number,
): (EngineAnswer | undefined)[] {
  if (!Array.isArray(texts) || texts.length !== request.texts.length)
    throw new EngineError(`${name} did not return one translation for each text.`);
  return texts.map((text: unknown) => (typeof text === "string" && text !== "" ? { text, quality } : undefined));
}

/** The answer when a service gives the one text that it was asked for. @throws EngineError when it is no text */
export function onlyText(name: string, text: unknown, quality: number): (EngineAnswer | undefined)[] {
  if (typeof text !== "string") throw new EngineError(`${name} did not return a translation.`);
  return [text === "" ? undefined : { text, quality }];
}

/** A member of something from outside, whatever it is. */
export function member(value: unknown, ...path: (string | number)[]): unknown {
  let at = value;
  for (const name of path)
    at =
      typeof at === "object" && at !== null && Object.hasOwn(at, name)
        ? (at as Record<string | number, unknown>)[name]
        : undefined;
  return at;
}

/** The code as most services write it: `pt-BR`, `zh-Hans`. */
export const plainCode = (code: string): string => code.replaceAll("_", "-").replace(/@.*$/, "");

/** The language alone: `pt`. */
export const bareCode = (code: string): string => code.split(/[_@-]/)[0] ?? code;

/** An address with a path below it, whether or not it ends in a slash. */
export const below = (base: string, path: string): string => `${base.replace(/\/+$/, "")}/${path}`;
