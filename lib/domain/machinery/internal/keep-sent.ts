import { sentRequests } from "@/lib/generated/tables";
import { pick, row } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { whileNoting } from "@/lib/platform/machinery/engine";
import { type Actor, ledgerUser } from "../../access/actor";
import type { TranslationRow } from "../../translations/translations";
import { type OutsideService, openSettings } from "../services";
import { sentText } from "./sent-parts";

/** Requests that are kept of a project, the newest ones, and for how long. */
export const MOST_SENT = 500;
export const SENT_DAYS = 14;
/** Surplus is removed with every so many new ones. */
const EACH = 20;

const [r, x] = [sentRequests.as("r"), sentRequests.as("x")];

interface Asking {
  actor: Actor;
  translation: TranslationRow;
  service: OutsideService;
  unitIds: readonly number[];
}

/** Asks a service; each request is kept before it leaves, so that nothing leaves that nobody can read. */
export function whileKeeping<Value>(
  { actor, translation, service, unitIds }: Asking,
  work: () => Promise<Value>,
): Promise<Value> {
  const { projectId, id: componentId } = translation.component;
  const opened = { fields: service.engine.fields, settings: openSettings(service) };
  return whileNoting(async (url, request) => {
    const { parts, ...sent } = sentText(url, request, opened);
    const kept = await db.one(sql`
      insert into ${sentRequests} ${row(sentRequests, {
        ...{ projectId, componentId, language: translation.language.code, service: service.id },
        userId: ledgerUser(actor),
        ...sent,
        parts: sql`${JSON.stringify(parts)}::jsonb`,
        unitIds: [...new Set(unitIds)],
      })} returning ${pick(sentRequests, "id")}`);
    if (kept && kept.id % EACH === 0) await removeSurplus(projectId);
  }, work);
}

async function removeSurplus(projectId: number): Promise<void> {
  await db.run(sql`
    delete from ${r} where ${r.projectId} = ${projectId} and ${r.id} <= (
      select ${x.id} from ${x} where ${x.projectId} = ${projectId} order by ${x.id} desc offset ${MOST_SENT} limit 1)`);
}

/** Removes what is older than it is kept. Gives how many. */
export const forgetSent = (): Promise<number> =>
  db.run(sql`delete from ${r} where ${r.at} < now() - make_interval(days => ${SENT_DAYS}::int)`);
