import { changeTallies, components, hookReceipts, projects, repositories, users } from "@/lib/generated/tables";
import { named } from "@/lib/platform/columns";
import { db, inTransaction, literal, sql } from "@/lib/platform/database";
import { environment } from "@/lib/platform/environment";
import { asFlag, rowCount } from "@/lib/platform/expressions";
import { mailIsSetUp } from "@/lib/platform/mail";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import { ACTION } from "../change-actions";
import { readSetting, writeSetting } from "./settings";

/** What is left to do before an installation can be relied on. */

const [u, c, r, p] = [users.as("u"), components.as("c"), repositories.as("r"), projects.as("p")];

export const SET_UP_STEPS = ["project", "mail", "hooks", "backup", "administrator"] as const;
export type SetUpStep = (typeof SET_UP_STEPS)[number];

const HIDDEN = "set-up-steps-hidden";

/** Whether code hosts reach the installation; true as well where none of them has anything to tell, as of the demo. */
async function hooksArrive(): Promise<boolean> {
  if (!environment().hooksEnabled) return true;
  const row = await db.one(sql`
    select ${named({
      arrived: asFlag(sql`(
        exists (select from ${hookReceipts}) or exists (
          select from ${changeTallies}
          where ${changeTallies.level} = 2 and ${changeTallies.action} = ${literal(ACTION.REPOSITORY_NOTIFICATION_RECEIVED)}))`),
      remote: asFlag(sql`
        exists (select from ${c} join ${r} on ${r.id} = ${c.repositoryId} join ${p} on ${p.id} = ${c.projectId}
          where ${c.removedAt} is null and ${r.vcs} <> 'local' and ${p.demo} is null)`),
    })}`);
  return row === undefined || row.arrived || !row.remote;
}

/**
 * Each step, and whether it is done; none once somebody has put the list away. Needs `management.use`.
 */
export async function setUpSteps(actor: Actor): Promise<{ step: SetUpStep; done: boolean }[]> {
  demand(actor, "management.use");
  if (await readSetting<boolean>(HIDDEN)) return [];
  const [backup, hooks, row] = await Promise.all([
    readSetting("last-backup"),
    hooksArrive(),
    db.one(sql`
      select ${named({
        project: asFlag(sql`exists (select from ${p} where ${p.removedAt} is null)`),
        several: asFlag(sql`(
          select ${rowCount} > 1 from ${u} where ${u.isSuperuser} and ${u.isActive} and not ${u.isBot} and not ${u.isAnonymous})`),
      })}`),
  ]);
  const done: Record<SetUpStep, boolean> = {
    project: row?.project ?? false,
    mail: mailIsSetUp(),
    hooks,
    backup: backup !== undefined,
    administrator: row?.several ?? false,
  };
  return SET_UP_STEPS.map((step) => ({ step, done: done[step] }));
}

/** Puts the list away for all administrators, or brings it back. Needs `management.use`. */
export async function hideSetUpSteps(actor: Actor, hidden = true): Promise<void> {
  demand(actor, "management.use");
  await inTransaction((tx) => writeSetting(tx, HIDDEN, hidden));
}

/** Whether somebody has put the list away. Needs `management.use`. */
export async function setUpStepsHidden(actor: Actor): Promise<boolean> {
  demand(actor, "management.use");
  return (await readSetting<boolean>(HIDDEN)) ?? false;
}
