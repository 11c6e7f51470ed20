import { machinerySettings } from "@/lib/generated/tables";
import { combined, named, pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { asJson } from "@/lib/platform/expressions";
import type { Engine, EngineField, EngineSettings } from "@/lib/platform/machinery/engine";
import { engines, findEngine } from "@/lib/platform/machinery/registry";
import { scriptOf } from "@/lib/text/transliterate";
import { changeMembers, openFrom, SEALED } from "../secrets";

/** Services that can suggest texts: our own, which need no settings, and those outside that have been set up. */

export interface InternalService {
  /** A script is one that the language is written in as well. */
  kind: "strings" | "memory" | "script";
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
  { kind: "script", id: "cyrtranslit", aliases: [], name: "Cyrillic and Latin", most: 100 },
];

/** The id under which a service is kept, whichever of its names is given; undefined for none of ours. */
export function serviceId(name: string): string | undefined {
  return INTERNAL.find((one) => one.id === name || one.aliases.includes(name))?.id ?? findEngine(name)?.id;
}

/** What people call a service; its id where there is none of it any more. */
export const serviceName = (id: string): string => allServices().find((one) => one.id === id)?.name ?? id;

/** Whether a service has something to say of a language: a script only where the language is written in two. */
export const serves = ({ kind }: Pick<Service, "kind">, languageCode: string): boolean =>
  kind !== "script" || scriptOf(languageCode) !== undefined;

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

const m = machinerySettings.as("m");

/** What is stored of a service, over the alias `m`: null where it is switched off. */
export const SETTINGS_COLUMNS = combined(
  pick(m, "service"),
  named({ configuration: asJson<EngineSettings | null>(m.configuration) }),
);

/**
 * Services that work in a project: our own and those of the installation, as far as the project has not switched
 * them off, and the project's own settings before the installation's.
 */
export async function servicesOf(projectId: number): Promise<Service[]> {
  const rows = await db.rows(sql`
    select distinct on (${m.service}) ${SETTINGS_COLUMNS} from ${m}
    where ${m.projectId} = ${projectId} or ${m.projectId} is null order by ${m.service}, ${m.projectId} nulls last`);
  const byId = new Map(rows.map((row) => [row.service, row.configuration]));
  const internal = INTERNAL.filter(({ id }) => byId.get(id) !== null).map(({ aliases: _, ...one }) => one);
  const outside = engines.flatMap((engine): OutsideService[] => {
    const settings = byId.get(engine.id);
    return settings ? [{ kind: "outside", id: engine.id, name: engine.name, most: engine.most, engine, settings }] : [];
  });
  return [...internal, ...outside];
}
