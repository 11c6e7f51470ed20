import { STATUS_CODES } from "node:http";
import type { Actor } from "@/lib/domain/access/actor";
import { environment } from "@/lib/platform/environment";
import { escapeHtml } from "@/lib/text/escape-html";
import { urls } from "@/lib/urls";
import { absolute } from "@/lib/urls/paths";
import { shellQuoted, TOKEN_PLACEHOLDER } from "./as-curl";
import { FORM_SCRIPT, methodForm } from "./browsable-forms";
import type { Endpoint, Method } from "./endpoint";
import { frame, Html, html } from "./html";
import { stringify } from "./json";

/** The browsable API: the same address as the data, for people. */

export interface BrowsableInput {
  request: Request;
  method: Method;
  /** All contracts of the path, and the one that was asked for. */
  contracts: readonly Endpoint[];
  contract: Endpoint | undefined;
  actor: Actor | undefined;
  /** Token for forms; undefined without a session. */
  csrf: string | undefined;
  status: number;
  value: unknown;
  headers: readonly (readonly [string, string])[];
  /** Milliseconds. */
  took: number;
}

const LONGEST_SHOWN = 1_500_000;

/** JSON as HTML: names and texts coloured, every address of ours a link. */
export function linkedJson(value: unknown): Html {
  const text = stringify(value, 2) ?? "null";
  const shown = text.slice(0, LONGEST_SHOWN);
  const base = environment().baseUrl;
  let out = "";
  let at = 0;
  for (const match of shown.matchAll(/"(?:[^"\\]|\\.)*"(:?)/g)) {
    out += escapeHtml(shown.slice(at, match.index));
    at = match.index + match[0].length;
    const quoted = match[1] ? match[0].slice(0, -1) : match[0];
    if (match[1]) out += `<span class="k">${escapeHtml(quoted)}</span>:`;
    else if (quoted.startsWith(`"${base}/`))
      out += `"<a href="${escapeHtml(JSON.parse(quoted) as string)}">${escapeHtml(quoted.slice(1, -1))}</a>"`;
    else out += `<span class="s">${escapeHtml(quoted)}</span>`;
  }
  out += escapeHtml(shown.slice(at));
  return new Html(text.length > LONGEST_SHOWN ? `${out}\n… (cut; ask for JSON to see all)` : out);
}

function crumbs(path: string): Html {
  const parts = path.split("/").filter(Boolean);
  return html`${parts.map((part, index) => {
    const address = absolute(`/${parts.slice(0, index + 1).join("/")}/`);
    const name = index === 0 ? "API" : part.replaceAll("%252F", " / ").replaceAll("%2F", " / ");
    const link =
      index === parts.length - 1 ? html`<b aria-current="page">${name}</b>` : html`<a href="${address}">${name}</a>`;
    return html`${index === 0 ? "" : " › "}${link}`;
  })}`;
}

function withFormat(url: URL, format: string): string {
  const parameters = new URLSearchParams(url.search);
  parameters.set("format", format);
  return absolute(`${url.pathname}?${parameters}`);
}

function curl(input: BrowsableInput, address: string): string {
  const method = input.method === "GET" ? "" : ` -X ${input.method}`;
  return `curl${method} -H 'Authorization: Token ${TOKEN_PLACEHOLDER}' -H 'Accept: application/json' \\\n  ${shellQuoted(address)}`;
}

function who(actor: Actor | undefined): Html {
  if (!actor || actor.isAnonymous)
    return html`<span class="dim">Not signed in · <a href="${urls.signIn()}">Sign in</a></span>`;
  return html`<span class="dim">Signed in as <a href="${urls.user(actor.username).web}">${actor.fullName || actor.username}</a></span>`;
}

function pager(value: unknown): Html {
  const list = (value ?? {}) as { count?: unknown; results?: unknown; next?: unknown; previous?: unknown };
  const { count, next, previous } = list;
  if (typeof count !== "number" || !Array.isArray(list.results)) return html``;
  const button = (address: unknown, text: string) =>
    typeof address === "string" ? html`<a class="button" href="${address}">${text}</a>` : "";
  return html`<nav class="bar" aria-label="Pages">${button(previous, "← Previous")}${button(next, "Next →")}<span class="dim">${count.toLocaleString("en")} in all</span></nav>`;
}

function summaryLine(input: BrowsableInput): Html {
  const header = (name: string) => input.headers.find(([one]) => one.toLowerCase() === name)?.[1];
  const limit = header("x-ratelimit-limit");
  const rate = limit
    ? ` · limit ${limit}, left ${header("x-ratelimit-remaining")}, resets in ${header("x-ratelimit-reset")} s`
    : "";
  const bad = input.status >= 400 ? "status bad" : "status";
  return html`<p class="bar"><span class="${bad}">${input.status} ${STATUS_CODES[input.status] ?? ""}</span><span class="dim">${Math.max(1, Math.round(input.took))} ms${rate}</span></p>`;
}

/** A page for one answer, and its Content-Security-Policy. */
export function renderBrowsable(input: BrowsableInput): { html: string; policy: string } {
  const url = new URL(input.request.url);
  const address = absolute(url.pathname + url.search);
  const current =
    typeof input.value === "object" && input.value !== null && input.status < 300
      ? (input.value as Record<string, unknown>)
      : {};
  const writing = input.contracts.filter((contract) => contract.method !== "GET");
  const title = input.contract?.summary ?? input.contracts[0]?.summary ?? "Loquat API";
  const page =
    typeof current.web_url === "string" ? html`<a class="button" href="${current.web_url}">Open in Loquat</a>` : "";
  const buttons = html`<a class="button method" href="${absolute(url.pathname)}">GET</a>${writing.map(
    (contract) => html`<a class="button method" href="#${contract.method}">${contract.method}</a>`,
  )}${page}`;
  const signIn =
    input.actor?.isAnonymous !== false
      ? html`<p class="dim">These forms need you to <a href="${urls.signIn()}">sign in</a>. With a token you get ${environment().rateUser} requests instead of ${environment().rateAnonymous}.</p>`
      : "";
  const forms =
    writing.length > 0
      ? html`<h2>Write</h2>${signIn}${writing.map((contract) => methodForm(contract, absolute(url.pathname), current))}`
      : "";
  const main = html`
${input.csrf ? html`<meta name="csrf" content="${input.csrf}">` : ""}
<h1>${title}</h1>${input.contract?.description ? html`<p class="dim">${input.contract.description}</p>` : ""}
<div class="bar">${buttons}<span class="dim">format: html · <a href="${withFormat(url, "json")}">json</a> · <a href="${withFormat(url, "csv")}">csv</a></span></div>
${summaryLine(input)}<pre id="outcome" role="status" tabindex="-1" hidden></pre>
${pager(input.value)}<pre id="answer">${linkedJson(input.value)}</pre>${pager(input.value)}
<details><summary>Response headers</summary><table>${input.headers.map(([name, value]) => html`<tr><th scope="row" class="mono">${name}</th><td class="mono">${value}</td></tr>`)}</table></details>
<details><summary>As curl</summary><pre id="curl">${curl(input, address)}</pre><button data-copy="curl">Copy</button></details>
${forms}`;
  return frame({ title, crumbs: crumbs(url.pathname), aside: who(input.actor), main, script: FORM_SCRIPT });
}
