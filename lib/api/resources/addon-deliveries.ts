import { z } from "zod";
import type { Actor } from "@/lib/domain/access/actor";
import { type DeliveryRow, listDeliveries } from "@/lib/domain/addons/deliveries";
import type { AddonRow } from "@/lib/domain/addons/installed";
import { actionName } from "@/lib/domain/change-actions";
import type { Window } from "@/lib/domain/window";
import { urls } from "@/lib/urls";
import { type Answer, endpoint, type Listed, pageOf, schema } from "../endpoint";
import { address, idPart, longIdPart, timestamp } from "../fields";
import { moment } from "../json";
import { nextPage } from "../next-page";

/** What add-ons did, and the messages that they sent to other services; the contract 3.13 and 4.18. */

const Attempt = z.object({
  timestamp,
  duration: z.int().describe("Milliseconds."),
  status: z.int().nullable().describe("Null where nothing was answered."),
  error: z.string().nullable(),
  answer: z.string().describe("The first 1000 characters of the answer."),
  headers: z.record(z.string(), z.string()).describe("Headers of the request; signatures are masked."),
  user: address.nullable().describe("Who asked for it; null for the attempts that Loquat makes by itself."),
});

export const Delivery = schema(
  "Delivery",
  z.object({
    id: z.int(),
    message_id: z.string().describe("Header webhook-id, the same in each attempt."),
    action: z.int().nullable().describe("Code of a change; null for a test."),
    event: z.string(),
    state: z.enum(["waiting", "delivered", "failed"]),
    attempts: z.int(),
    next_attempt: timestamp.nullable(),
    created: timestamp,
    log: z.array(Attempt).describe("The last 20 attempts, oldest first."),
    url: address,
  }),
);

const WholeDelivery = schema("WholeDelivery", Delivery.extend({ body: z.string().describe("As it is sent.") }));

const Activity = schema(
  "AddonActivity",
  z.object({
    stopped: z
      .object({ timestamp, reason: z.string() })
      .nullable()
      .describe("Why nothing is sent any more, until somebody resumes it."),
    runs: z
      .array(
        z.object({ timestamp, event: z.string(), component: z.string(), successful: z.boolean(), message: z.string() }),
      )
      .describe("The last 50 runs that changed something or failed, newest first."),
  }),
);

const tag = "Add-ons";
const permission = "component.edit, or project.edit for an add-on installed on a project";
const params = z.object({ id: idPart });
const one = z.object({ id: idPart, delivery: longIdPart });
const query = z.object({
  state: z.enum(["waiting", "delivered", "failed"]).optional(),
  before: longIdPart.optional().describe("Only deliveries older than the one with this id; `next` uses it."),
});

export const listAddonDeliveries = endpoint({
  method: "GET",
  path: "/api/addons/{id}/deliveries/",
  tag,
  summary: "Messages of an add-on to another service",
  description: "Newest first. Kept for 30 days, at most 1000 that are done.",
  permission,
  params,
  query,
  answer: pageOf(Delivery),
});
export const readAddonDelivery = endpoint({
  method: "GET",
  path: "/api/addons/{id}/deliveries/{delivery}/",
  tag,
  summary: "A message of an add-on, with its body",
  permission,
  params: one,
  answer: WholeDelivery,
});
export const replayAddonDelivery = endpoint({
  method: "POST",
  path: "/api/addons/{id}/deliveries/{delivery}/replay/",
  tag,
  summary: "Send a message of an add-on again",
  description: "It is sent at once, with the same id and body. How that ended is the last entry of its log.",
  permission,
  params: one,
  answer: WholeDelivery,
  status: 200,
});
export const testAddonDelivery = endpoint({
  method: "POST",
  path: "/api/addons/{id}/test/",
  tag,
  summary: "Send a test message of an add-on",
  permission,
  params,
  answer: WholeDelivery,
  status: 200,
});
export const readAddonActivity = endpoint({
  method: "GET",
  path: "/api/addons/{id}/activity/",
  tag,
  summary: "What an add-on did",
  permission,
  params,
  answer: Activity,
});
export const triggerAddonRun = endpoint({
  method: "POST",
  path: "/api/addons/{id}/trigger/",
  since: "5.17.1",
  tag,
  summary: "Run an add-on",
  description: "It runs in the background, over everything that it acts on. Each run is safe to be done again.",
  permission,
  params,
  answer: schema("AddonTrigger", z.object({ detail: z.string(), url: address, logs_url: address })),
  status: 202,
});
export const resumeAddonDeliveries = endpoint({
  method: "POST",
  path: "/api/addons/{id}/resume/",
  tag,
  summary: "Let an add-on send messages again",
  description: "It goes on where it stopped.",
  permission,
  params,
  answer: Activity,
  status: 200,
});

const presentDelivery =
  (addonId: number) =>
  (row: DeliveryRow): Answer<typeof Delivery> => ({
    id: row.id,
    message_id: row.messageId,
    action: row.action,
    event: row.action === null ? "Test" : actionName(row.action),
    state: row.state,
    attempts: row.attempts,
    next_attempt: moment(row.nextAt),
    created: moment(row.createdAt),
    log: row.tries.map(({ at, ms, status, error, answer, headers, by }) => ({
      timestamp: moment(new Date(at)),
      duration: ms,
      status: status ?? null,
      error: error ?? null,
      answer: answer ?? "",
      headers,
      user: by === undefined ? null : urls.user(by).api,
    })),
    url: urls.delivery(addonId, row.id),
  });

/** A message with its body. */
export const presentWholeDelivery = (addonId: number, row: DeliveryRow): Answer<typeof WholeDelivery> => ({
  ...presentDelivery(addonId)(row),
  body: row.body,
});

/** Runs of an add-on, and whether it has stopped. */
export const presentActivity = ({ state }: AddonRow): Answer<typeof Activity> => ({
  stopped: state.stopped ? { timestamp: moment(new Date(state.stopped.at)), reason: state.stopped.reason } : null,
  runs: (state.log ?? []).map(({ at, event, component, ok, text }) => ({
    timestamp: moment(new Date(at)),
    event,
    component,
    successful: ok,
    message: text,
  })),
});

/** The start of a run. */
export const presentTrigger = (id: number): Answer<(typeof triggerAddonRun)["answer"]> => ({
  detail: "The add-on runs in the background.",
  url: urls.addon(id),
  logs_url: urls.addonActivity(id),
});

/** A page of messages, followed by a link that no newer message shifts. */
export async function deliveriesOf(
  actor: Actor,
  addonId: number,
  { before, state }: z.output<typeof query>,
  window: Window,
  request: Request,
): Promise<Listed<Answer<typeof Delivery>>> {
  const { rows, count } = await listDeliveries(actor, addonId, { before, state, limit: window.limit });
  const last = rows.length === window.limit ? rows.at(-1) : undefined;
  return {
    items: rows.map(presentDelivery(addonId)),
    count,
    links: { next: nextPage(request, "before", last?.id), previous: null },
  };
}
