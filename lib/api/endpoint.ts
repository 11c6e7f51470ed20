import { z } from "zod";
import type { Actor } from "@/lib/domain/access/actor";
import type { Window } from "@/lib/domain/window";
import type { Session } from "@/lib/platform/sign-in";

/** Contracts: each endpoint is declared once, and validation, types, documents, pages and tests come from it. */

export const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"] as const;
export type Method = (typeof METHODS)[number];
export type ContractMethod = Exclude<Method, "HEAD" | "OPTIONS">;

/** Formats an answer can be asked for. */
export type FormatName = "json" | "api" | "csv" | "json-flat";

type Nothing = z.ZodObject<Record<never, never>>;

export interface Endpoint<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  A extends z.ZodType | undefined = z.ZodType | undefined,
> {
  readonly method: ContractMethod;
  /** With names in braces, as "/api/projects/{project}/". */
  readonly path: string;
  /** Release of the reference that brought it (the contract 0.1); undefined for what only Loquat has. */
  readonly since: string | undefined;
  readonly summary: string;
  readonly description: string;
  /** Who may, as a sentence for documents; the domain is the lock. */
  readonly permission: string;
  readonly tag: string;
  readonly params: P;
  readonly query: Q;
  readonly body: B | undefined;
  /** Undefined for an answer without a body, or one that is no JSON. */
  readonly answer: A;
  readonly status: 200 | 201 | 202 | 204;
  /** Further statuses of refusals, beside those that every address has, with what they mean. */
  readonly refusals: Readonly<Record<number, string>>;
  /** True when a caller without credentials may use an unsafe method here. */
  readonly anonymous: boolean;
  /** True when reading takes a credential: then nobody gets 401 instead of 403. */
  readonly signedIn: boolean;
  /** True when `json-flat` returns the bare list. */
  readonly flat: boolean;
  /** Whether the bare list is the installation's default. */
  readonly bare: () => boolean;
  /** Media types of an answer that the handler makes itself; negotiation is left to it. */
  readonly media: readonly string[] | undefined;
  /** Field of the body that may be the whole body, named by Content-Disposition; the others then come as a query. */
  readonly file: string | undefined;
  /** False where requests are not counted against the caller's allowance. */
  readonly throttled: boolean;
  /** False where nobody is asked who they are: credentials are not looked at, and the actor is nobody. */
  readonly identified: boolean;
  /** True where the handler reads the body itself, as it must see the bytes that were signed. */
  readonly ownBody: boolean;
  /** Bytes of the largest body; the installation's limit when it is undefined or larger than that. */
  readonly largest: number | undefined;
  /** True where no answer may be kept by a browser. */
  readonly unkept: boolean;
  /** True where our own pages read what a session may see that looks through other eyes; all else is refused to it. */
  readonly viewable: boolean;
  /** Whether anything is here at all, asked before anything else, of whatever method. @throws what is answered instead */
  readonly gate: (request: Request, params: RawParams) => void;
}

/** Parameters of a path as the router gives them. */
export type RawParams = Record<string, string | string[] | undefined>;

interface Declaration<P, Q, B, A> {
  method: ContractMethod;
  path: string;
  since?: string;
  summary: string;
  description?: string;
  permission?: string;
  tag: string;
  params?: P;
  query?: Q;
  body?: B;
  answer?: A;
  status?: Endpoint["status"];
  refusals?: Endpoint["refusals"];
  anonymous?: boolean;
  signedIn?: boolean;
  flat?: boolean;
  bare?: () => boolean;
  media?: readonly string[];
  file?: string;
  throttled?: boolean;
  identified?: boolean;
  ownBody?: boolean;
  largest?: number;
  unkept?: boolean;
  viewable?: boolean;
  gate?: Endpoint["gate"];
}

/** Declares an endpoint. A contract without an answer schema answers 204 unless told otherwise. */
export function endpoint<
  P extends z.ZodType = Nothing,
  Q extends z.ZodType = Nothing,
  B extends z.ZodType = Nothing,
  A extends z.ZodType | undefined = undefined,
