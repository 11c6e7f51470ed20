import { httpAccounts } from "@/lib/generated/tables";
import { assigned, pick, row } from "@/lib/platform/columns";
import { db, inTransaction, sql, type Tx } from "@/lib/platform/database";
import { serviceProblem } from "@/lib/platform/outside/admission";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import { type FieldError, Invalid, NotFound, type Sentence, worded } from "../errors";
import { MASK, SEALED, sealFor } from "../secrets";
import { HTTP_ACCOUNT, recordAccount } from "../settings/record-account";

/**
 * Accounts of the installation at HTTP servers, with which repositories of all projects are reached whose address has no
 * account of its own.
 */

const h = httpAccounts.as("h");

/** An account as administrators see it. */
export interface HttpAccountView {
  id: number;
  /** Beginning of the addresses that it is for, with a slash at the end. */
  place: string;
  username: string;
  createdAt: Date;
}

export interface HttpAccountInput {
  place: string;
  username: string;
  password: string;
}

const COLUMNS = pick(h, "id", "place", "username", "createdAt");

/** All accounts. Needs `management.use`. */
export async function listHttpAccounts(actor: Actor): Promise<HttpAccountView[]> {
  demand(actor, "management.use");
  return db.rows(sql`select ${COLUMNS} from ${h} order by ${h.place}`);
}

/** One of them. Needs `management.use`. @throws NotFound */
export async function findHttpAccount(actor: Actor, id: number): Promise<HttpAccountView> {
  demand(actor, "management.use");
  return stored(db, id);
}

async function stored(on: Pick<Tx, "one">, id: number): Promise<HttpAccountView> {
  const found = await on.one(sql`select ${COLUMNS} from ${h} where ${h.id} = ${id}`);
  if (!found) throw new NotFound(refusal("noHttpAccount", { id }));
  return found;
}

/** Enters an account. Needs `management.use`. @throws Invalid */
export async function addHttpAccount(actor: Actor, input: HttpAccountInput): Promise<HttpAccountView> {
  demand(actor, "management.use");
  const { place, username, password } = checked(input);
  if (password === MASK) throw Invalid.field("password", refusal("enterPasswordNone"));
  const sealed = sealFor(SEALED.httpAccount, password);
  return inTransaction(async (tx) => {
    const made = await tx.one(sql`
      insert into ${httpAccounts} ${row(httpAccounts, { place, username, password: sealed })}
      on conflict do nothing returning ${pick(httpAccounts, "id")}`);
    if (!made) throw taken(place);
    await recordAccount(
      tx,
      actor,
      HTTP_ACCOUNT,
      { id: made.id, subject: place },
      { after: { place, username }, secret: true },
    );
    return stored(tx, made.id);
  });
}

/**
 * Changes an account; a mask stands for the password that is set, which is never taken to another server. Needs
 * `management.use`. @throws NotFound; Invalid
 */
export async function changeHttpAccount(
  actor: Actor,
  id: number,
  input: Partial<HttpAccountInput>,
): Promise<HttpAccountView> {
  const before = await findHttpAccount(actor, id);
  const { place, username, password } = checked({ ...before, password: MASK, ...input });
  if (password === MASK && new URL(place).origin !== new URL(before.place).origin)
    throw Invalid.field("password", refusal("enterPasswordAgain"));
  if (await db.one(sql`select ${pick(h, "id")} from ${h} where ${h.place} = ${place} and ${h.id} <> ${id}`))
    throw taken(place);
  const sealed = password === MASK ? undefined : sealFor(SEALED.httpAccount, password);
  return inTransaction(async (tx) => {
    await tx.run(sql`update ${h} set ${assigned(h, { place, username, password: sealed })} where ${h.id} = ${id}`);
    await recordAccount(...([tx, actor, HTTP_ACCOUNT, { id, subject: place }] as const), {
      before: told(before),
      after: { place, username },
      secret: sealed !== undefined,
    });
    return stored(tx, id);
  });
}

/** Forgets an account. Needs `management.use`. @throws NotFound */
export async function removeHttpAccount(actor: Actor, id: number): Promise<void> {
  demand(actor, "management.use");
  await inTransaction(async (tx) => {
    const before = await stored(tx, id);
    await tx.run(sql`delete from ${h} where ${h.id} = ${id}`);
    await recordAccount(tx, actor, HTTP_ACCOUNT, { id, subject: before.place }, { before: told(before), secret: true });
  });
}

/** What a record tells of an account. */
const told = ({ place, username }: HttpAccountView) => ({ place, username });

const taken = (place: string) => Invalid.field("place", refusal("accountAlreadySet", { place }), "unique");

function checked(input: HttpAccountInput): HttpAccountInput {
  const problems: FieldError[] = [];
  const wrong = (path: string, why: Sentence) => problems.push({ path, code: "invalid", ...worded(why) });
  const given = input.place.trim();
  const unfit = serviceProblem(given, "code-host");
  if (unfit) wrong("place", unfit);
  else if (/[?#%\\]/.test(given)) wrong("place", refusal("enterAddressWithout"));
  if (!/^[^\p{Cc}:]{0,200}$/u.test(input.username)) wrong("username", refusal("usernameMustNot"));
  if (!/^[^\p{Cc}]{1,2000}$/u.test(input.password)) wrong("password", refusal("enterPasswordToken"));
  if (problems.length > 0) throw new Invalid(problems);
  const { origin, pathname } = new URL(given);
  return { place: `${origin}${pathname}`.replace(/\/*$/, "/"), username: input.username, password: input.password };
}
