import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { Actor } from "@/lib/domain/access/actor";
import { Forbidden, Invalid, NotFound, Unauthenticated } from "@/lib/domain/errors";
import { environment } from "@/lib/platform/environment";
import { refusal } from "@/lib/text/messages/refusal";
import { type Caller, callerOf, NOBODY, TOKEN_HEADER } from "./actor";
import { coerce, fieldErrors } from "./coerce";
import {
  type Endpoint,
  endpoint,
  type FormatName,
  type HandlerInput,
  type HandlerResult,
  type Listed,
  METHODS,
  type Method,
  pageLimits,
  Reply,
} from "./endpoint";
import { HttpError, problemOf, tooMany } from "./errors";
import { commonHeaders, type Exchange, itemsOf, type Outgoing, respond } from "./exchange";
import { stringify } from "./json";
import { lacksPermission } from "./lacks-permission";
import { negotiate, splitSuffix } from "./negotiate";
import { describeOptions, hasAction } from "./options";
import { envelope, listPage, readPage } from "./paging";
import { readBareFile, readBody } from "./read-body";
import { type Sayer, sayerFor } from "./sayer";
import { throttle } from "./throttle";

/** The one way from a request to a domain function and back; routes do nothing of it again. */

/** The most items of a list that is given without pages. */
const WHOLE_LIST = 10_000;

interface Context {
  params: Promise<Record<string, string | string[] | undefined>>;
}

type AnyInput = HandlerInput<z.ZodType, z.ZodType, z.ZodType>;

export interface Binding {
  contract: Endpoint;
  run(input: AnyInput): Promise<unknown>;
  find?(input: Found): Promise<unknown>;
}

/** What an object is found by. */
type Found = Pick<AnyInput, "actor" | "params">;

export type RouteHandler = (request: Request, context: Context) => Promise<Response>;

/**
 * Binds a contract to the function that fulfils it.
 * @param find looks for the object of the path, where `run` reads what was sent before it does: a request that is wrong is
 *   told first that the object is not there
 */
export function on<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType | undefined>(
  contract: Endpoint<P, Q, B, A>,
  run: (input: HandlerInput<P, Q, B>) => Promise<HandlerResult<A>>,
  find?: (input: Pick<HandlerInput<P, Q, B>, "actor" | "params">) => Promise<unknown>,
): Binding {
  const bound = { contract: contract as unknown as Endpoint, run: run as unknown as Binding["run"] };
  return find ? { ...bound, find: find as unknown as (input: Found) => Promise<unknown> } : bound;
}

const CONTRACTS = Symbol.for("loquat.contracts");

/** The contracts behind a route's export, for tests. */
export function contractsOf(handler: unknown): readonly Endpoint[] | undefined {
  return (handler as { [CONTRACTS]?: readonly Endpoint[] } | undefined)?.[CONTRACTS];
}

/** In whose words a request is told what is wrong, where they are not the API's. */
export type SayerOf = (request: Request, actor: Actor) => Promise<Sayer>;

/** Handlers for all methods of one path. What no contract covers is answered 405 with `Allow`; without any contract, 404. */
export const serve = (...bindings: Binding[]): Record<Method, RouteHandler> => serveIn(undefined, bindings);

/** The same in other words than the API's. */
export function serveIn(sayerOf: SayerOf | undefined, bindings: readonly Binding[]): Record<Method, RouteHandler> {
  const contracts = bindings.map((binding) => binding.contract);
  const offered = METHODS.filter(
    (method) =>
      method === "OPTIONS" || contracts.some((contract) => contract.method === (method === "HEAD" ? "GET" : method)),
  );
  const handlers = METHODS.map((method) => {
    const handler: RouteHandler = (request, context) =>
      handle({ bindings, sayerOf, allow: offered.join(", ") }, method, request, context);
    return [method, Object.assign(handler, { [CONTRACTS]: contracts })] as const;
  });
  return Object.fromEntries(handlers) as unknown as Record<Method, RouteHandler>;
}

