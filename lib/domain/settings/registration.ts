import { inTransaction } from "@/lib/platform/database";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import { Conflict } from "../errors";
import { recordSaves } from "./record-saves";
import { holdSetting, readSetting, writeSetting } from "./settings";

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
  await inTransaction(async (tx) => {
    await holdSetting(tx, "registration");
    const now = await registrationIsOpen();
    if (seen !== undefined && open !== seen && now !== seen)
      throw new Conflict(refusal(now ? "registrationOpened" : "registrationClosed"));
    await writeSetting(tx, "registration", open ? "open" : "closed");
    await recordSaves(tx, actor, [{ topic: "registration", before: { open: now }, after: { open } }]);
  });
}
