import { randomBytes, timingSafeEqual } from "node:crypto";
import { db, inTransaction } from "@/lib/platform/database";
import { refusal } from "@/lib/text/messages/refusal";
import { denied } from "../access/denied";
import { Forbidden, NotFound } from "../errors";
import { readSetting, writeSetting } from "../settings/settings";
import { hashKey } from "./tokens";
import { hasAdministrator, insertUser, type NewUser, type UserRow } from "./users";

/** First run: whoever holds the one-time code from the server's log becomes the administrator. */

/** Makes a new code while there is no administrator; undefined afterwards. Former codes end. */
export async function issueSetupCode(): Promise<string | undefined> {
  if (await hasAdministrator()) return undefined;
  const code = randomBytes(18).toString("base64url");
  await writeSetting(db, "setup-code", hashKey(code));
  return code;
}

/** True when the code is the one that was printed and nobody has used it. */
export async function setupCodeFits(code: string): Promise<boolean> {
  const stored = await readSetting<string>("setup-code");
  if (!stored || (await hasAdministrator())) return false;
  return timingSafeEqual(Buffer.from(stored), Buffer.from(hashKey(code)));
}

/**
 * Makes the first administrator and ends the code.
 * @throws NotFound when set-up is over; Forbidden for a wrong code; Invalid
 */
export async function completeSetup(code: string, input: NewUser & { password: string }): Promise<UserRow> {
  if (await hasAdministrator()) throw new NotFound(refusal("loquatAlreadySet"));
  if (!(await setupCodeFits(code))) throw new Forbidden(denied("missing-permission", refusal("denySetup")));
  return inTransaction(async (tx) => {
    // Taking the code first makes a second holder of the same link wait, and then fail.
    const taken = await tx.prisma.setting.deleteMany({ where: { name: "setup-code" } });
    if (taken.count === 0) throw new NotFound(refusal("loquatAlreadySet"));
    return insertUser(tx, { ...input, isSuperuser: true, emailConfirmed: true });
  });
}
