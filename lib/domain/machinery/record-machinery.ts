import type { Tx } from "@/lib/platform/database";
import type { EngineSettings } from "@/lib/platform/machinery/engine";
import type { Actor } from "../access/actor";
import { changeMembers, MASK, SEALED } from "../secrets";
import { type FieldValues, recordSaves, type Save } from "../settings/record-saves";

/** Settings of suggestion services as records of saves tell them. */

type Services = Readonly<Record<string, EngineSettings | null>>;

/** What a service is set to: whether it is set up, or switched off for a project, and its settings; a mask stands for a key. */
export function toldService(all: Services, service: string): FieldValues {
  const settings = all[service];
  if (settings === undefined) return { exists: false };
  const told = changeMembers(SEALED.machinery, service, settings, () => MASK) ?? {};
  // What is left empty is said of no service.
  const given = Object.entries(told).filter(([, value]) => value !== "");
  return { exists: true, ...(settings === null && { off: true }), ...Object.fromEntries(given) };
}

/** Tells of the services that a transaction has changed, in that transaction. @param project none for the installation */
export async function recordMachinery(
  tx: Tx,
  actor: Actor,
  project: { id: number } | undefined,
  before: Services,
  after: Services,
): Promise<void> {
  const services = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const saves = services.map(
    (service): Save => ({
      ...{ topic: "service", subject: service, ...(project && { projectId: project.id }) },
      ...{ before: toldService(before, service), after: toldService(after, service) },
      masked: (SEALED.machinery.members.of[service] ?? []).filter(
        (key) => (before[service]?.[key] ?? "") !== (after[service]?.[key] ?? ""),
      ),
    }),
  );
  await recordSaves(tx, actor, saves);
}
