import { machinerySettings } from "@/lib/generated/tables";
import { assigned, eachRow, names, recordset, row as rowOf } from "@/lib/platform/columns";
import { db, inTransaction, type Sql, sql, type Tx } from "@/lib/platform/database";
import type { Engine, EngineField, EngineSettings } from "@/lib/platform/machinery/engine";
import { findEngine } from "@/lib/platform/machinery/registry";
import { serviceProblem } from "@/lib/platform/outside/admission";
import { chooseFrom } from "@/lib/text/messages/choose-from";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import { ACTION } from "../change-actions";
import { record } from "../changes/record";
import { type FieldError, Invalid, worded } from "../errors";
import type { ProjectRow } from "../projects/projects";
import { changeMembers, MASK, SEALED, sealFor } from "../secrets";
import { recordMachinery } from "./record-machinery";
import { isInternal, SETTINGS_COLUMNS, serviceId } from "./services";

/** Settings of machinery services, of a project or (no project) of the installation; the contract 3.5. */

/** Settings by service; null for one that the project switches off. */
export type MachinerySettings = Record<string, EngineSettings | null>;

/** What is to be stored: as it came from outside, not checked yet. */
export type MachinerySettingsInput = Readonly<Record<string, Readonly<Record<string, unknown>> | null>>;

function demandSettings(actor: Actor, project: ProjectRow | undefined): void {
  if (project) demand(actor, "project.edit", { project });
  else demand(actor, "machinery.edit");
}

const m = machinerySettings.as("m");

const of = (project: ProjectRow | undefined): Sql =>
  sql`${m.projectId} is not distinct from ${project?.id ?? null}::int`;

/** A row to be stored; a service that is switched off has the null of JSON. */
const stored = (project: ProjectRow | undefined, service: string, settings: EngineSettings | null) => ({
  projectId: project?.id ?? null,
  service,
  configuration: sql`${JSON.stringify(settings)}::jsonb`,
});

/** Settings as they lie in the database, keys sealed. */
async function storedSettings(on: Pick<Tx, "rows">, project: ProjectRow | undefined): Promise<MachinerySettings> {
  const rows = await on.rows(sql`select ${SETTINGS_COLUMNS} from ${m} where ${of(project)} order by ${m.service}`);
  return Object.fromEntries(rows.map((row) => [row.service, row.configuration]));
}

/**
 * All settings; a mask stands for a key that is set. Needs `project.edit`, or `machinery.edit` for the installation.
 * @throws Forbidden
 */
export async function readMachinery(actor: Actor, project: ProjectRow | undefined): Promise<MachinerySettings> {
  demandSettings(actor, project);
  const all = await storedSettings(db, project);
  return Object.fromEntries(
    Object.entries(all).map(([id, settings]) => [id, changeMembers(SEALED.machinery, id, settings, () => MASK)]),
  );
}

/**
 * Settings as they are to lie in the database: keys are sealed, and a mask is the key that lies there already. It is not
 * taken to another address, where somebody could read it.
 * @throws Invalid on the key
 */
function sealSettings(
  { id, settings, path }: Checked,
  before: EngineSettings | null | undefined,
): EngineSettings | null {
  const fields = findEngine(id)?.fields ?? [];
  const moved = fields.some(
    ({ name, kind }) => kind === "url" && (settings?.[name] ?? "") !== "" && settings?.[name] !== before?.[name],
  );
  const sealed = Object.entries(settings ?? {}).map(([name, value]) => {
    const secret = SEALED.machinery.members.of[id]?.includes(name);
    if (!secret) return [name, value];
    if (value !== MASK) return [name, sealFor(SEALED.machinery, value)];
    if (!before?.[name]) throw Invalid.field(`${path}.${name}`, refusal("enterKeyNone"));
    if (moved) throw Invalid.field(`${path}.${name}`, refusal("enterKeyAgain"));
    return [name, before[name]];
  });
  return settings && Object.fromEntries(sealed);
}

/**
 * Writes settings in one transaction, which tells of it.
 * @param write gives the services that it has written
 */
async function saving(
  actor: Actor,
  project: ProjectRow | undefined,
  write: (tx: Tx, before: MachinerySettings) => Promise<readonly string[]>,
): Promise<void> {
  await inTransaction(async (tx) => {
    const before = await storedSettings(tx, project);
    const services = await write(tx, before);
    await tell(tx, actor, project, services.join(", "));
    await recordMachinery(tx, actor, project, before, await storedSettings(tx, project));
  });
}

/** Sets up a service that is not set up yet. @throws Forbidden; Invalid on service, configuration and its members */
export async function addMachinery(
  actor: Actor,
  project: ProjectRow | undefined,
  service: string,
  configuration: Readonly<Record<string, unknown>> | null,
): Promise<string> {
  demandSettings(actor, project);
  const checked = check(service, configuration, project !== undefined, "configuration");
  await saving(actor, project, async (tx) => {
    const values = stored(project, checked.id, sealSettings(checked, undefined));
    const made = await tx.run(sql`insert into ${m} ${rowOf(m, values)} on conflict do nothing`);
    if (made === 0) throw Invalid.field("service", refusal("alreadySetUp", { service }), "unique");
    return [checked.id];
  });
  return checked.id;
}

/**
 * Replaces the settings of one service; an empty configuration removes them.
 * @throws Forbidden; Invalid on service, configuration and its members
 */
