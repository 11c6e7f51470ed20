import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { simpleParser } from "mailparser";
import { stage } from "./stage";

/** The link in the newest mail to somebody that matches. @param data folder of the server that has sent it, when it is another one */
export async function linkIn(address: string, pattern: RegExp, data = stage().data): Promise<string> {
  const folder = join(data, "mail");
  let found = "";
  await expect
    .poll(
      async () => {
        // The folder comes with the first mail.
        for (const name of existsSync(folder) ? readdirSync(folder) : []) {
          if (!name.endsWith(".eml")) continue;
          const mail = await simpleParser(readFileSync(join(folder, name)));
          const to = Array.isArray(mail.to) ? "" : (mail.to?.text ?? "");
          found ||= to === address ? (pattern.exec(mail.text ?? "")?.[0] ?? "") : "";
        }
        return found;
      },
      { timeout: 90_000 },
    )
    .not.toBe("");
  return found;
}
