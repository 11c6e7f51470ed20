import { createHash, randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** The page of a mistake of ours: it needs neither scripts nor the database, which may be what failed. */

const STYLE =
  ":root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;margin:0 auto;max-width:40rem;padding:3rem 1rem}h1{font-size:1.5rem}code{font-size:1.1em}";
const POLICY = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** The page and its policy. Its number stands in the log, too. */
export function failurePage(request: IncomingMessage): { html: string; policy: string } {
  const number = randomBytes(4).toString("hex");
  const path = (request.url ?? "/").split("?")[0]?.slice(0, 200);
  console.error(`Loquat: failure ${number}: ${request.method} ${path}; its error stands above.`);
  return {
    policy: POLICY,
    html: `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Something went wrong — Loquat</title><style>${STYLE}</style></head><body><main><h1>Something went wrong here</h1><p>500: this is our fault, not yours. What you had typed is still in the form when you go back. Load the page again in a moment.</p><p>If it stays, tell an administrator this number; the server's log has the rest: <code>${number}</code></p><p><a href="/">Home</a></p></main></body></html>`,
  };
}
