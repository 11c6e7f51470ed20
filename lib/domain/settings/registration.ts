import { db } from "@/lib/platform/database";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import { Conflict } from "../errors";
import { readSetting, writeSetting } from "./settings";

/** Whether strangers may make themselves an account; yes, unless the setting `registration` is "closed". */
export async function registrationIsOpen(): Promise<boolean> {
  return (await readSetting<string>("registration")) !== "closed";
}

/**
 * Opens or closes registration. Needs `management.use`.
 * @param seen how it was when the form was shown: what somebody else has changed since is not changed back unseen
 * @throws Conflict
 */
export async function setRegistration(actor: Actor, open: boolean, seen?: boolean): Promise<void> {
  demand(actor, "management.use");
  if (seen !== undefined && open !== seen) {
    const now = await registrationIsOpen();
    if (now !== seen) throw new Conflict(refusal(now ? "registrationOpened" : "registrationClosed"));
  }
  await writeSetting(db, "registration", open ? "open" : "closed");
}