/** Handlers for all methods of a path at which there is nothing; nobody is asked who they are, and nothing is counted. */
export function nothing(why: string, before: () => void = () => {}): Record<Method, RouteHandler> {
  const gate = () => {
    before();
    throw new NotFound(why);
  };
  const contract = endpoint({ method: "GET", path: "/", tag: "", summary: why, gate });
  return serve(on(contract, async () => undefined));
}

interface Served {
  bindings: readonly Binding[];
  sayerOf: SayerOf | undefined;
  allow: string;
}

async function handle({ bindings, sayerOf, allow }: Served, method: Method, request: Request, context: Context) {
  const binding = bindings.find(({ contract }) => contract.method === (method === "HEAD" ? "GET" : method));
  const exchange: Exchange = {
    request,
    method,
    contracts: bindings.map(({ contract }) => contract),
    contract: binding?.contract,
    allow,
    caller: undefined,
    verdict: undefined,
    format: "json",
    sayer: sayerFor(request.headers.get("accept-language")),
    started: performance.now(),
  };
  try {
    const raw = (await context.params) ?? {};
    (binding ?? bindings[0])?.contract.gate(request, raw);
    const closed = new URL(request.url).pathname.endsWith("/");
    const { params, suffix } = splitParams(bindings[0]?.contract.path ?? "", raw, closed);
    const wrong = chooseFormat(exchange, suffix);
    const outcome = await run(exchange, bindings, params, wrong);
    if (!(outcome instanceof Response)) return await respond(exchange, outcome);
    for (const [name, value] of Object.entries(commonHeaders(exchange)))
      if (!outcome.headers.has(name)) outcome.headers.set(name, value);
    if (method !== "HEAD") return outcome;
    // Nobody reads the body: what makes it may end.
    await outcome.body?.cancel();
    return new Response(null, outcome);
  } catch (error) {
    return respondToError(exchange, sayerOf, error);
  }
}

async function respondToError(exchange: Exchange, sayerOf: SayerOf | undefined, error: unknown): Promise<Response> {
  const reading = ["GET", "HEAD"].includes(exchange.method) && exchange.caller?.actor.isAnonymous === true;
  try {
    exchange.sayer = (await sayerOf?.(exchange.request, exchange.caller?.actor ?? NOBODY)) ?? exchange.sayer;
  } catch {
    // Who reads may be known to nobody while the database is away.
  }
  const { status, headers, body } = problemOf(error, exchange.sayer, reading && !exchange.contract?.signedIn);
  try {
    return await respond(exchange, { status, headers, value: body });
  } catch (second) {
    const last = problemOf(second);
    return Response.json(last.body, { status: last.status });
  }
}

/**
 * Takes a format suffix off the last segment where that one is a parameter. Only names of users can end like a format
 * themselves: closed by a slash, as our links are, such a name is taken as it is.
 */
function splitParams(path: string, raw: Record<string, string | string[] | undefined>, closed: boolean) {
  const last = /\{(\w+)\}\/$/.exec(path)?.[1];
  const value = last ? raw[last] : undefined;
  if (!last || typeof value !== "string" || (last === "username" && closed)) return { params: raw, suffix: undefined };
  const { name, format } = splitSuffix(value);
  return { params: { ...raw, [last]: name }, suffix: format };
}

