import type { z } from "zod";
import type { Endpoint } from "./endpoint";
import { type Html, html } from "./html";
import { type JsonSchema, jsonSchemaOf } from "./options";

/** Forms for the writing methods of a browsable page. */

/** The part of a nullable field that holds a value. */
const valued = (schema: JsonSchema): JsonSchema => schema.anyOf?.find((option) => option.type !== "null") ?? schema;

/**
 * The form of one method. POST works as a plain form too; the others need the page's script, because HTML forms know
 * no other methods.
 * @param current the object as it stands, to fill the fields
 */
export function methodForm(contract: Endpoint, action: string, current: Record<string, unknown>): Html {
  const { method } = contract;
  const permission = contract.permission ? html`<p class="dim">Needs: ${contract.permission}</p>` : "";
  const head = html`<h3 id="${method}"><span class="method">${method}</span> ${contract.summary}</h3>${permission}`;
  if (method === "DELETE")
    return html`<section class="panel">${head}<form data-method="DELETE" action="${action}"><button class="danger">Send DELETE</button></form></section>`;
  const body = contract.body ? jsonSchemaOf(contract.body as z.ZodType, "input") : {};
  return html`<section class="panel">${head}
<form data-method="${method}" method="post" action="${action}">${fields(body, method === "POST" ? {} : current, method)}<button class="main">Send ${method}</button></form>
<details><summary>Raw JSON</summary><form data-method="${method}" data-raw action="${action}"><textarea name="raw" spellcheck="false" aria-label="JSON body">${example(body, method === "POST" ? {} : current)}</textarea><p><button class="main">Send ${method} as JSON</button></p></form></details></section>`;
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object"
    ? JSON.stringify(value, (_, item: unknown) => (typeof item === "bigint" ? String(item) : item))
    : String(value);
}

function control(name: string, schema: JsonSchema, value: unknown, required: boolean): Html {
  const text = shown(value);
  const must = required ? html`required` : html``;
  const choices = schema.enum ?? (schema.type === "boolean" ? [true, false] : undefined);
  if (choices)
    return html`<select name="${name}" ${must}>${required ? "" : html`<option value=""></option>`}${choices.map(
      (choice) => html`<option ${String(choice) === text ? html`selected` : ""}>${String(choice)}</option>`,
    )}</select>`;
  const list = schema.type === "array";
  if (list || schema.type === "object" || text.length > 80)
    return html`<textarea name="${name}" spellcheck="false" rows="3" ${list ? html`data-list title="A JSON list, as [&quot;one&quot;]"` : ""} ${must}>${text}</textarea>`;
  const type = schema.type === "integer" || schema.type === "number" ? "number" : "text";
  return html`<input name="${name}" type="${type}" value="${text}" ${must}>`;
}

function fields(body: JsonSchema, current: Record<string, unknown>, method: string): Html {
  const entries = Object.entries(body.properties ?? {});
  return html`<div class="fields">${entries.map(([name, given]) => {
    const schema = valued(given);
    const required = method !== "PATCH" && (body.required?.includes(name) ?? false);
    return html`<label><b>${name}</b>${required ? " (required)" : ""}${control(name, schema, current[name], required)}</label>`;
  })}</div>`;
}

function example(body: JsonSchema, current: Record<string, unknown>): string {
  const names = Object.keys(body.properties ?? {});
  const known = names.filter((name) => current[name] !== undefined).map((name) => [name, current[name]]);
  const pairs = known.length > 0 ? known : (body.required ?? []).map((name) => [name, ""]);
  return JSON.stringify(
    Object.fromEntries(pairs),
    (_, item: unknown) => (typeof item === "bigint" ? String(item) : item),
    2,
  );
}

/** Sends forms with their method and shows the answer; texts of the answer are only ever set as text. */
export const FORM_SCRIPT = `
function items(text){
 try{const list=JSON.parse(text);if(Array.isArray(list))return list.map(item=>typeof item==="object"?item.id??JSON.stringify(item):String(item))}catch{}
 return [text]
}
for(const form of document.querySelectorAll("form[data-method]")){
 const first=new Map([...form.elements].filter(e=>e.name).map(e=>[e,e.value]));
 form.addEventListener("submit",async event=>{
  event.preventDefault();
  const method=form.dataset.method,headers={Accept:"application/json"},token=document.querySelector("meta[name=csrf]");
  if(token)headers["X-CSRFToken"]=token.content;
  let body;
  if("raw" in form.dataset){headers["Content-Type"]="application/json";body=form.elements.raw.value}
  else if(method!=="DELETE"){
   body=new URLSearchParams();
   for(const [e,was] of first)if(method==="PATCH"?e.value!==was:e.value!==""||was!=="")for(const value of "list" in e.dataset?items(e.value):[e.value])body.append(e.name,value)
  }else if(!confirm("Delete this permanently?"))return;
  const out=document.getElementById("outcome");
  out.hidden=false;out.textContent="Sending…";
  try{
   const answer=await fetch(form.action,{method,headers,body,credentials:"same-origin"});
   let text=await answer.text();
   try{text=JSON.stringify(JSON.parse(text),null,2)}catch{}
   out.textContent=method+" "+answer.status+" "+answer.statusText+"\\n\\n"+text;
  }catch(error){out.textContent="The request could not be sent: "+error.message}
  out.scrollIntoView({block:"center"});out.focus();
 })
}
for(const button of document.querySelectorAll("button[data-copy]"))button.addEventListener("click",async()=>{
 await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent);button.textContent="Copied"
});
`;
