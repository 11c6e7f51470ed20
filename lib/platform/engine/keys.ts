import { installationSecret } from "../installation-secret";

/** The key that proves a call to `/api/inngest` comes from our engine; made at first use and kept in the database. */
export function engineSigningKey(): Promise<string> {
  return installationSecret("engine.signing-key", "signkey-prod-");
}
