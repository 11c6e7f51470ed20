import { machineryLimits, machineryUsage } from "@/lib/generated/tables";
import { named, names, row } from "@/lib/platform/columns";
import { type Connection, inTransaction, sql } from "@/lib/platform/database";
import { asNumber, orNull } from "@/lib/platform/expressions";
import { refusal } from "@/lib/text/messages/refusal";
import { Failed } from "../../errors";
import type { OutsideService } from "../services";

/** What services outside cost, counted by project and month. */

const [n, l] = [machineryUsage.as("n"), machineryLimits.as("l")];

/** The first day of this month, by the clock in Greenwich. */
export const THIS_MONTH = sql`date_trunc('month', now() at time zone 'utc')::date`;

export interface Limits {
  characters: number | null;
  tokens: number | null;
}

export interface Spent {
  characters: number;
  tokens: number;
}

/** What a project has sent this month, and what it may. */
export async function stateOfMonth(on: Connection, projectId: number): Promise<{ limits: Limits; spent: Spent }> {
  const found = await on.one(sql`
    select ${named({
      characters: asNumber(sql`coalesce(sum(${n.characters}), 0)::int8`),
      tokens: asNumber(sql`coalesce(sum(${n.tokens}), 0)::int8`),
      mostCharacters: orNull(asNumber(sql`(select ${l.characters} from ${l} where ${l.projectId} = ${projectId})`)),
      mostTokens: orNull(asNumber(sql`(select ${l.tokens} from ${l} where ${l.projectId} = ${projectId})`)),
    })} from ${n} where ${n.projectId} = ${projectId} and ${n.month} = ${THIS_MONTH}`);
  const { characters = 0, tokens = 0, mostCharacters = null, mostTokens = null } = found ?? {};
  return { limits: { characters: mostCharacters, tokens: mostTokens }, spent: { characters, tokens } };
}

/** Counts characters before they are sent: services charge for what they get. @throws Failed where the limit would be passed */
export async function spend(projectId: number, service: OutsideService, characters: number): Promise<void> {
  await inTransaction(async (tx) => {
    // Whoever asks beside this one waits, so that both together stay within the limit.
    await tx.run(sql`select 1 from ${l} where ${l.projectId} = ${projectId} for update`);
    const { limits, spent } = await stateOfMonth(tx, projectId);
    if (limits.characters !== null && spent.characters + characters > limits.characters)
      throw passed(limits.characters, "characters", spent.characters);
    if (limits.tokens !== null && spent.tokens >= limits.tokens) throw passed(limits.tokens, "tokens", spent.tokens);
    const values = { projectId, month: THIS_MONTH, service: service.id, requests: 1, characters };
    await tx.run(sql`
      insert into ${n} ${row(n, values)} on conflict (${names(n, "projectId", "month", "service")})
      do update set requests = ${n.requests} + 1, characters = ${n.characters} + excluded.characters`);
  });
}

/** Counts the tokens that a language model has told of. */
export async function countTokens(projectId: number, service: OutsideService, tokens: number): Promise<void> {
  if (!Number.isSafeInteger(tokens) || tokens <= 0) return;
  await inTransaction((tx) =>
    tx.run(sql`
      update ${n} set tokens = ${n.tokens} + ${tokens}::int8
      where ${n.projectId} = ${projectId} and ${n.month} = ${THIS_MONTH} and ${n.service} = ${service.id}`),
  );
}

const passed = (most: number, unit: "characters" | "tokens", spent: number): Failed =>
  new Failed(refusal(unit === "tokens" ? "tokensSpent" : "charactersSpent", { most, spent }));
