import { hash } from "node:crypto";
import { agreements, components } from "@/lib/generated/tables";
import { pick, row as rowOf } from "@/lib/platform/columns";
import { db, inTransaction, sql, type Tx } from "@/lib/platform/database";
import { anyOf } from "@/lib/platform/expressions";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { denied } from "../access/denied";
import { Conflict, Forbidden, NotFound, Unauthenticated } from "../errors";
import type { ComponentRow } from "./components";

/**
 * Contributor agreements: the text of a component that people agree to before their first contribution, once for each text.
 * A row says that somebody agreed to the text as it is now; whoever changes the text removes them.
 */

const [a, c] = [agreements.as("a"), components.as("c")];

/** The agreement of a component, and when the actor signed it. */
export interface AgreementState {
  /** "" where none is asked for. */
  text: string;
  /** Names this text; who signs says which one was read. */
  version: string;
  signedAt: Date | null;
}

const versionOf = (text: string): string => (text === "" ? "" : hash("sha256", text, "hex").slice(0, 16));

/** What the component asks for. The actor sees the component. */
export async function readAgreement(
  actor: Actor,
  component: Pick<ComponentRow, "id" | "agreement">,
): Promise<AgreementState> {
  const { agreement: text } = component;
  if (text === "" || actor.isAnonymous) return { text, version: versionOf(text), signedAt: null };
  const row = await db.one(sql`
    select ${pick(a, "signedAt")} from ${a} where ${a.userId} = ${actor.userId} and ${a.componentId} = ${component.id}`);
  return { text, version: versionOf(text), signedAt: row?.signedAt ?? null };
}

/**
 * Agrees to the text that was read. Signing twice changes nothing.
 * @throws Unauthenticated; Conflict when the text is another one by now; NotFound where none is asked for
 */
export async function signAgreement(actor: Actor, componentId: number, version: string): Promise<AgreementState> {
  if (actor.isAnonymous) throw new Unauthenticated(refusal("signInAgree"));
  if (actor.isBot) throw new Forbidden(denied("missing-permission", refusal("denyBotAgreement")));
  return inTransaction(async (tx) => {
    // Whoever changes the text meanwhile waits, and then takes this signature away again.
    const component = await tx.one(
      sql`select ${pick(c, "agreement")} from ${c} where ${c.id} = ${componentId} for share`,
    );
    const text = component?.agreement ?? "";
    if (text === "") throw new NotFound(refusal("componentNoContributor"));
    if (versionOf(text) !== version)
      throw new Conflict(refusal("contributorAgreementChanged"), {
        version: versionOf(text),
      });
    await tx.run(sql`insert into ${a} ${rowOf(a, { userId: actor.userId, componentId })} on conflict do nothing`);
    const signed = await tx.one(sql`
      select ${pick(a, "signedAt")} from ${a} where ${a.userId} = ${actor.userId} and ${a.componentId} = ${componentId}`);
    return { text, version, signedAt: signed?.signedAt ?? null };
  });
}

/** Takes the actor's consent back; what was contributed stays. @throws NotFound when there was none */
export async function withdrawAgreement(actor: Actor, componentId: number): Promise<void> {
  if (actor.isAnonymous) throw new Unauthenticated(refusal("signInDisagree"));
  const gone = await db.run(
    sql`delete from ${a} where ${a.userId} = ${actor.userId} and ${a.componentId} = ${componentId}`,
  );
  if (gone === 0) throw new NotFound(refusal("notAcceptedContributor"));
}

/** Asks everybody again: the text of these components is another one. */
export async function askAgain(tx: Tx, componentIds: readonly number[]): Promise<void> {
  await tx.run(sql`delete from ${a} where ${anyOf(a.componentId, componentIds)}`);
}
