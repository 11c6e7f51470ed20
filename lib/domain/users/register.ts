import { inTransaction, isDuplicate } from "@/lib/platform/database";
import { refusal } from "@/lib/text/messages/refusal";
import { denied } from "../access/denied";
import { Forbidden, Invalid } from "../errors";
import { registrationIsOpen } from "../settings/registration";
import { mailConfirmations } from "./confirm-address";
import { insertUser, type UserRow } from "./users";

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
  if (!(await registrationIsOpen())) throw new Forbidden(denied("missing-permission", refusal("registrationIsClosed")));
  try {
    return await inTransaction(async (tx) => {
      const user = await insertUser(tx, input);
      await mailConfirmations(tx, user);
      return user;
    });
  } catch (error) {
    if (isDuplicate(error)) throw Invalid.field("username", refusal("usernameTaken"), "unique");
    throw error;
  }
}
