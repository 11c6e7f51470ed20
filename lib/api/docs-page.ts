import type { z } from "zod";
import { urls } from "@/lib/urls";
import { absolute } from "@/lib/urls/paths";
import { allContracts } from "./contracts";
import { type Endpoint, pageLimits } from "./endpoint";
import { frame, type Html, html } from "./html";
import { type JsonSchema, jsonSchemaOf } from "./options";

/** The reference of the API as one page, made from the contracts. */

const anchor = (contract: Endpoint): string =>
  `${contract.method}-${contract.path.replace(/[^a-z_]+/g, "-")}`.toLowerCase();

let rendered: { html: string; policy: string } | undefined;

/** The reference page. */
export function docsAnswer(): Response {
  rendered ??= render();
  return new Response(rendered.html, {
    headers: { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": rendered.policy },
  });
}

function typeText(schema: JsonSchema): string {
  if (schema.anyOf) return schema.anyOf.map(typeText).join(" or ");
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" · ");
  const type = Array.isArray(schema.type) ? schema.type.join(" or ") : (schema.type ?? "any");
  if (type === "array") return `list of ${schema.items ? typeText(schema.items) : "any"}`;
  return schema.maxLength === undefined ? type : `${type}, at most ${schema.maxLength} characters`;
}

function fieldTable(title: string, type: z.ZodType | undefined, io: "input" | "output"): Html {
  const schema = type ? jsonSchemaOf(type, io) : {};
  const entries = Object.entries(schema.properties ?? {});
  if (entries.length === 0) return html``;
  return html`<details><summary>${title}</summary><table>${entries.map(
    ([name, field]) =>
      html`<tr><th scope="row" class="mono">${name}${io === "input" && schema.required?.includes(name) ? " *" : ""}</th><td>${typeText(field)}${field.description ? html`<br><span class="dim">${field.description}</span>` : ""}</td></tr>`,
  )}</table></details>`;
}

function answerTable(contract: Endpoint): Html {
  const limits = pageLimits(contract.answer);
  if (!limits) return fieldTable("Answer", contract.answer, "output");
  const envelope = jsonSchemaOf(contract.answer as z.ZodType, "output");
  const item = envelope.properties?.results?.items ?? {};
  const rows = Object.entries(item.properties ?? {});
  return html`<details><summary>Answer: pages of up to ${limits.max}, each item</summary><table>${rows.map(
    ([name, field]) => html`<tr><th scope="row" class="mono">${name}</th><td>${typeText(field)}</td></tr>`,
  )}</table></details>`;
}

function entry(contract: Endpoint): Html {
  const example = contract.path.includes("{") ? "" : html`<a href="${absolute(contract.path)}">Try it</a>`;
  return html`<section class="panel" id="${anchor(contract)}"><h3><span class="method">${contract.method}</span> <code>${contract.path}</code></h3>
<p>${contract.summary}${contract.description ? `. ${contract.description}` : ""}</p>
<p class="dim">${contract.since ? `Since ${contract.since} · ` : ""}answers ${contract.status}${contract.permission ? ` · needs ${contract.permission}` : ""} ${contract.method === "GET" ? example : ""}</p>
${fieldTable("Path", contract.params, "input")}${fieldTable("Query", contract.query, "input")}${fieldTable("Body", contract.body, "input")}${answerTable(contract)}</section>`;
}

function render(): { html: string; policy: string } {
  const contracts = allContracts();
  const tags = [...new Set(contracts.map((contract) => contract.tag))];
  const main = html`<h1>Reference of the API</h1>
<p>Send a token as <code>Authorization: Token YOUR_TOKEN</code>. Bodies are JSON or forms. Errors carry <code>detail</code> for people and <code>errors</code> for programs.
Lists take <code>page</code> and <code>page_size</code>; follow <code>next</code>. The same as an <a href="${urls.collection("schema")}">OpenAPI 3.1 document</a>.</p>
<p class="bar">${tags.map((tag) => html`<a class="button" href="#${tag}">${tag}</a>`)}</p>
${tags.map((tag) => html`<h2 id="${tag}">${tag}</h2>${contracts.filter((contract) => contract.tag === tag).map(entry)}`)}`;
  const crumbs = html`<a href="${urls.api()}">API</a> › <b aria-current="page">docs</b>`;
  return frame({ title: "Reference", crumbs, aside: html``, main });
}
