import { db, sql } from "@/lib/platform/database";
import type { Engine, EngineField, EngineSettings } from "@/lib/platform/machinery/engine";
import { engines, findEngine } from "@/lib/platform/machinery/registry";
import { changeMembers, openFrom, SEALED } from "../secrets";

/** Services that can suggest texts: our own, which need no settings, and those outside that have been set up. */

export interface InternalService {
  kind: "strings" | "memory";
  id: string;
  name: string;
  most: number;
}

export interface OutsideService {
  kind: "outside";
  id: string;
  name: string;
  most: number;
  engine: Engine;
  /** As they lie in the database, keys sealed; see `openSettings`. */
  settings: EngineSettings;
}

export type Service = InternalService | OutsideService;

const INTERNAL: readonly (InternalService & { aliases: readonly string[] })[] = [
  { kind: "strings", id: "weblate", aliases: ["loquat"], name: "Memory and other strings", most: 100 },
  {
    kind: "memory",
    id: "weblate-translation-memory",
    aliases: ["loquat-translation-memory"],
    name: "Translation memory",
    most: 100,
  },
];

/** The id under which a service is kept, whichever of its names is given; undefined for none of ours. */
export function serviceId(name: string): string | undefined {
  return INTERNAL.find((one) => one.id === name || one.aliases.includes(name))?.id ?? findEngine(name)?.id;
}

/** True for a service that needs no settings. */
export function isInternal(id: string): boolean {
  return INTERNAL.some((one) => one.id === id);
}

/** Settings for a request to the service, its key included. @throws Failed when the key cannot be opened here */
export function openSettings({ id, settings }: Pick<OutsideService, "id" | "settings">): EngineSettings {
  return changeMembers(SEALED.machinery, id, settings, (secret) => openFrom(SEALED.machinery, secret));
}

/** Every service there is, with the fields of its settings; our own have none. */
export function allServices(): { id: string; name: string; fields: readonly EngineField[] }[] {
  return [...INTERNAL.map(({ id, name }) => ({ id, name, fields: [] })), ...engines];
}

/**
 * Services that work in a project: our own and those of the installation, as far as the project has not switched
 * them off, and the project's own settings before the installation's.
 */
export async function servicesOf(projectId: number): Promise<Service[]> {
  const rows = await db.rows<{ service: string; configuration: EngineSettings | null }>(sql`
    select distinct on (service) service, configuration from machinery_settings
    where project_id = ${projectId} or project_id is null order by service, project_id nulls last`);
  const byId = new Map(rows.map((row) => [row.service, row.configuration]));
  const internal = INTERNAL.filter(({ id }) => byId.get(id) !== null).map(({ aliases: _, ...one }) => one);
  const outside = engines.flatMap((engine): OutsideService[] => {
    const settings = byId.get(engine.id);
    return settings ? [{ kind: "outside", id: engine.id, name: engine.name, most: engine.most, engine, settings }] : [];
  });
  return [...internal, ...outside];
}
