import { AsyncLocalStorage } from "node:async_hooks";
import { isDeepStrictEqual } from "node:util";
import { type SettingsSaves, settingsSaves } from "@/lib/generated/tables";
import { columnsOf, eachRow, recordset } from "@/lib/platform/columns";
import { sql, type Tx } from "@/lib/platform/database";
import { currentOperation } from "@/lib/platform/operation-mark";
import { maskWithin } from "@/lib/text/addresses";
import { type Actor, ledgerUser } from "../access/actor";

/**
 * Saves of settings, each with the fields that it changed, before and after. They stand beside the ledger, as those who read
 * its lines expect none for most settings. Whoever writes settings tells of it in the transaction that writes them.
 */

/** What settings are of. */
export const SAVE_TOPICS = [
  ...(["component", "project", "category", "defaults", "workflow", "registration", "appearance"] as const),
  ...(["addon", "role", "team", "service", "code-host", "http-account"] as const),
] as const;
export type SaveTopic = (typeof SAVE_TOPICS)[number];

/**
 * How they were saved: in their own form or request; with many components; by what is above them; because upstream renamed
 * files; by undoing an operation; by putting back what a save had changed.
 */
export const SAVE_ACTS = ["save", "many", "above", "upstream", "undo", "revert"] as const;
export type SaveAct = (typeof SAVE_ACTS)[number];

/** Values by the names of the fields. */
export type FieldValues = Readonly<Record<string, unknown>>;

/** A save as whoever wrote the settings tells of it; fields that stay as they are may be among them. */
export interface Save {
  topic: SaveTopic;
  /** At most one of them; without one it is of the whole installation. */
  componentId?: number;
  projectId?: number;
  categoryId?: number;
  languageId?: number;
  /** Id of the add-on, role, team or account, and what it is called; of a service its name alone. */
  objectId?: number;
  subject?: string;
  before: FieldValues;
  after: FieldValues;
  /** Fields that have changed and are secrets; their values are masked already. */
  masked?: readonly string[];
}

export interface HowSaved {
  /** `save` when left out. */
  act?: SaveAct;
  /** The operation that it is part of; the one that is going on when left out. */
  operationId?: string;
  /** Path of the component that the values come from. */
  copiedFrom?: string;
}

/** The save that is being put back by what is going on. */
const reverting = new AsyncLocalStorage<string>();

/** Runs work that puts back what a save had changed: what it saves is told to be that. */
export const whileReverting = <T>(saveId: string, work: () => Promise<T>): Promise<T> => reverting.run(saveId, work);

const COLUMNS = [
  ...(["userId", "cause", "act", "topic", "projectId", "categoryId", "componentId", "languageId"] as const),
  ...(["objectId", "subject", "before", "after", "masked", "operationId", "reverts", "copiedFrom"] as const),
] as const satisfies readonly (keyof SettingsSaves)[];

const LINE = columnsOf(settingsSaves, ...COLUMNS);

/** Saves that are written by one statement. */
const BATCH = 1000;

/** Writes saves down, without those that changed nothing: one statement, however many components. */
export async function recordSaves(tx: Tx, actor: Actor, saves: readonly Save[], how: HowSaved = {}): Promise<void> {
  const userId = ledgerUser(actor);
  const reverts = reverting.getStore();
  // What follows from putting something back is no putting back itself.
  const own = how.act === undefined || how.act === "save";
  const rows = saves.flatMap((save) => {
    const changed = changedFields(save);
    if (!changed) return [];
    return [
      {
        ...{ userId, cause: actor.cause, topic: save.topic, ...changed },
        act: own && reverts !== undefined ? ("revert" as const) : (how.act ?? "save"),
        projectId: save.projectId ?? null,
        categoryId: save.categoryId ?? null,
        componentId: save.componentId ?? null,
        languageId: save.languageId ?? null,
        objectId: save.objectId ?? null,
        subject: save.subject ?? "",
        operationId: how.operationId ?? currentOperation() ?? null,
        reverts: own && reverts !== undefined ? Number(reverts) : null,
        copiedFrom: how.copiedFrom ?? "",
      },
    ];
  });
  for (let at = 0; at < rows.length; at += BATCH) {
    const n = recordset("n", LINE, rows.slice(at, at + BATCH));
    await tx.run(sql`insert into ${settingsSaves} ${eachRow(settingsSaves, columnsOf(n, ...COLUMNS))} from ${n}`);
  }
}

/** The fields of a save that are others than before, without what lets somebody in; undefined where there are none. */
function changedFields({ before: given, after: written, masked: secret = [] }: Save) {
  const [before, after] = [plain(given), plain(written)];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => secret.includes(name) || !isDeepStrictEqual(before[name] ?? null, after[name] ?? null),
  );
  if (names.length === 0) return undefined;
  const kept = (values: FieldValues) =>
    Object.fromEntries(
      names.map(
        (name) => [name, secret.includes(name) ? (values[name] ?? null) : maskWithin(values[name] ?? null)] as const,
      ),
    );
  const [was, is] = [kept(before), kept(after)];
  // An address that holds a password is a secret, in whatever field it stands.
  const hidden = names.filter(
    (name) => !isDeepStrictEqual(was[name], before[name] ?? null) || !isDeepStrictEqual(is[name], after[name] ?? null),
  );
  return { before: was, after: is, masked: [...new Set([...secret, ...hidden])].sort() };
}

/** As JSON holds it. */
const plain = (values: FieldValues): FieldValues => JSON.parse(JSON.stringify(values));
