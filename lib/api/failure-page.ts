import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { log } from "@/lib/platform/log";
import { plainPage } from "./plain-page";

/** The page while the database cannot be reached, and its policy. */
export function awayPage(): { html: string; policy: string } {
  return plainPage("Loquat is not available at the moment", [
    "503: the database cannot be reached. Your input is still in the form when you go back. Reload the page in a few seconds.",
    '<a href="/">Home</a>',
  ]);
}

/** The page of a mistake of ours, and its policy. Its number stands in the log, too. */
export function failurePage(request: IncomingMessage): { html: string; policy: string } {
  const number = randomBytes(4).toString("hex");
  const path = (request.url ?? "/").split("?")[0]?.slice(0, 200);
  log.error(`Failure ${number}: ${request.method} ${path}; its error stands above.`);
  return plainPage("Something went wrong here", [
    "500: the server encountered an error. Your input is still in the form when you go back. Reload the page in a moment.",
    `If the error persists, give an administrator this number, which is also in the server's log: <code>${number}</code>`,
    '<a href="/">Home</a>',
  ]);
}
