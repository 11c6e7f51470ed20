import { createHmac } from "node:crypto";
import { z } from "zod";
import { serviceProblem } from "@/lib/platform/outside/admission";
import { refusal } from "@/lib/text/messages/refusal";
import { urls } from "@/lib/urls";
import { ACTIONS, actionName } from "../../change-actions";
import { type ChangeRow, namesOutside } from "../../changes/list";
import { FORM_SEPARATOR } from "../../changes/record";
import type { Addon } from "../addon";
import { text } from "./fields";
import { refuse, refused } from "./refused";

/** Changes sent to other services as they happen; the contract 7.9. */

const address = text({
  title: "Address",
  description: "Each change is sent to this address.",
  required: true,
  most: 1000,
}).superRefine((value, context) => {
  const problem = serviceProblem(value);
  if (problem) refuse(context, problem);
});

export const events = z
  .preprocess(
    (value) =>
      (typeof value === "string" ? value.split(/[\s,]+/).filter(Boolean) : Array.isArray(value) ? value : []).map(
        Number,
      ),
    z
      .array(
        z
          .int(refused(refusal("settingActions")))
          .refine((code) => code in ACTIONS, refused(refusal("settingUnknownAction"))),
      )
      .max(200),
  )
  .default([])
  .meta({ title: "Events", description: "What is told of. If none is ticked, everything.", from: "events" });

const hookSettings = z.object({
  webhook_url: address,
  secret: text({
    title: "Secret",
    description: "Used to sign messages: base64, with or without the prefix whsec_.",
    most: 500,
  }).refine((value) => value === "" || keyOf(value).length > 0, refused(refusal("settingSecret"))),
  events,
});

const forms = (joined: string): string[] | undefined => (joined === "" ? undefined : joined.split(FORM_SEPARATOR));

export const webhook: Addon<z.infer<typeof hookSettings>> = {
  id: "weblate.webhook.webhook",
  aliases: ["loquat.webhook.webhook"],
  name: "Webhook",
  description: "Sends each change as signed JSON to an address, following the Standard Webhooks specification.",
  settings: hookSettings,
  multiple: true,
  scopes: ["component", "project"],
  wholeRepository: false,
  on: [],
  messages: {
    actionsOf: (settings) => settings.events,
    bodyOf,
    sample: (now) => ({ action: "Test", timestamp: now.toISOString() }),
    request({ settings, id, body, now }) {
      const timestamp = String(Math.floor(now.getTime() / 1000));
      const key = settings.secret === "" ? undefined : keyOf(settings.secret);
      const signed = key && createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
      return {
        url: settings.webhook_url,
        headers: {
          "webhook-id": id,
          "webhook-timestamp": timestamp,
          "webhook-signature": signed ? `v1,${signed}` : "",
        },
      };
    },
  },
};

function keyOf(secret: string): Buffer {
  const plain = secret.replace(/^whsec_/, "");
  return /^[A-Za-z0-9+/]+={0,2}$/.test(plain) ? Buffer.from(plain, "base64") : Buffer.alloc(0);
}

/** The page of what was changed. */
function pageOf(change: ChangeRow): string | undefined {
  if (change.projectSlug === null) return undefined;
  if (change.componentSlug === null) return urls.project(change.projectSlug).web;
  const place = {
    projectSlug: change.projectSlug,
    categoryPath: change.categoryPath,
    componentSlug: change.componentSlug,
  };
  if (change.translationId === null || change.languageCode === null) return urls.component(place).web;
  return urls.translation({ ...place, languageCode: change.languageCode }).web;
}

/** A change as other services are told of it; what does not apply is left out. */
export function bodyOf(change: ChangeRow): Record<string, unknown> {
  const { source, context } = change.details;
  const names = namesOutside(change);
  return {
    change_id: change.id,
    action: actionName(change.action),
    timestamp: change.at.toISOString(),
    target: forms(change.target),
    old: forms(change.old),
    source: typeof source === "string" ? forms(source) : undefined,
    context: typeof context === "string" ? context : undefined,
    url: pageOf(change),
    author: names.author ?? undefined,
    user: names.user ?? undefined,
    project: change.projectSlug ?? undefined,
    category: change.categoryPath ? change.categoryPath.split("/") : undefined,
    component: change.componentSlug ?? undefined,
    translation: change.translationId === null ? undefined : (change.languageCode ?? undefined),
  };
}

const slackSettings = z.object({ webhook_url: address, events });

const LONGEST_QUOTE = 300;

/** Characters that would be markup in a chat message. */
const plain = (value: string) => value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

export const slack: Addon<z.infer<typeof slackSettings>> = {
  id: "weblate.webhook.slack",
  aliases: ["loquat.webhook.slack"],
  name: "Slack",
  description: "Sends each change as a message to an incoming webhook of Slack.",
  settings: slackSettings,
  multiple: true,
  scopes: ["component", "project"],
  wholeRepository: false,
  on: [],
  messages: {
    actionsOf: (settings) => settings.events,
    bodyOf: (change) => ({ text: chatText(change) }),
    sample: () => ({ text: "*Test*\nChanges will be told of here." }),
    request: ({ settings }) => ({ url: settings.webhook_url, headers: {} }),
  },
};

function chatText(change: ChangeRow): string {
  const page = pageOf(change);
  const place = [change.projectName, change.componentName, change.languageName].filter(Boolean).join(" / ");
  const target = change.target.split(FORM_SEPARATOR).join(" | ").slice(0, LONGEST_QUOTE);
  const who = change.pseudonym ?? change.userName;
  const lines = [
    `*${plain(actionName(change.action))}*${who ? ` by ${plain(who)}` : ""}`,
    page ? `<${page}|${plain(place).replaceAll("|", "/")}>` : plain(place),
    target ? `> ${plain(target).replaceAll("\n", " ")}` : "",
  ];
  return lines.filter(Boolean).join("\n");
}
