import { createHash } from "node:crypto";
import { escapeHtml } from "@/lib/text/escape-html";
import { urls } from "@/lib/urls";

/** HTML of the API's own pages: a frame, its style, and text made safe. No framework, no outside request. */

/** A piece of finished HTML. */
export class Html {
  constructor(readonly text: string) {}
  toString(): string {
    return this.text;
  }
}

type Piece = Html | string | number | null | undefined | false | readonly Piece[];

function pieceText(piece: Piece): string {
  if (piece === null || piece === undefined || piece === false) return "";
  if (piece instanceof Html) return piece.text;
  if (Array.isArray(piece)) return piece.map(pieceText).join("");
  return escapeHtml(String(piece));
}

/** Tagged template: every value is escaped unless it is HTML already. */
export function html(strings: TemplateStringsArray, ...values: Piece[]): Html {
  return new Html(strings.reduce((text, string, index) => text + pieceText(values[index - 1]) + string));
}

const STYLE = `
:root{color-scheme:light dark;--bg:#fbfaf6;--surface:#fff;--sunken:#f4f2ed;--border:#dedcd5;--border-strong:#86877d;--text:#17211a;--text-2:#505953;
--text-3:#67706a;--primary:#136147;--primary-hover:#0b4f38;--on-primary:#fff;--brand:#f7a745;--good:#216654;--bad:#bc0103}
@media (prefers-color-scheme:dark){:root{--bg:#0e1411;--surface:#161d1a;--sunken:#080e0b;--border:#2c3430;--border-strong:#6d7772;--text:#eeede7;
--text-2:#b0b4ac;--text-3:#90968f;--primary:#6ed5ab;--primary-hover:#83e5bc;--on-primary:#0e1411;--brand:#feb354;--good:#7fdba7;--bad:#f37263}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--text);font:14px/20px Inter,system-ui,sans-serif}
header,main,footer{max-width:1120px;margin-inline:auto;padding:12px 20px}
header{display:flex;flex-wrap:wrap;gap:8px 16px;align-items:center;border-block-end:1px solid var(--border)}
header svg{width:24px;height:24px;vertical-align:middle;margin-inline-end:6px}
header strong{font-size:16px;font-weight:650}
header nav{flex:1;min-width:12em}
h1{font-size:24px;line-height:32px;margin:16px 0 4px}
h2{font-size:20px;line-height:28px;margin:32px 0 8px}
h3{font-size:14px;margin:20px 0 4px}
a{color:var(--primary);text-underline-offset:2px}a:hover{color:var(--primary-hover)}
:focus-visible{outline:2px solid var(--primary);outline-offset:2px;border-radius:3px}
p{margin:4px 0;max-width:72ch}.dim{color:var(--text-2)}
code,pre,textarea,.mono{font:13px/20px ui-monospace,monospace}
pre{background:var(--sunken);border:1px solid var(--border);border-radius:10px;padding:12px 16px;overflow:auto;margin:8px 0;white-space:pre-wrap;overflow-wrap:anywhere;tab-size:2}
pre .k{color:var(--text-2)}pre .s{color:var(--good)}
.bar{display:flex;flex-wrap:wrap;gap:8px;align-items:center;margin:12px 0}
.status{font-weight:600;color:var(--good)}.status.bad{color:var(--bad)}
.button,button{display:inline-block;font:inherit;font-weight:600;padding:6px 14px;border-radius:6px;border:1px solid var(--border-strong);background:var(--surface);color:var(--text);text-decoration:none;cursor:pointer}
.button:hover,button:hover{border-color:var(--primary);color:var(--primary-hover)}
button.main{background:var(--primary);border-color:var(--primary);color:var(--on-primary)}button.main:hover{background:var(--primary-hover);color:var(--on-primary)}
button.danger{background:var(--bad);border-color:var(--bad);color:var(--on-primary)}
.method{font-weight:700;font-size:12px;letter-spacing:.03em}
section.panel{background:var(--surface);border:1px solid var(--border);border-radius:10px;padding:12px 16px;margin:12px 0}
.fields{display:grid;grid-template-columns:repeat(auto-fill,minmax(240px,1fr));gap:12px;margin:12px 0}
label{display:block;font-size:13px;color:var(--text-2)}label b{color:var(--text);font-weight:600}
input,select,textarea{display:block;width:100%;margin-block-start:4px;padding:7px 10px;border:1px solid var(--border-strong);border-radius:6px;background:var(--bg);color:var(--text);font-size:14px}
textarea{min-height:8em;resize:vertical}
table{border-collapse:collapse;width:100%;font-size:13px}td,th{text-align:start;vertical-align:top;padding:4px 12px 4px 0;border-block-end:1px solid var(--border)}
summary{cursor:pointer;color:var(--text-2);padding:4px 0}
footer{color:var(--text-3);border-block-start:1px solid var(--border);margin-block-start:40px}
@media (prefers-contrast:more){:root{--border:var(--border-strong)}}
`;

const MARK = `<svg viewBox="0 0 32 32" aria-hidden="true"><path fill="#136147" d="M15.6 9.6C16.2 5.4 19.6 2.6 26.4 2.4C26.2 7.8 22.6 10.6 15.6 9.6Z"/><path fill="#f7a745" d="M13.6 9.2C7.2 9.2 3 13.6 3 19.4C3 25.4 7.4 29.6 13.6 29.6C15 29.6 16 29.4 17 29C14.6 26.8 13.2 23.6 13.2 19.6C13.2 15.4 14.8 12 17.2 9.8C16.2 9.4 15 9.2 13.6 9.2Z"/><path fill="#b05915" d="M20.4 11C25.6 11 29 14.8 29 19.8C29 25.2 25.4 29 20.4 29C18.9 29 17.7 28.7 16.6 28.1C14.9 26 14 23.2 14 19.8C14 16.4 15 13.5 16.8 11.6C17.9 11.2 19.1 11 20.4 11Z"/></svg>`;

const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/**
 * A whole page and its Content-Security-Policy, which allows this style and script and nothing else.
 */
export function frame(parts: { title: string; crumbs: Html; aside: Html; main: Html; script?: string }): {
  html: string;
  policy: string;
} {
  const script = parts.script ?? "";
  const text = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(parts.title)} · Loquat API</title><style>${STYLE}</style></head><body>
<header><a href="${escapeHtml(urls.home())}" aria-label="Loquat home">${MARK}<strong>Loquat</strong></a><nav aria-label="Breadcrumb">${parts.crumbs}</nav>${parts.aside}</header>
<main>${parts.main}</main>
<footer><a href="${escapeHtml(urls.collection("docs"))}">Reference</a> · <a href="${escapeHtml(urls.collection("schema"))}">OpenAPI document</a></footer>
${script ? `<script>${script}</script>` : ""}</body></html>`;
  const policy = `default-src 'none'; style-src ${hashOf(STYLE)}; ${script ? `script-src ${hashOf(script)}; ` : ""}connect-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;
  return { html: text, policy };
}
