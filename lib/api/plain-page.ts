import { createHash } from "node:crypto";

/** Pages that need neither scripts nor the framework nor the database: for when those are what is wrong or too dear. */

const STYLE =
  ":root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;margin:0 auto;max-width:40rem;padding:3rem 1rem}h1{font-size:1.5rem}code{font-size:1.1em}";
const POLICY = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/**
 * A page and its content security policy.
 * @param title also its heading
 * @param paragraphs HTML; nothing from outside may stand in it
 */
export function plainPage(title: string, paragraphs: readonly string[]): { html: string; policy: string } {
  const text = paragraphs.map((one) => `<p>${one}</p>`).join("");
  return {
    policy: POLICY,
    html: `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title} — Loquat</title><style>${STYLE}</style></head><body><main><h1>${title}</h1>${text}</main></body></html>`,
  };
}
