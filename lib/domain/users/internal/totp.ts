import { Secret, TOTP } from "otpauth";
import { secondFactors } from "@/lib/generated/tables";
import { assigned, pick } from "@/lib/platform/columns";
import { type Connection, sql } from "@/lib/platform/database";
import { sqlNow } from "@/lib/platform/expressions";
import { openFrom, SEALED } from "../../secrets";

/** Codes of authenticator apps: RFC 6238 with SHA-1, six digits and 30 seconds, the only values that all apps know. */

const STEP = 30;
/** Steps that a clock may be off, either way. */
const WINDOW = 1;

const f = secondFactors.as("f");

/** A new secret of 160 bits, in base32. */
export const newSecret = (): string => new Secret({ size: 20 }).base32;

const totpOf = (secret: string, label: string, issuer: string) =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), algorithm: "SHA1", digits: 6, period: STEP });

/** The address that an app reads from a QR code. */
export const totpAddress = (secret: string, label: string, issuer: string): string =>
  totpOf(secret, label, issuer).toString();

/** The time step of which a code is; undefined for a wrong one. @param now milliseconds */
export function stepOf(secret: string, code: string, now: number): number | undefined {
  const delta = totpOf(secret, "", "").validate({ token: code, window: WINDOW, timestamp: now });
  return delta === null ? undefined : Math.floor(now / 1000 / STEP) + delta;
}

/** Whether a text can be a code of an app, blanks between its digits or not. */
export const isTotpCode = (text: string): boolean => /^\d{6}$/.test(text.replace(/\s/g, ""));

/** Takes a code of one of the user's apps; false for a wrong one, and for one that was taken already. */
export async function takeTotp(
  on: Pick<Connection, "rows" | "run">,
  userId: number,
  given: string,
  now = Date.now(),
): Promise<boolean> {
  const code = given.replace(/\s/g, "");
  if (!isTotpCode(code)) return false;
  const apps = await on.rows(sql`
    select ${pick(f, "id", "secret")} from ${f}
    where ${f.userId} = ${userId} and ${f.kind} = 'totp' and ${f.confirmedAt} is not null order by ${f.id}`);
  for (const app of apps) {
    const step = stepOf(openFrom(SEALED.secondFactor, app.secret), code, now);
    // Two requests with one code wait for each other here, and the second finds the step taken.
    if (step !== undefined && (await takeStep(on, app.id, step))) return true;
  }
  return false;
}

async function takeStep(on: Pick<Connection, "run">, id: number, step: number): Promise<boolean> {
  const taken = await on.run(sql`
    update ${f} set ${assigned(f, { lastStep: step, lastUsedAt: sqlNow })}
    where ${f.id} = ${id} and ${f.lastStep} < ${step}`);
  return taken > 0;
}
