import { db } from "@/lib/platform/database";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import { readSetting, writeSetting } from "./settings";

/** Whether strangers may make themselves an account; yes, unless the setting `registration` is "closed". */
export async function registrationIsOpen(): Promise<boolean> {
  return (await readSetting<string>("registration")) !== "closed";
}

/** Opens or closes registration. Needs `management.use`. */
export async function setRegistration(actor: Actor, open: boolean): Promise<void> {
  demand(actor, "management.use");
  await writeSetting(db, "registration", open ? "open" : "closed");
}