export async function changeMachinery(
  actor: Actor,
  project: ProjectRow | undefined,
  service: string,
  configuration: Readonly<Record<string, unknown>> | null,
): Promise<{ id: string; removed: boolean }> {
  demandSettings(actor, project);
  const removed = configuration !== null && Object.keys(configuration).length === 0;
  const checked = removed
    ? { id: known(service), settings: null, path: "configuration" }
    : check(service, configuration, project !== undefined, "configuration");
  await saving(actor, project, async (tx, before) => {
    if (removed) await tx.run(sql`delete from ${m} where ${of(project)} and ${m.service} = ${checked.id}`);
    else {
      const { configuration } = machinerySettings.as("excluded");
      await tx.run(sql`
        insert into ${m} ${rowOf(m, stored(project, checked.id, sealSettings(checked, before[checked.id])))}
        on conflict (${names(m, "projectId", "service")}) do update set ${assigned(m, { configuration })}`);
    }
    return [checked.id];
  });
  return { id: checked.id, removed };
}

/** Replaces all settings. @throws Forbidden; Invalid keyed by service and member */
export async function replaceMachinery(
  actor: Actor,
  project: ProjectRow | undefined,
  wanted: MachinerySettingsInput,
): Promise<void> {
  demandSettings(actor, project);
  const checked = Object.entries(wanted).map(([service, configuration]) =>
    check(service, configuration, project !== undefined, service),
  );
  const twice = checked.find((row, index) => checked.findIndex((other) => other.id === row.id) < index);
  if (twice) throw Invalid.field(twice.id, refusal("serviceGivenUnder"));
  await saving(actor, project, async (tx, before) => {
    const rows = checked.map((one) => ({ id: one.id, settings: sealSettings(one, before[one.id]) }));
    await tx.run(sql`delete from ${m} where ${of(project)}`);
    const w = recordset("w", { id: m.service, settings: m.configuration }, rows);
    const configuration = sql`coalesce(${w.settings}, 'null'::jsonb)`;
    await tx.run(sql`
      insert into ${m} ${eachRow(m, { projectId: project?.id ?? null, service: w.id, configuration })} from ${w}`);
    return rows.map((row) => row.id);
  });
}

async function tell(tx: Tx, actor: Actor, project: ProjectRow | undefined, services: string): Promise<void> {
  if (!project) return;
  await record(tx, actor, [
    {
      action: ACTION.PROJECT_SETTING_CHANGED,
      projectId: project.id,
      target: services.slice(0, 200),
      details: { setting: "machinery" },
    },
  ]);
}

function known(service: string): string {
  const id = serviceId(service);
  if (!id)
    throw Invalid.field("service", refusal("unknownService", { service: service.slice(0, 100) }), "invalid_choice");
  return id;
}

interface Checked {
  id: string;
  settings: EngineSettings | null;
  /** Where errors are told. */
  path: string;
}

function check(
  service: string,
  configuration: Readonly<Record<string, unknown>> | null,
  mayDisable: boolean,
  path: string,
): Checked {
  const id = known(service);
  if (configuration === null) {
    if (mayDisable) return { id, settings: null, path };
    throw Invalid.field(path, refusal("enterSettingsService"), "null");
  }
  const errors: FieldError[] = [];
  const settings = isInternal(id) ? {} : readSettings(findEngine(id) as Engine, configuration, path, errors);
  if (errors.length > 0) throw new Invalid(errors);
  return { id, settings, path };
}

/** Settings that the service knows. Others are refused: who sends them means something by them. */
function readSettings(
  engine: Engine,
  given: Readonly<Record<string, unknown>>,
  path: string,
  errors: FieldError[],
): EngineSettings {
  const settings: Record<string, string> = {};
  const known = engine.fields.map(({ name }) => name);
  for (const name of Object.keys(given))
    if (!known.includes(name)) {
      const why = refusal("noSuchSetting", { service: engine.name, known: known.join(", ") });
      errors.push({ path: `${path}.${name.slice(0, 100)}`, code: "unknown", ...worded(why) });
    }
  for (const field of engine.fields) {
    if (field.sparse && (given[field.name] ?? "") === "") continue;
    const value = given[field.name] ?? field.fallback ?? "";
    const error = fieldError(field, value);
    if (error) errors.push({ path: `${path}.${field.name}`, ...error });
    else settings[field.name] = String(value).trim() || (field.fallback ?? "");
  }
  return settings;
}

function fieldError(field: EngineField, value: unknown): Omit<FieldError, "path"> | undefined {
  if (typeof value !== "string") return { code: "invalid", ...worded(refusal("enterText")) };
  const text = value.trim();
  if (text === "") return field.required ? { code: "required", ...worded(refusal("serviceNeeds")) } : undefined;
  const most = field.lines ? 20_000 : 2000;
  if (text.length > most) return { code: "max_length", ...worded(refusal("atMostCharacters", { most: most })) };
  if (field.lines ? /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/.test(text) : /[\0-\x1f\x7f]/.test(text))
    return { code: "invalid", ...worded(refusal("controlCharacter")) };
  if (field.kind === "secret" && !field.lines && !/^[\x21-\x7e]+$/.test(text))
    return { code: "invalid", ...worded(refusal("keyCharacters")) };
  if (field.pattern && !field.pattern.test(text)) return { code: "invalid", ...worded(refusal("notSettingValue")) };
  if (field.choices && !field.choices.includes(text))
    return { code: "invalid_choice", ...worded(chooseFrom(field.choices)) };
  const problem = field.kind === "url" ? serviceProblem(text) : undefined;
  return problem ? { code: "invalid", ...worded(problem) } : undefined;
}
