import { codeHosts } from "@/lib/generated/tables";
import { assigned, pick, row } from "@/lib/platform/columns";
import { db, inTransaction, sql, type Tx } from "@/lib/platform/database";
import { CODE_HOSTS, findCodeHost } from "@/lib/platform/hosts/registry";
import { serviceProblem } from "@/lib/platform/outside/admission";
import { placeOfRepository } from "@/lib/platform/outside/repository-place";
import { PUSHING_KINDS, VCS_DRIVERS } from "@/lib/platform/vcs/registry";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import { type FieldError, Invalid, NotFound, type Sentence, worded } from "../errors";
import { MASK, SEALED, sealFor } from "../secrets";
import { CODE_HOST, recordAccount } from "../settings/record-account";
import { accountAt } from "./internal/host-account";

/** Accounts of the installation at code hosts, with which requests are opened for all projects. */

const h = codeHosts.as("h");

/** Kinds of code hosts, by the values of `vcs`. */
export const CODE_HOST_KINDS: readonly { id: string; name: string }[] = CODE_HOSTS.map(({ id, name }) => ({
  id,
  name,
}));

/** Version control systems other than git, by the values of `vcs`. */
export const OTHER_SYSTEMS: readonly { id: string; name: string }[] = VCS_DRIVERS.filter(
  ({ rebuilds }) => rebuilds,
).map(({ id, name }) => ({ id, name }));

/** Whether requests are opened for repositories with this `vcs`. */
export const opensRequests = (vcs: string): boolean => findCodeHost(vcs) !== undefined;

/** Whether repositories with this `vcs` push without a push address. */
export const pushesAnyway = (vcs: string): boolean => PUSHING_KINDS.includes(vcs);

/** Whether requests of this `vcs` can be merged by the host itself. */
export const mergesRequests = (vcs: string): boolean => findCodeHost(vcs)?.mergeWhenReady !== undefined;

/** An account as administrators see it. */
export interface CodeHostView {
  id: number;
  /** Value of `vcs`. */
  kind: string;
  /** As it stands in addresses of repositories, with the port where they have one. */
  host: string;
  api: string;
  username: string;
  createdAt: Date;
}

export interface CodeHostInput {
  kind: string;
  host: string;
  /** Found out from the host when it is empty. */
  api?: string;
  username: string;
  token: string;
}

const COLUMNS = pick(h, "id", "kind", "host", "api", "username", "createdAt");

/** All accounts. Needs `management.use`. */
export async function listCodeHosts(actor: Actor): Promise<CodeHostView[]> {
  demand(actor, "management.use");
  return db.rows(sql`select ${COLUMNS} from ${h} order by ${h.host}, ${h.kind}`);
}

/** One of them. Needs `management.use`. @throws NotFound */
export async function findCodeHostAccount(actor: Actor, id: number): Promise<CodeHostView> {
  demand(actor, "management.use");
  return stored(db, id);
}

async function stored(on: Pick<Tx, "one">, id: number): Promise<CodeHostView> {
  const found = await on.one(sql`select ${COLUMNS} from ${h} where ${h.id} = ${id}`);
  if (!found) throw new NotFound(refusal("noCodeHost", { id }));
  return found;
}

/** Enters an account. Needs `management.use`. @throws Invalid */
export async function addCodeHost(actor: Actor, input: CodeHostInput): Promise<CodeHostView> {
  demand(actor, "management.use");
  const { kind, host, api, username, token } = checked(input);
  if (token === MASK) throw Invalid.field("token", refusal("enterTokenNone"));
  const sealed = sealFor(SEALED.codeHost, token);
  return inTransaction(async (tx) => {
    const made = await tx.one(sql`
      insert into ${codeHosts} ${row(codeHosts, { kind, host, api, username, token: sealed })}
      on conflict do nothing returning ${pick(codeHosts, "id")}`);
    if (!made) throw Invalid.field("host", refusal("accountAlreadySetChange", { host }), "unique");
    const after = { kind, host, api, username };
    await recordAccount(tx, actor, CODE_HOST, { id: made.id, subject: host }, { after, secret: true });
    return stored(tx, made.id);
  });
}

/**
 * Changes an account; a mask stands for the token that is set, which is never taken to another address. Needs
 * `management.use`. @throws NotFound; Invalid
 */
