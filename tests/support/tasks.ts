import { randomUUID } from "node:crypto";
import { db, sql } from "@/lib/platform/database";

/** Writes a task and its event as another release may have left them, of whatever kind; nothing sends the event yet. */
export async function leaveTask(kind: string, payload: Record<string, unknown> = {}): Promise<string> {
  const id = randomUUID();
  await db.run(sql`insert into tasks (id, kind, payload) values (${id}, ${kind}, ${JSON.stringify(payload)}::jsonb)`);
  await db.run(sql`
    insert into outbox_events (id, name, data)
    values (${id}, ${`loquat/${kind}`}, ${JSON.stringify({ ...payload, task: id })}::jsonb)`);
  return id;
}