/** Chooses the format; what is wrong with it is told only after the caller is known and counted. */
function chooseFormat(exchange: Exchange, suffix: FormatName | undefined): unknown {
  if (exchange.contract?.media) return undefined;
  try {
    exchange.format = negotiate(exchange.request, exchange.contract, suffix);
    if (exchange.format === "json" && exchange.contract?.bare() && !/[?&]format=[^&]/.test(exchange.request.url))
      exchange.format = "json-flat";
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Counts the request and fulfils it. */
async function run(
  exchange: Exchange,
  bindings: readonly Binding[],
  raw: Record<string, string | string[] | undefined>,
  wrong: unknown,
): Promise<Outgoing | Response> {
  const { request, contracts, contract } = exchange;
  // What a path asks of its callers holds for every method, those that it does not offer too.
  const identified = contracts[0]?.identified ?? true;
  if (identified) exchange.caller = await callerOf(request, contract?.viewable);
  const caller = exchange.caller ?? { actor: NOBODY, session: undefined };
  const verdict = (contracts[0]?.throttled ?? true) ? await throttle(caller.actor, request) : undefined;
  exchange.verdict = verdict;
  if (verdict && !verdict.allowed) throw tooMany(verdict);
  return fulfil(exchange, caller, bindings, raw, wrong);
}

async function fulfil(
  exchange: Exchange,
  { actor, session }: Caller,
  bindings: readonly Binding[],
  raw: Record<string, string | string[] | undefined>,
  wrong: unknown,
): Promise<Outgoing | Response> {
  const { request, method } = exchange;
  const binding = bindings.find(({ contract }) => contract === exchange.contract);
  if (exchange.contracts.length === 0) throw new NotFound(refusal("apiNoAddress"));
  if (wrong) throw wrong;
  if (method === "OPTIONS") {
    const open = await openActions(bindings, { actor, session, request }, raw);
    return { status: 200, value: describeOptions(exchange.contracts, open) };
  }
  if (!binding)
    throw new HttpError(405, "method_not_allowed", refusal("apiMethod", { method, allowed: exchange.allow }));
  const { contract } = binding;
  if (actor.isAnonymous && contract.method !== "GET" && !contract.anonymous)
    throw new Unauthenticated(refusal("apiCredentials", { header: TOKEN_HEADER }));
  const params = readParams(contract, raw);
  const url = new URL(request.url);
  const known = { ...UNASKED, actor, session, params, request, format: exchange.format };
  let input: AnyInput;
  try {
    const query = readQuery(contract, url.searchParams);
    const body = contract.method === "GET" || contract.ownBody ? {} : await readInput(contract, request);
    input = { ...known, query, body };
  } catch (error) {
    throw contract.method === "GET" || contract.body ? await saidFirst(binding, known, error) : error;
  }
  const limits = pageLimits(contract.answer);
  if (limits && exchange.format === "json-flat") return listAnswer(binding, input, { page: 1, size: WHOLE_LIST });
  if (limits) return listAnswer(binding, input, readPage(url.searchParams, limits));
  return plainAnswer(contract, await binding.run(input));
}

/** What a handler gets where nothing is said of it. */
const UNASKED = { format: "json", window: { limit: 1000, offset: 0 } } as const;

/**
 * The contracts of a path whose fields OPTIONS tells: those that the caller may use, as far as that is known before anything
 * is sent; the contract 9.5.
 */
async function openActions(
  bindings: readonly Binding[],
  caller: Pick<AnyInput, "actor" | "session" | "request">,
  raw: Record<string, string | string[] | undefined>,
): Promise<Endpoint[]> {
  if (caller.actor.isAnonymous) return [];
  const open = bindings.map(async (binding) => {
    const { contract } = binding;
    if (!hasAction(contract)) return [];
    if (contract.ownBody) return [contract];
    try {
      const params = readParams(contract, raw);
      if (await lacksPermission(caller.actor, contract, params)) return [];
      const untold = new Error("Nothing was sent yet.");
      const known = { ...UNASKED, ...caller, params };
      return (await saidFirst(binding, known, untold)) === untold ? [contract] : [];
    } catch {
      return [];
    }
  });
  return (await Promise.all(open)).flat();
}

async function listAnswer(binding: Binding, input: AnyInput, asked: ReturnType<typeof readPage>): Promise<Outgoing> {
  let headers: Record<string, string> = {};
  const { page, listed } = await listPage(asked, async (window) => {
    const given = await binding.run({ ...input, window });
    if (given instanceof Reply) headers = given.headers;
    return (given instanceof Reply ? given.value : given) as Listed<unknown>;
  });
  const value = envelope(input.request, asked, page, listed);
  checkAnswer(binding.contract, value);
  return { status: 200, value, headers };
}

function plainAnswer(contract: Endpoint, given: unknown): Outgoing | Response {
  if (given instanceof Response) return given;
  const headers = given instanceof Reply ? { ...given.headers } : {};
  const value = given instanceof Reply ? given.value : given;
  checkAnswer(contract, value);
  const address =
    (value as { url?: unknown } | undefined)?.url ?? (value as { data?: { url?: unknown } } | undefined)?.data?.url;
  if (contract.status === 201 && typeof address === "string") headers.Location ??= address;
  const status = (given instanceof Reply ? given.status : undefined) ?? contract.status;
  return { status, value, headers };
}

/** In tests every answer must be what its contract promises, and no member may be missing there. */
function checkAnswer(contract: Endpoint, value: unknown): void {
  // What is done has nothing to say, and only its dry run does.
  const silent = contract.status === 204 && value === undefined;
  if (environment().mode !== "test" || !contract.answer || silent) return;
  const checked = contract.answer.safeParse(value);
  if (!checked.success)
    throw new Error(
      `The answer of ${contract.method} ${contract.path} breaks its contract: ${z.prettifyError(checked.error)}`,
    );
  // The envelope of a list may say more, such as where to read on.
  const written = stringify(itemsOf(value));
  if (!isDeepStrictEqual(JSON.parse(stringify(itemsOf(checked.data))), JSON.parse(written)))
    throw new Error(
      `The answer of ${contract.method} ${contract.path} has members that its contract lacks: ${written}`,
    );
}

function readParams(contract: Endpoint, raw: Record<string, string | string[] | undefined>): unknown {
  const texts = Object.values(raw).flat();
  if (texts.some((text) => text?.includes("\0") || text?.isWellFormed() === false))
    throw new NotFound(refusal("apiMissing"));
  const read = contract.params.safeParse(coerce(contract.params, raw, "query"));
  if (!read.success) throw new NotFound(refusal("apiMissing"));
  return read.data;
}

/**
 * What is to be said of a request whose query or body is wrong: that its object is not there, or not for this caller,
 * where that is so, and what is wrong only then. A handler looks for its object, and ends where it reads what was sent.
 */
async function saidFirst(binding: Binding, known: Omit<AnyInput, "query" | "body">, wrong: unknown): Promise<unknown> {
  const tell = () => {
    throw wrong;
  };
  const unreadable = new Proxy({}, { get: tell, has: tell, ownKeys: tell, getOwnPropertyDescriptor: tell });
  try {
    await binding.find?.(known);
    const given = await binding.run({ ...known, query: unreadable, body: unreadable });
    if (given instanceof Response) await given.body?.cancel();
    return wrong;
  } catch (error) {
    return error instanceof NotFound || error instanceof Forbidden ? error : wrong;
  }
}

function readQuery(contract: Endpoint, parameters: URLSearchParams): unknown {
  const given: Record<string, string | string[]> = Object.create(null);
  for (const name of new Set(parameters.keys())) {
    const values = parameters.getAll(name);
    if (values.some((value) => value.includes("\0"))) throw Invalid.field(name, refusal("apiNul"));
    given[name] = values.length > 1 ? values : (values[0] ?? "");
  }
  const read = contract.query.safeParse(coerce(contract.query, given, "query"), { reportInput: true });
  // What is wrong with one of several values is told of the parameter.
  if (!read.success)
    throw new Invalid(
      fieldErrors(read.error.issues).map((field) => ({ ...field, path: field.path.split(".")[0] ?? "" })),
    );
  return read.data;
}

async function readInput(contract: Endpoint, request: Request): Promise<unknown> {
  const bare = contract.file && (await readBareFile(request));
  const { value, form } = bare
    ? {
        value: { ...Object.fromEntries(new URL(request.url).searchParams), [contract.file as string]: bare },
        form: true,
      }
    : await readBody(request, contract.largest);
  if (!contract.body) return {};
  const read = contract.body.safeParse(coerce(contract.body, value, form ? "form" : "json"), { reportInput: true });
  if (!read.success) throw new Invalid(fieldErrors(read.error.issues));
  return read.data;
}