>(given: Declaration<P, Q, B, A>): Endpoint<P, Q, B, A> {
  const nothing = z.object({});
  return {
    method: given.method,
    path: given.path,
    since: given.since,
    summary: given.summary,
    description: given.description ?? "",
    permission: given.permission ?? "",
    tag: given.tag,
    params: given.params ?? (nothing as unknown as P),
    query: given.query ?? (nothing as unknown as Q),
    body: given.body,
    answer: given.answer as A,
    status: given.status ?? (given.answer || given.media ? 200 : 204),
    refusals: given.refusals ?? {},
    anonymous: given.anonymous ?? false,
    signedIn: given.signedIn ?? false,
    flat: given.flat ?? false,
    bare: given.bare ?? (() => false),
    media: given.media,
    file: given.file,
    throttled: given.throttled ?? true,
    identified: given.identified ?? true,
    ownBody: given.ownBody ?? false,
    largest: given.largest,
    unkept: given.unkept ?? false,
    viewable: given.viewable ?? false,
    gate: given.gate ?? (() => {}),
  };
}

/** Names of schemas, for references in the OpenAPI document. */
export const schemaNames = z.registry<{ id: string }>();

/** Gives a schema its name in documents. */
export function schema<T extends z.ZodType>(name: string, type: T): T {
  schemaNames.add(type, { id: name });
  return type;
}

/** What a presenter of the schema gives. */
export type Answer<T extends z.ZodType> = z.output<T>;

const PAGE = Symbol("page");

export interface PageLimits {
  /** Items per page when the client does not say; undefined means the installation's default. */
  size: number | undefined;
  max: number;
}

export type PageSchema<I extends z.ZodType> = z.ZodType<{
  count: number;
  next: string | null;
  previous: string | null;
  results: z.output<I>[];
}> & { readonly [PAGE]: PageLimits };

/** The schema of a paginated list. */
export function pageOf<I extends z.ZodType>(item: I, limits: Partial<PageLimits> = {}): PageSchema<I> {
  const envelope = z.object({
    count: z.int().describe("Total number of items."),
    next: z.string().nullable().describe("Address of the next page."),
    previous: z.string().nullable().describe("Address of the previous page."),
    results: z.array(item),
  });
  return Object.assign(envelope, {
    [PAGE]: { size: limits.size, max: limits.max ?? 1000 },
  }) as unknown as PageSchema<I>;
}

/** Limits of a paginated answer, undefined for any other. */
export function pageLimits(answer: z.ZodType | undefined): PageLimits | undefined {
  return (answer as Partial<PageSchema<z.ZodType>> | undefined)?.[PAGE];
}

/** One window of a list, presented. */
export interface Listed<T> {
  items: T[];
  count: number;
  /** Replaces the page links, for lists that are followed by a cursor. */
  links?: { next: string | null; previous: string | null };
  /** Further members of the envelope. */
  more?: Record<string, unknown>;
}

/** Presents a domain list. */
export function present<R, T>(found: { rows: readonly R[]; count: number }, presenter: (row: R) => T): Listed<T> {
  return { items: found.rows.map(presenter), count: found.count };
}

/** An answer with headers of its own, and with a status where the contract leaves several open. */
export class Reply<T> {
  constructor(
    readonly value: T,
    readonly headers: Record<string, string> = {},
    readonly status?: number,
  ) {}
}

type Plain<A> = A extends PageSchema<infer I> ? Listed<z.output<I>> : A extends z.ZodType ? z.output<A> : undefined;

/**
 * What a handler gives for a contract: the value, the value with headers, or a whole answer when it is no JSON. A
 * contract without an answer ignores what it gets.
 */
export type HandlerResult<A> = A extends z.ZodType ? Plain<A> | Reply<Plain<A>> | Response : unknown;

export interface HandlerInput<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> {
  actor: Actor;
  session: Session | undefined;
  params: z.output<P>;
  query: z.output<Q>;
  body: z.output<B>;
  /** The part of the list that is asked for; of a contract without pages everything up to 1000. */
  window: Window;
  request: Request;
  /** The format that was asked for. */
  format: FormatName;
}
