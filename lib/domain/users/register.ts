import { db, inTransaction, isDuplicate } from "@/lib/platform/database";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import { Forbidden, Invalid } from "../errors";
import { readSetting, writeSetting } from "../settings/settings";
import { insertUser, type UserRow } from "./users";

/** Whether strangers may make themselves an account; yes, unless the setting `registration` is "closed". */
export async function registrationIsOpen(): Promise<boolean> {
  return (await readSetting<string>("registration")) !== "closed";
}

/**
 * Makes an account for somebody who asks for one.
 * @throws Invalid; Forbidden when registration is closed
 */
export async function registerUser(input: {
  username: string;
  fullName: string;
  email: string;
  password: string;
}): Promise<UserRow> {
  if (!(await registrationIsOpen()))
    throw new Forbidden({
      reason: "missing-permission",
      text: "Registration is closed here. Ask an administrator for an account.",
    });
  try {
    return await inTransaction((tx) => insertUser(tx, input));
  } catch (error) {
    if (isDuplicate(error)) throw Invalid.field("username", "This user name is taken.", "unique");
    throw error;
  }
}

/** Opens or closes registration. Needs `management.use`. */
export async function setRegistration(actor: Actor, open: boolean): Promise<void> {
  demand(actor, "management.use");
  await writeSetting(db, "registration", open ? "open" : "closed");
}