export async function changeCodeHost(actor: Actor, id: number, input: Partial<CodeHostInput>): Promise<CodeHostView> {
  const before = await findCodeHostAccount(actor, id);
  const moves = input.kind !== undefined || input.host !== undefined;
  const { kind, host, api, username, token } = checked({
    ...before,
    token: MASK,
    ...(moves ? { api: "" } : {}),
    ...input,
  });
  if (token === MASK && new URL(api).origin !== new URL(before.api).origin)
    throw Invalid.field("token", refusal("enterTokenAgain"));
  const taken = await db.one(sql`
    select ${pick(h, "id")} from ${h} where ${h.kind} = ${kind} and ${h.host} = ${host} and ${h.id} <> ${id}`);
  if (taken) throw Invalid.field("host", refusal("accountAlreadySetChange", { host }), "unique");
  const sealed = token === MASK ? undefined : sealFor(SEALED.codeHost, token);
  return inTransaction(async (tx) => {
    await tx.run(
      sql`update ${h} set ${assigned(h, { kind, host, api, username, token: sealed })} where ${h.id} = ${id}`,
    );
    const after = { kind, host, api, username };
    await recordAccount(...([tx, actor, CODE_HOST, { id, subject: host }] as const), {
      before: told(before),
      after,
      secret: sealed !== undefined,
    });
    return stored(tx, id);
  });
}

/** Forgets an account. Needs `management.use`. @throws NotFound */
export async function removeCodeHost(actor: Actor, id: number): Promise<void> {
  demand(actor, "management.use");
  await inTransaction(async (tx) => {
    const before = await stored(tx, id);
    await tx.run(sql`delete from ${h} where ${h.id} = ${id}`);
    await recordAccount(tx, actor, CODE_HOST, { id, subject: before.host }, { before: told(before), secret: true });
  });
}

/** What a record tells of an account. */
const told = ({ kind, host, api, username }: CodeHostView) => ({ kind, host, api, username });

const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/;

function checked(input: CodeHostInput): CodeHostInput & { api: string } {
  const problems: FieldError[] = [];
  const wrong = (path: string, why: Sentence, code = "invalid") => problems.push({ path, code, ...worded(why) });
  const kind = findCodeHost(input.kind);
  if (!kind) wrong("kind", refusal("notValidChoice", { kind: input.kind }), "invalid_choice");
  const host = input.host.trim().toLowerCase();
  if (!HOST.test(host)) wrong("host", refusal("enterHostStands"));
  const api = (input.api?.trim() || kind?.apiOf(host) || "").replace(/\/+$/, "");
  const unfit = host && kind && HOST.test(host) ? serviceProblem(api, "code-host") : undefined;
  if (unfit) wrong("api", unfit);
  else if (/[?#]/.test(api)) wrong("api", refusal("enterAddressWithoutQuestion"));
  const username = input.username.trim();
  const key = readKey(kind, input.token);
  const token = key ?? input.token.trim();
  if (!/^[^\s/:]{1,200}$/.test(username)) wrong("username", refusal("enterUsernameAccount"));
  if (/PRIVATE KEY-----/.test(token) && key === undefined) wrong("token", refusal("enterWholePrivate"));
  else if (key === undefined && !/^[\x21-\x7e]{1,2000}$/.test(token)) wrong("token", refusal("enterTokenAccount"));
  if (problems.length > 0) throw new Invalid(problems);
  return { kind: input.kind, host, api, username, token };
}

/** The private key of an app, where the token is one that can be used. */
function readKey(kind: ReturnType<typeof findCodeHost>, token: string): string | undefined {
  try {
    return kind?.appKey?.(token);
  } catch {
    return undefined;
  }
}

/**
 * Refuses a kind of requests that is not set up for the host of a repository, and a branch that is its own target.
 * @throws Invalid on `vcs`, `repo`, `push`
 */
export async function demandCodeHost(input: {
  vcs?: string;
  repo: string;
  push?: string;
  autoMerge?: boolean;
}): Promise<void> {
  const host = findCodeHost(input.vcs ?? "git");
  if (input.autoMerge && !host?.mergeWhenReady)
    throw Invalid.field(
      "autoMerge",
      host?.neverMerges ??
        refusal("hostAutoMergeKinds", {
          kinds: CODE_HOSTS.filter((one) => one.mergeWhenReady)
            .map(({ id }) => id)
            .join(", "),
        }),
    );
  if (!host) return;
  for (const [field, address] of [
    ["repo", input.repo],
    ["push", input.push],
  ] as const) {
    if (!address || (host.review && field === "repo")) continue;
    const place = placeOfRepository(address);
    const account = place && (await accountAt(host.id, place));
    if (!account)
      throw Invalid.field(
        field === "repo" ? "vcs" : field,
        place
          ? refusal("loquatNoAccount", { host: host.name, host2: place.host })
          : refusal("needAddressRepository", { host: host.name }),
        field === "repo" ? "invalid_choice" : "invalid",
      );
    if (host.repositoryOf(place.path, account) === undefined)
      throw Invalid.field(field, refusal("notAddressRepository", { host: host.name }));
  }
}

/** Kinds of code hosts for which there is an account somewhere. */
export async function kindsWithAccount(): Promise<{ id: string; name: string }[]> {
  const rows = await db.rows(sql`select distinct ${pick(h, "kind")} from ${h}`);
  return CODE_HOST_KINDS.filter(({ id }) => rows.some(({ kind }) => kind === id));
}
