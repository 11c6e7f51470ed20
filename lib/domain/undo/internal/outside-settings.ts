import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../../access/actor";
import { foundOr, Invalid } from "../../errors";
import { changeHttpAccount, findHttpAccount, removeHttpAccount } from "../../http-accounts/accounts";
import { toldService } from "../../machinery/record-machinery";
import { changeMachinery, readMachinery } from "../../machinery/settings";
import type { ProjectRow } from "../../projects/projects";
import { changeCodeHost, findCodeHostAccount, removeCodeHost } from "../../requests/accounts";
import { CODE_HOST, HTTP_ACCOUNT, toldAccount } from "../../settings/record-account";
import type { FieldValues, SaveTopic } from "../../settings/record-saves";
import type { StoredSave } from "../saved-settings";

/** Putting back settings of what is elsewhere: suggestion services, accounts at code hosts and at HTTP servers. */

const TOPICS: readonly SaveTopic[] = ["service", "code-host", "http-account"];

/** Whether settings are of something elsewhere. */
export const isOutside = (topic: SaveTopic): boolean => TOPICS.includes(topic);

/** What they say now; a mask stands for what lets Loquat in. @throws Forbidden */
export async function outsideNow(
  actor: Actor,
  project: ProjectRow | undefined,
  { topic, subject, objectId }: StoredSave,
): Promise<FieldValues> {
  if (topic === "service") return toldService(await readMachinery(actor, project), subject);
  const id = objectId ?? 0;
  return topic === "code-host"
    ? toldAccount(CODE_HOST, await foundOr(findCodeHostAccount(actor, id)))
    : toldAccount(HTTP_ACCOUNT, await foundOr(findHttpAccount(actor, id)));
}

/** @param told values of the save that are to be there again, without secrets @throws Invalid, Forbidden, NotFound */
export async function putOutsideBack(
  actor: Actor,
  project: ProjectRow | undefined,
  save: StoredSave,
  told: FieldValues,
): Promise<void> {
  if (save.topic === "service") await putServiceBack(actor, project, save, told);
  else await putAccountBack(actor, save, told);
}

/** A service with the settings that it had; its key is the one that is there. @throws Invalid where there is none */
async function putServiceBack(
  actor: Actor,
  project: ProjectRow | undefined,
  { before, subject: service, masked }: StoredSave,
  { exists: _, off: __, ...told }: FieldValues,
): Promise<void> {
  if (before.exists === false) return void (await changeMachinery(actor, project, service, {}));
  if (before.off === true) return void (await changeMachinery(actor, project, service, null));
  const now = (await readMachinery(actor, project))[service];
  if (!now && masked.length > 0) throw Invalid.field("", refusal("settingNotKept"));
  const next = Object.entries({ ...now, ...told }).filter(([, value]) => value !== null);
  await changeMachinery(actor, project, service, Object.fromEntries(next));
}

/** An account with what it said, and with the secret that it has. @throws Invalid where that would go to another server */
async function putAccountBack(actor: Actor, { topic, before, objectId }: StoredSave, told: FieldValues): Promise<void> {
  const id = objectId ?? 0;
  const isHost = topic === "code-host";
  if (before.exists === false) return isHost ? removeCodeHost(actor, id) : removeHttpAccount(actor, id);
  await (isHost ? changeCodeHost(actor, id, told) : changeHttpAccount(actor, id, told));
}
